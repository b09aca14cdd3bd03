// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/command_files.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

namespace fs = std::filesystem;

class CommandFilesTest : public testing::Test {
 protected:
  [[nodiscard]] std::string of_output(const fs::path& file) const {
    return test::message_of<ConfigError>([&] { note_output("-o", file); });
  }

  const test::TemporaryFolder folder_;
  const fs::path file_ = folder_.file("a.txt", "content");
  const CommandFiles files_;
};

TEST_F(CommandFilesTest, RefuseAnOutputThatWasRead) {
  note_input(file_);

  EXPECT_EQ(of_output(file_), "-o " + file_.string() + ": it would replace " + file_.string() +
                                  ", which this command reads; name another file");
}

TEST_F(CommandFilesTest, RefuseToReadAnOutput) {
  note_output("--events", file_);

  EXPECT_EQ(test::message_of<ConfigError>([&] { note_input(file_); }),
            "--events " + file_.string() + ": it would replace " + file_.string() +
                ", which this command reads; name another file");
}

TEST_F(CommandFilesTest, KnowAFileByEveryPath) {
  fs::create_symlink(file_, folder_ / "link");
  fs::create_hard_link(file_, folder_ / "hard");
  fs::create_directory(folder_ / "below");
  fs::create_directory_symlink(folder_.path(), folder_ / "here");
  note_input(file_);

  for (const char* path : {"./a.txt", "below/../a.txt", "link", "hard", "here/a.txt", "here/here/./link"})
    EXPECT_THROW(note_output("-o", folder_ / path), ConfigError) << path;
  EXPECT_NO_THROW(note_output("-o", folder_ / "b.txt"));
}

TEST_F(CommandFilesTest, KnowAFileThatIsNotThereYet) {
  fs::create_directory_symlink(folder_.path(), folder_ / "here");
  note_output("-o", folder_ / "new");

  EXPECT_EQ(
      test::message_of<ConfigError>([&] { note_output("--traffic", folder_ / "here" / "new"); }),
      "output: -o and --traffic name the same file, " + (folder_ / "here" / "new").string() + "; give two");
  EXPECT_NO_THROW(note_output("-o", folder_ / "new"));  // the same option, noted again
}

TEST_F(CommandFilesTest, LoseNothingInADevice) {
  note_output("-o", "/dev/null");

  EXPECT_NO_THROW(note_output("--events", "/dev/null"));
}

TEST(CommandFiles, AreOfOneCommand) {
  const test::TemporaryFolder folder;
  const fs::path file = folder.file("a.txt", "content");
  {
    const CommandFiles first;
    note_input(file);
  }
  const CommandFiles second;
  EXPECT_NO_THROW(note_output("-o", file));
}

TEST(CommandFiles, AreNotNotedWithoutACommand) {
  const test::TemporaryFolder folder;
  const fs::path file = folder.file("a.txt", "content");

  note_input(file);

  EXPECT_NO_THROW(note_output("-o", file));
}

}  // namespace
}  // namespace toruscope::core
