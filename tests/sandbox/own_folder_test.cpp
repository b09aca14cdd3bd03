// SPDX-License-Identifier: Apache-2.0

#include "sandbox/own_folder.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/resource.h>

namespace toruscope::sandbox {
namespace {

using testing::HasSubstr;

/// What the function throws, in words.
template <class Error, class Function>
std::string error_of(Function&& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

/// A soft limit of this process, for a scope.
class Limited {
 public:
  Limited(__rlimit_resource what, rlim_t most) : what_(what), former_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(what_, &former_);
    const rlimit limit{most, former_.rlim_max};
    setrlimit(what_, &limit);
  }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;
  ~Limited() {
    setrlimit(what_, &former_);
    std::signal(SIGXFSZ, former_handler_);
  }

 private:
  const __rlimit_resource what_;
  rlimit former_ = {};
  void (*const former_handler_)(int);
};

TEST(OwnFolder, IsGoneAfterwards) {
  std::filesystem::path path;
  {
    const OwnFolder folder;
    path = folder.path();
    write_file(path / "file", "text");
    EXPECT_TRUE(std::filesystem::exists(path / "file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(OwnFolder, IsRefusedWhereTMPDIRNamesNoFolder) {
  const char* const former = std::getenv("TMPDIR");
  const std::string kept = former == nullptr ? "" : former;
  setenv("TMPDIR", "/no/such/folder", 1);
  const std::string refusal = error_of<ConfigError>([] { const OwnFolder folder; });
  if (former == nullptr)
    unsetenv("TMPDIR");
  else
    setenv("TMPDIR", kept.c_str(), 1);

  EXPECT_EQ(refusal,
            "grade: TMPDIR names /no/such/folder for temporary files, which is no folder; set TMPDIR to "
            "another folder, or unset it");
}

TEST(RequireHost, NamesALimitOfTheShell) {
  const auto refusal = [] { return error_of<HostLimitError>(require_host); };
  EXPECT_EQ(refusal(), "none");
  {
    const Limited few(RLIMIT_NOFILE, 40);
    EXPECT_THAT(refusal(), HasSubstr("open files is 40, and grading takes 64; raise it: ulimit -n 64"));
  }
  const Limited small(RLIMIT_FSIZE, 1 << 20U);
  EXPECT_THAT(refusal(), HasSubstr("the size of files in KiB is 1024, and grading takes 65536"));
}

TEST(RequireRoom, IsThereOrToldByTheFolder) {
  const OwnFolder folder;
  require_room(folder.path());
  const Limited small(RLIMIT_FSIZE, 1 << 20U);

  EXPECT_THAT(error_of<HostLimitError>([&] { require_room(folder.path()); }),
              HasSubstr("has no room for the 16 MiB that a submission may take to be built (File too large)"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(NotStarted, IsTheProgramsFaultOrTheComputers) {
  EXPECT_THROW(throw_not_started("cc", ENOENT), ConfigError);
  EXPECT_THAT(error_of<HostLimitError>([] { throw_not_started("cc", EAGAIN); }), HasSubstr("(ulimit -u)"));
  EXPECT_THAT(error_of<HostLimitError>([] { throw_not_started("cc", EMFILE); }), HasSubstr("(ulimit -n)"));
}

}  // namespace
}  // namespace toruscope::sandbox
