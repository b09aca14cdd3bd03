// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/input_file.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace toruscope::core {
namespace {

std::string refusal(const std::filesystem::path& file, std::uint64_t most = 100) {
  return test::message_of<ConfigError>([&] { read_input("read ", file, most); });
}

TEST(InputFile, IsReadWhole) {
  const test::TemporaryFolder folder;
  const std::string content(std::size_t{1} << 20U, 'x');

  EXPECT_EQ(read_input("", folder.file("a", content), content.size()), content);
  EXPECT_EQ(read_input("", folder.file("b", std::string("\0\r\n\xff", 4)), 4), std::string("\0\r\n\xff", 4));
  EXPECT_EQ(read_input("", folder.file("c", ""), 0), "");
  EXPECT_EQ(read_input("",
                       folder.file("d",
                                   "\xef\xbb\xbf"
                                   "0 1\n"),
                       7),
            "0 1\n")
      << "a mark of UTF-8 is no text";
  const auto utf16 = folder.file("e", std::string("\xff\xfe"
                                                  "0\0\n\0",
                                                  6));
  EXPECT_EQ(refusal(utf16), "read " + utf16.string() + ": it is text in UTF-16; save it as UTF-8");
}

TEST(InputFile, TellsTheLeastOfItsContentUnread) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(least_content(folder.file("plain", "0 1\n2 3\n")), 8U);
  EXPECT_EQ(least_content(folder.file("short", "\x1f\x8b")), 2U);
  // A file of gzip: its first bytes, a body, and at its end the length of the content, 2^24 + 2.
  EXPECT_EQ(least_content(folder.file("packed.gz", std::string("\x1f\x8b\x08\0 packed \x02\0\0\x01", 16))),
            16'777'218U);
  EXPECT_EQ(least_content(folder.path()), 0U);
  EXPECT_EQ(least_content(folder / "none"), 0U);
}

TEST(InputFile, MayTellNoSizeBefore) {
  EXPECT_THAT(read_input("", "/proc/self/status", 1 << 20), testing::HasSubstr("Pid:"));
}

TEST(InputFile, IsRefusedWithASentence) {
  const test::TemporaryFolder folder;
  const auto at = [&](const char* name) { return (folder / name).string(); };
  std::filesystem::create_symlink("loop", folder / "loop");
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);

  EXPECT_EQ(refusal(at("none")), "read " + at("none") + ": there is no such file");
  EXPECT_EQ(refusal(folder.file("file", "x") / "below"),
            "read " + at("file") + "/below: there is no such file");
  EXPECT_EQ(refusal(folder.path()),
            "read " + folder.path().string() + ": it is a directory; name a file in it");
  EXPECT_EQ(refusal(at("pipe")), "read " + at("pipe") + ": it is no regular file; copy what it gives into one");
  EXPECT_EQ(refusal("/dev/zero"), "read /dev/zero: it is no regular file; copy what it gives into one");
  EXPECT_EQ(refusal(at("loop")),
            "read " + at("loop") + ": it cannot be read (Too many levels of symbolic links)");
  EXPECT_EQ(refusal(std::string(300, 'a')),
            "read " + std::string(300, 'a') + ": it cannot be read (File name too long)");
  EXPECT_EQ(refusal("/proc/self/mem"),
            "read /proc/self/mem: it cannot be read to its end (Input/output error)");
  EXPECT_EQ(refusal(""), "read : there is no such file");
  EXPECT_EQ(refusal("\x1b[31m"), "read \\x1b[31m: there is no such file");
}

TEST(InputFile, MayHaveOnlySoManyBytes) {
  const test::TemporaryFolder folder;
  const auto file = folder.file("a", "12345");

  EXPECT_EQ(read_input("", file, 5), "12345");
  EXPECT_EQ(refusal(file, 4), "read " + file.string() + ": it has 5 bytes or more; such a file may have 4");
  EXPECT_THAT(refusal("/proc/self/status", 10), testing::EndsWith("such a file may have 10"));
}

}  // namespace
}  // namespace toruscope::core
