// SPDX-License-Identifier: Apache-2.0
#include "apps/io/pgm.hpp"

#include "apps/io/series.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

using std::string_literals::operator""s;

std::string pgm_refusal(const std::string& bytes) {
  return test::message_of<ConfigError>([&] { (void)read_pgm("a.pgm", bytes); });
}

void expect_image(const std::string& bytes, const std::vector<double>& pixels, int white) {
  const GreyImage image = read_pgm("a.pgm", bytes);
  EXPECT_EQ(image.pixels.columns, 3U) << bytes;
  EXPECT_EQ(image.pixels.rows, 2U) << bytes;
  EXPECT_EQ(image.pixels.values, pixels) << bytes;
  EXPECT_EQ(image.white, white) << bytes;
}

TEST(Pgm, ReadsTextAndBinaryOfOneAndTwoBytes) {
  expect_image("P2 3 2 9 1 2 3 4 5 9", {1, 2, 3, 4, 5, 9}, 9);
  expect_image("P5\n3 2\n255\n\x01\x02\x03\x04\x05\xff"s, {1, 2, 3, 4, 5, 255}, 255);
  expect_image("P5\n3 2\n65535\n\0\x01\0\x02\x01\0\0\x04\0\x05\xff\xff"s, {1, 2, 256, 4, 5, 65535}, 65535);
}

TEST(Pgm, PassesOverCommentsAndTakesPixelsThatLookLikeBlanks) {
  expect_image("P2\n# a hill\n3 # wide\n2\n9\n1 2 3 # first row\n4 5 9\n# end\n", {1, 2, 3, 4, 5, 9}, 9);
  expect_image("P5 3 2 255\n\n\n#\t  "s, {10, 10, 35, 9, 32, 32}, 255);
}

TEST(Pgm, WritesWhatItReads) {
  for (const int white : {200, 255, 256, 65535}) {
    const GreyImage image{{2, 3, {0, 1, 2, 100, 150, static_cast<double>(white)}}, white};
    std::ostringstream out;

    write_pgm(out, image);

    expect_image(out.str(), image.pixels.values, white);
  }
}

TEST(Pgm, ReadsTheVolcano) {
  const std::filesystem::path path = test::in_source("data/volcano.pgm");
  const GreyImage image = read_pgm(path, read_file(path));

  // dim(volcano), range(volcano), volcano[1, 1], volcano[87, 61], sum(volcano) as R prints them.
  EXPECT_EQ(image.pixels.rows, 87U);
  EXPECT_EQ(image.pixels.columns, 61U);
  const auto& values = image.pixels.values;
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), 94);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 195);
  EXPECT_EQ(values.front(), 100);
  EXPECT_EQ(values.back(), 94);
  double sum = 0;
  for (const double value : values) sum += value;
  EXPECT_EQ(sum, 690907);
}

TEST(Pgm, RefusesWhatIsNoImage) {
  EXPECT_EQ(pgm_refusal("P6 1 1 255 abc"),
            "read a.pgm: it begins neither with P2 nor with P5: not a grey image (.pgm)");
  EXPECT_EQ(pgm_refusal("P2 3 x 9"), "read a.pgm: its height is \"x\", which is no whole number");
  EXPECT_EQ(pgm_refusal("P2 3 2"), "read a.pgm: truncated: it ends before its value of white");
  EXPECT_EQ(pgm_refusal("P2 3 2 70000 1"),
            "read a.pgm: its value of white is 70000, but at most 65535 is possible");
  EXPECT_EQ(pgm_refusal("P2 3 0 9 "), "read a.pgm: it is 3 x 0 pixels with white = 9; all must be at least 1");
}

TEST(Pgm, RefusesNumbersWithoutABlankBehindThem) {
  EXPECT_EQ(pgm_refusal("P55 4 255 abcdefghijklmnopqrst"),
            "read a.pgm: after P2 or P5 a blank or new line is needed");
  EXPECT_EQ(pgm_refusal("P5 3 2 255#abcdef"),
            "read a.pgm: its value of white is \"255#abcdef\", which is no whole number");
  EXPECT_EQ(pgm_refusal("P2 3#wide\n2 9 1 2 3 4 5 6"),
            "read a.pgm: its width is \"3#wide\", which is no whole number");
  EXPECT_EQ(pgm_refusal("P5"), "read a.pgm: truncated: it ends before its width");
}

TEST(Pgm, RefusesWrongNumbersOfPixels) {
  EXPECT_EQ(pgm_refusal("P5 3 2 255 abcde"),
            "read a.pgm: truncated: 3 x 2 pixels were announced, 5 bytes behind its header");
  EXPECT_EQ(pgm_refusal("P5 3 2 256 abcdefabcde"),
            "read a.pgm: truncated: 3 x 2 pixels were announced, 11 bytes behind its header");
  EXPECT_EQ(pgm_refusal("P5 3 2 255 abcdefg"),
            "read a.pgm: 1 byte too many behind its 6 pixels; one image a file is read");
  EXPECT_EQ(pgm_refusal("P2 3 2 9 1 2 3 4 5"), "read a.pgm: truncated: it ends before pixel 5");
  EXPECT_EQ(pgm_refusal("P2 3 2 9 1 2 3 4 5 6 7"),
            "read a.pgm: 1 byte too many behind its 6 pixels; one image a file is read");
}

TEST(Pgm, RefusesPixelsAboveWhite) {
  EXPECT_EQ(pgm_refusal("P2 3 2 9 1 2 3 4 5 10"), "read a.pgm: pixel 5 is 10, but at most 9 is possible");
  EXPECT_EQ(pgm_refusal("P5 3 2 9 \x01\x02\x03\x04\x0b\x01"), "read a.pgm: pixel 4 is 11, but white is 9");
  EXPECT_EQ(pgm_refusal("P2 3 2 9 1 2 nan 4 5 1"), "read a.pgm: pixel 2 is \"nan\", which is no whole number");
}

}  // namespace
}  // namespace toruscope::apps
