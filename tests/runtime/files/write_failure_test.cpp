// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/write_failure.hpp"

#include "tests/support/temporary_folder.hpp"

#include <cerrno>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

namespace toruscope::core {
namespace {

using testing::HasSubstr;

TEST(WriteFailure, SaysWhatIsFullAndWhatToDo) {
  EXPECT_EQ(write_failure(std::filesystem::path("/dev/full")),
            "the disk is full; make room, or name another place");
  EXPECT_EQ(write_failure(ENOSPC), write_failure(std::filesystem::path("/dev/full")));
  EXPECT_THAT(write_failure(EDQUOT), HasSubstr("what you may use of the disk is used up; make room"));
  EXPECT_EQ(write_failure(EIO), "writing failed (Input/output error)");
}

TEST(WriteFailure, OfAFileThatCanBeWrittenAgainAsksForTheDisk) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(write_failure(std::filesystem::path(folder.file("a", "begun"))),
            "writing failed; is the disk full?");
}

TEST(WriteFailure, TellsTheLimitOfTheShell) {
  const test::TemporaryFolder folder;
  // a part of a block has room
  const std::filesystem::path file = folder.file("a", std::string(3000, 'a'));
  const auto former = std::signal(SIGXFSZ, SIG_IGN);
  rlimit now = {};
  getrlimit(RLIMIT_FSIZE, &now);
  const rlimit low = {4096, now.rlim_max};
  setrlimit(RLIMIT_FSIZE, &low);
  const std::string told = write_failure(file);
  setrlimit(RLIMIT_FSIZE, &now);
  std::signal(SIGXFSZ, former);
  EXPECT_EQ(told, "it is larger than the shell's limit of the size of files, 4 KiB; raise it: ulimit -f");
}

TEST(WriteFailure, TellsTheLimitOfTheFileSystem) {
  EXPECT_EQ(write_failure(EFBIG), "this file system holds no file as large; name another place");
}

}  // namespace
}  // namespace toruscope::core
