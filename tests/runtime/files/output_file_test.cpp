// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/output_file.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <ostream>
#include <stdexcept>
#include <string>

namespace toruscope::core {
namespace {

using std::filesystem::perms;

std::string output_refusal(const std::filesystem::path& path) {
  return test::message_of<ConfigError>([&] { check_output(path, {".csv", ".npy"}); });
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  write_file(path, [&](std::ostream& out) { out << text; });
}

TEST(OutputFile, IsWrittenWholeWithNothingBesideIt) {
  const test::TemporaryFolder folder;

  write_text(folder / "a.csv", "content");

  EXPECT_EQ(test::content_of(folder / "a.csv"), "content");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, KeepsTheOldContentWhenWritingThrows) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a.csv", "old");

  EXPECT_THROW(write_file(path,
                          [](std::ostream& out) {
                            out << "half";
                            throw std::runtime_error("half way");
                          }),
               std::runtime_error);

  EXPECT_EQ(test::content_of(path), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, KeepsTheOldContentWhenTheStreamFails) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a.csv", "old");

  const std::string message = test::message_of<HostLimitError>(
      [&] { write_file(path, [](std::ostream& out) { out.setstate(std::ios::badbit); }); });

  EXPECT_EQ(message, "write " + path.string() + ": writing failed; is the disk full?");
  EXPECT_EQ(test::content_of(path), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, KeepsThePermissionsOfTheFileThatItReplaces) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a.csv", "old");
  std::filesystem::permissions(path, perms::owner_read | perms::owner_write);

  write_text(path, "new");

  EXPECT_EQ(test::content_of(path), "new");
  EXPECT_EQ(std::filesystem::status(path).permissions(), perms::owner_read | perms::owner_write);
}

TEST(OutputFile, WritesThroughASymbolicLink) {
  const test::TemporaryFolder folder;
  const auto target = folder.file("target.csv", "old");
  std::filesystem::create_symlink(target, folder / "link.csv");

  write_text(folder / "link.csv", "new");

  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.csv"));
  EXPECT_EQ(test::content_of(target), "new");
}

TEST(OutputFile, IsMadeWhereASymbolicLinkPoints) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink("target.csv", folder / "link.csv");

  write_text(folder / "link.csv", "new");

  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.csv"));
  EXPECT_EQ(test::content_of(folder / "target.csv"), "new");
}

TEST(OutputFile, IsRefusedBehindALinkIntoAFolderThatDoesNotExist) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink("none/a.csv", folder / "a.csv");

  EXPECT_EQ(output_refusal(folder / "a.csv"),
            "write " + (folder / "a.csv").string() + ": its folder does not exist");
}

TEST(OutputFile, IsRefusedInAFolderThatDoesNotExist) {
  const test::TemporaryFolder folder;
  const auto path = folder / "none" / "a.csv";

  EXPECT_EQ(output_refusal(path), "write " + path.string() + ": its folder does not exist");
}

TEST(OutputFile, IsRefusedWhereADirectoryIs) {
  const test::TemporaryFolder folder;
  const auto path = folder / "a.csv";
  std::filesystem::create_directory(path);

  EXPECT_EQ(output_refusal(path), "write " + path.string() + ": it is a directory; name a file in it");
}

TEST(OutputFile, IsRefusedWithAnUnknownExtension) {
  const test::TemporaryFolder folder;

  EXPECT_EQ(output_refusal(folder / "a.txt"),
            "write " + (folder / "a.txt").string() + ": unknown extension .txt; extensions are: .csv, .npy");
  EXPECT_EQ(output_refusal(folder / "a"),
            "write " + (folder / "a").string() + ": its name has no extension; extensions are: .csv, .npy");
}

TEST(OutputFile, IsRefusedInPlaceOfADevice) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/null", folder / "a.csv");

  EXPECT_EQ(output_refusal(folder / "a.csv"),
            "write " + (folder / "a.csv").string() + ": it exists and is no regular file");
}

TEST(OutputFile, LeavesNothingBehindWhenItIsOnlyChecked) {
  const test::TemporaryFolder folder;

  check_output(folder / "a.csv", {".csv"});

  EXPECT_EQ(folder.entries(), 0U);
}

}  // namespace
}  // namespace toruscope::core
