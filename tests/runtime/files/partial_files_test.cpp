// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/partial_files.hpp"

#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <list>
#include <string>

namespace toruscope::core {
namespace {

TEST(PartialFiles, AreRemovedWhileTheyAreWritten) {
  const test::TemporaryFolder folder;
  const auto first = folder.file("first", "half");
  const auto second = folder.file("second", "half");
  EXPECT_FALSE(are_files_being_written());
  {
    const PartialFile one(first);
    const PartialFile two(second);
    EXPECT_TRUE(are_files_being_written());
    remove_partial_files();
  }
  EXPECT_FALSE(are_files_being_written());
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(PartialFiles, AreForgottenWhenTheyAreWhole) {
  const test::TemporaryFolder folder;
  const auto file = folder.file("file", "whole");
  { const PartialFile partial(file); }

  remove_partial_files();

  EXPECT_EQ(folder.entries(), 1U);
}

TEST(PartialFiles, FoldersGoWithAllThatIsInThem) {
  const test::TemporaryFolder folder;
  const auto kept = folder.file("kept", "whole");
  const auto gone = folder.path() / "gone";
  std::filesystem::create_directories(gone / "a" / "b");
  for (int i = 0; i < 300; ++i)
    std::ofstream(gone / "a" / ("a file with a name of some length " + std::to_string(i))) << "text";
  std::filesystem::create_symlink(folder.path(), gone / "a" / "b" / "above");
  const PartialFile partial(gone, PartialFile::Kind::folder);
  EXPECT_FALSE(are_files_being_written());

  remove_partial_files();

  EXPECT_FALSE(std::filesystem::exists(gone));
  EXPECT_TRUE(std::filesystem::exists(kept));
}

TEST(PartialFiles, MayBeMoreThanAreKnown) {
  std::list<PartialFile> many;
  for (int i = 0; i < 200; ++i) many.emplace_back("no/such/file");
  remove_partial_files();
  many.clear();
  EXPECT_FALSE(are_files_being_written());
}

}  // namespace
}  // namespace toruscope::core
