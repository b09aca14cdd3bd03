// SPDX-License-Identifier: Apache-2.0
#include "apps/io/series.hpp"

#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::apps {
namespace {

std::string series_refusal(const std::filesystem::path& path, std::string_view column = {}) {
  return test::message_of<ConfigError>([&] { (void)read_series(path, column); });
}

TEST(Series, PicksTheReaderByTheExtensionInAnyCase) {
  const test::TemporaryFolder folder;

  EXPECT_EQ(read_series(folder.file("A.CSV", "1\n2\n")).values, (std::vector<double>{1, 2}));
}

TEST(Series, RefusesAMissingFile) {
  const test::TemporaryFolder folder;
  const auto path = folder / "none.csv";

  EXPECT_EQ(series_refusal(path), "read " + path.string() + ": there is no such file");
}

TEST(Series, RefusesAnEmptyFile) {
  const test::TemporaryFolder folder;
  for (const std::string_view name : {"a.csv", "a.npy"}) {
    const auto path = folder.file(name, "");
    EXPECT_EQ(series_refusal(path), "read " + path.string() + ": the file is empty");
  }
}

TEST(Series, RefusesADirectory) {
  const test::TemporaryFolder folder;
  const auto path = folder / "a.csv";
  std::filesystem::create_directory(path);

  EXPECT_EQ(series_refusal(path), "read " + path.string() + ": it is a directory; name a file in it");
}

TEST(Series, RefusesAnUnknownExtension) {
  const test::TemporaryFolder folder;
  const auto text = folder.file("a.txt", "1\n");
  const auto bare = folder.file("series", "1\n");

  EXPECT_EQ(series_refusal(text),
            "read " + text.string() + ": unknown extension .txt; extensions are: .csv, .npy");
  EXPECT_EQ(series_refusal(bare),
            "read " + bare.string() + ": its name has no extension; extensions are: .csv, .npy");
}

TEST(Series, RefusesAColumnOfAnNpyFile) {
  const test::TemporaryFolder folder;
  const auto path = folder.file("a.npy", "x");

  EXPECT_EQ(series_refusal(path, "b"),
            "read " + path.string() + ": column b was asked for, but only .csv has columns");
}

TEST(Series, ReadsTheSunspotNumbers) {
  const Series series = read_series(test::in_source("data/sunspots.csv"));

  // head, max, tail of the data set as R prints them.
  ASSERT_EQ(series.values.size(), 2820U);
  EXPECT_EQ(series.column, "2 (sunspots)");
  EXPECT_EQ(series.values.front(), 58);
  EXPECT_EQ(series.values.back(), 33.4);
  EXPECT_EQ(*std::max_element(series.values.begin(), series.values.end()), 253.8);
}

}  // namespace
}  // namespace toruscope::apps
