// SPDX-License-Identifier: Apache-2.0

#include "sandbox/compiler_files.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace toruscope::sandbox {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

class CompilerFiles : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "lib"); }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path script(const std::string& commands) const {
    const fs::path file = folder_ / "g++";
    std::ofstream(file) << "#!/bin/sh\n" << commands << "\n";
    fs::permissions(file, fs::perms::owner_all);
    return file;
  }

  const fs::path folder_ =
      fs::canonical(fs::temp_directory_path()) / ("toruscope_compiler_files_" + std::to_string(getpid()));
};

TEST_F(CompilerFiles, OfTheSystemAreNoneBesides) {
  EXPECT_THAT(files_of_compiler("/bin/sh"), IsEmpty());
  EXPECT_THAT(files_of_compiler("/no/such/compiler"), IsEmpty());
}

TEST_F(CompilerFiles, OfAWrapperAreTheWrapperAndNotWhatLiesBesideIt) {
  const fs::path wrapper = script("exec /bin/echo \"$@\"");

  EXPECT_THAT(files_of_compiler(wrapper), ElementsAre(wrapper));
}

TEST_F(CompilerFiles, AreWhatTheCompilerSaysButNoFolderThatHoldsEverything) {
  const std::string lib = (folder_ / "lib").string();
  std::ofstream(folder_ / "cc1plus") << "no program";
  const fs::path compiler = script(
      "case \"$1\" in -print-search-dirs) echo \"libraries: =/:/home:" + fs::temp_directory_path().string() +
      ":" + lib + ":/no/such/folder\";; " + "-print-prog-name=cc1plus) echo " + (folder_ / "cc1plus").string() +
      ";; esac");

  EXPECT_THAT(files_of_compiler(compiler), ElementsAre(folder_ / "cc1plus", compiler, lib));
}

}  // namespace
}  // namespace toruscope::sandbox
