// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/gunzip.hpp"

#include "perfetto/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>
#include <ostream>
#include <sstream>

namespace toruscope::core {
namespace {

using testing::StartsWith;

/// "0 1\n", packed by Python's gzip.
const std::string kPacked(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\x33\x50\x30\xe4\x02\x00\xf1\x8f\xaa\xcf\x04\x00\x00\x00", 24);

std::string packed(const std::string& text) {
  std::ostringstream out;
  perfetto::write_gzip(out, [&](std::ostream& plain) { plain << text; });
  return out.str();
}

TEST(Gunzip, UnpacksOnePartOrSeveral) {
  EXPECT_TRUE(is_gzip(kPacked));
  EXPECT_EQ(gunzip(kPacked, 4).content, "0 1\n");
  EXPECT_EQ(gunzip(kPacked + packed("1 2\n"), 8).content, "0 1\n1 2\n");
  EXPECT_EQ(gunzip(packed(""), 0).content, "");

  const std::string lines(std::size_t{1} << 20U, '\n');
  EXPECT_EQ(gunzip(packed(lines), lines.size()).content, lines);
}

TEST(Gunzip, TellsWhatIsDamaged) {
  for (std::size_t length = 2; length < kPacked.size(); ++length)
    EXPECT_EQ(gunzip(kPacked.substr(0, length), 4).fault, "truncated: it ends within what gzip has packed")
        << "cut to " << length << " bytes";
  std::string wrong_sum = kPacked;
  wrong_sum[16] = 'x';
  EXPECT_EQ(gunzip(wrong_sum, 4).fault, "what gzip has packed is damaged (incorrect data check)");
  EXPECT_EQ(gunzip(wrong_sum, 4).content, "");
  EXPECT_EQ(gunzip(kPacked + "more", 4).fault, "4 bytes follow what gzip has packed");
}

TEST(Gunzip, UnpacksOnlySoManyBytes) {
  EXPECT_EQ(gunzip(kPacked, 3).fault, "unpacked it has more than 3 bytes, which such a file may have");
  const std::string zeros = packed(std::string(std::size_t{1} << 22U, '\0'));
  ASSERT_LT(zeros.size(), 5000U);
  EXPECT_THAT(gunzip(zeros, 1 << 20).fault, StartsWith("unpacked it has more than 1,048,576 bytes"));
}

TEST(Gunzip, IsDoneToAnyInput) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("ring.txt.gz", packed("0 1\n1 2\n2 0\n")).string();

  EXPECT_EQ(parse_topology("graph:" + file)->pes(), 3);

  const std::string cut = folder.file("cut.txt.gz", packed("0 1\n").substr(0, 15)).string();
  EXPECT_EQ(test::message_of<ConfigError>([&] { parse_topology("graph:" + cut); }),
            "graph: " + cut + ": truncated: it ends within what gzip has packed");
}

}  // namespace
}  // namespace toruscope::core
