// SPDX-License-Identifier: Apache-2.0
#include "apps/io/matrix.hpp"

#include "apps/io/matrix_market.hpp"
#include "apps/io/npy.hpp"
#include "perfetto/gzip.hpp"
#include "tests/support/source_folder.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

using Entries = std::vector<MatrixEntry>;

Matrix read_matrix_text(const std::string& text) {
  return read_matrix_market("a.mtx", text);
}
std::string matrix_refusal(const std::string& text) {
  return test::message_of<ConfigError>([&] { (void)read_matrix_text(text); });
}
std::string refusal_of_file(const std::filesystem::path& path) {
  return test::message_of<ConfigError>([&] { (void)read_matrix(path); });
}
std::string coordinate(const std::string& kind, const std::string& rest) {
  return "%%MatrixMarket matrix coordinate " + kind + "\n" + rest;
}
std::string array(const std::string& kind, const std::string& rest) {
  return "%%MatrixMarket matrix array " + kind + "\n" + rest;
}

TEST(MatrixMarket, ReadsCoordinatesSortedByRow) {
  const Matrix matrix = read_matrix_text(
      coordinate("real general", "% a comment\n\n2 3 3\n2 1 -4.5e1\r\n% another\n 1 3  7 \n1 1 0.25"));

  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_FALSE(matrix.is_dense);
  EXPECT_EQ(matrix.entries, (Entries{{0, 0, 0.25}, {0, 2, 7}, {1, 0, -45}}));
}

TEST(MatrixMarket, ReadsArraysColumnByColumn) {
  const Matrix matrix = read_matrix_text(array("integer general", "2 3\n1\n2\n3\n4\n5\n6\n"));

  EXPECT_TRUE(matrix.is_dense);
  EXPECT_EQ(matrix.entries, (Entries{{0, 0, 1}, {0, 1, 3}, {0, 2, 5}, {1, 0, 2}, {1, 1, 4}, {1, 2, 6}}));
}

TEST(MatrixMarket, MirrorsLowerTriangles) {
  EXPECT_EQ(read_matrix_text(coordinate("real symmetric", "3 3 2\n2 1 5\n3 3 7\n")).entries,
            (Entries{{0, 1, 5}, {1, 0, 5}, {2, 2, 7}}));
  EXPECT_EQ(read_matrix_text(coordinate("real skew-symmetric", "2 2 1\n2 1 5\n")).entries,
            (Entries{{0, 1, -5}, {1, 0, 5}}));
  EXPECT_EQ(read_matrix_text(coordinate("integer hermitian", "2 2 1\n2 1 5\n")).entries,
            (Entries{{0, 1, 5}, {1, 0, 5}}));
  EXPECT_EQ(read_matrix_text(array("real symmetric", "2 2\n1\n2\n3\n")).entries,
            (Entries{{0, 0, 1}, {0, 1, 2}, {1, 0, 2}, {1, 1, 3}}));
  EXPECT_EQ(read_matrix_text(array("real skew-symmetric", "2 2\n4\n")).entries,
            (Entries{{0, 0, 0}, {0, 1, -4}, {1, 0, 4}, {1, 1, 0}}));
}

TEST(MatrixMarket, MirrorsWhicheverTriangleIsGiven) {
  EXPECT_EQ(read_matrix_text(coordinate("pattern symmetric", "3 3 2\n1 2\n2 3\n")).entries,
            (Entries{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}}));
  EXPECT_EQ(read_matrix_text(coordinate("real skew-symmetric", "2 2 2\n1 2 5\n2 2 0\n")).entries,
            (Entries{{0, 1, 5}, {1, 0, -5}, {1, 1, 0}}));
}

TEST(MatrixMarket, ReadsLinesThatEndInCarriageReturnsAlone) {
  EXPECT_EQ(read_matrix_text("%%MatrixMarket matrix coordinate real general\r% who\r2 2 1\r2 1 5\r").entries,
            (Entries{{1, 0, 5}}));
}

TEST(MatrixMarket, ReadsBannersOfASinglePercent) {
  EXPECT_EQ(read_matrix_text("%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n").entries.size(),
            2U);
  EXPECT_EQ(read_matrix_text(array("unsigned-integer general", "1 1\n7\n")).entries, (Entries{{0, 0, 7}}));
}

TEST(MatrixMarket, ReadsPatternsAsOnesAndBannersInAnyCase) {
  EXPECT_EQ(read_matrix_text("%%MATRIXMARKET Matrix Coordinate Pattern General\n2 2 1\n2 1\n").entries,
            (Entries{{1, 0, 1}}));
  EXPECT_TRUE(read_matrix_text(coordinate("pattern general", "2 2 0\n")).entries.empty());
}

TEST(MatrixMarket, RefusesOtherBanners) {
  EXPECT_EQ(matrix_refusal("2 2 1\n"),
            "read a.mtx: it does not begin with %%MatrixMarket: not a Matrix Market file");
  EXPECT_EQ(matrix_refusal("%%MatrixMarket matrix coordinate real\n"),
            "read a.mtx: line 1: the banner is %%MatrixMarket matrix FORMAT FIELD SYMMETRY");
  EXPECT_EQ(matrix_refusal(coordinate("complex general", "1 1 1\n1 1 1 1\n")),
            "read a.mtx: line 1: field \"complex\" is not read here, only: real, double, integer, "
            "unsigned-integer, pattern.");
  EXPECT_EQ(matrix_refusal(coordinate("real symetric", "1 1 1\n1 1 1\n")),
            "read a.mtx: line 1: symmetry \"symetric\" is not read here, only: general, symmetric, "
            "hermitian, skew-symmetric. Did you mean symmetric?");
  EXPECT_EQ(matrix_refusal(array("pattern general", "1 1\n")),
            "read a.mtx: line 1: an array has values; pattern is for coordinate");
}

TEST(MatrixMarket, NamesWhatItWasPackedBy) {
  EXPECT_EQ(matrix_refusal("BZh91AY&SY"),
            "read a.mtx: this is compressed by bzip2; give what bunzip2 makes of it");
  EXPECT_EQ(matrix_refusal({'\xfd', '7', 'z', 'X', 'Z', '\0'}),
            "read a.mtx: this is compressed by xz; give what unxz makes of it");
  std::string tar(512, '\0');
  tar.replace(0, 5, "a.mtx");
  tar.replace(257, 5, "ustar");
  EXPECT_EQ(matrix_refusal(tar), "read a.mtx: this is an archive of tar; give the file that is in it");
}

TEST(MatrixMarket, RefusesIntegersThatADoubleCannotHold) {
  EXPECT_EQ(read_matrix_text(array("integer general", "1 1\n9007199254740992\n")).entries.at(0).value,
            9007199254740992.0);
  EXPECT_EQ(matrix_refusal(array("integer general", "1 1\n9007199254740993\n")),
            "read a.mtx: line 3: entries are 64-bit floating-point numbers, which cannot hold 9007199254740993 "
            "exactly; announce real if the nearest number will do");
  for (const char* number : {"+9007199254740993", "9223372036854775807", "-18446744073709551617"})
    EXPECT_NE(matrix_refusal(array("integer general", fmt::format("1 1\n{}\n", number))), "") << number;
  EXPECT_EQ(read_matrix_text(array("integer general", "1 1\n+18446744073709551616\n")).entries.at(0).value,
            18446744073709551616.0);
}

TEST(MatrixMarket, RefusesWrongSizes) {
  EXPECT_EQ(matrix_refusal(coordinate("real general", "")),
            "read a.mtx: truncated: it ends before its line of sizes");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2\n")),
            "read a.mtx: line 2: \"2 2\" is not rows, columns, entries");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "0 2 1\n1 1 1\n")),
            "read a.mtx: line 2: the number of rows is 0, not in 1 .. 2147483648");
  EXPECT_EQ(matrix_refusal(coordinate("real symmetric", "2 3 1\n1 1 1\n")),
            "read a.mtx: line 2: a symmetric matrix is square, got 2 x 3");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2 5\n1 1 1\n")),
            "read a.mtx: line 2: the number of entries is 5, not in 0 .. 4");
}

TEST(MatrixMarket, RefusesTooFewAndTooManyValues) {
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2 2\n1 1 1.00000000\n")),
            "read a.mtx: truncated: 2 values were announced, the file has 1");
  EXPECT_EQ(matrix_refusal(array("real general", "2000000000 2000000000\n1\n")),
            "read a.mtx: truncated: 4000000000000000000 values were announced, fewer follow");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2 1\n1 1 1\n2 2 2\n")),
            "read a.mtx: line 4: a line follows what was announced, 1 value: \"2 2 2\"");
  EXPECT_EQ(matrix_refusal(array("real general", "1 2\n1 2\n")),
            "read a.mtx: line 3: \"1 2\" is not one value");
}

TEST(MatrixMarket, RefusesWrongEntries) {
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2 1\n3 1 1\n")),
            "read a.mtx: line 3: the row is 3, not in 1 .. 2");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2 1\n1 0 1\n")),
            "read a.mtx: line 3: the column is 0, not in 1 .. 2");
  EXPECT_EQ(matrix_refusal(coordinate("real skew-symmetric", "2 2 1\n1 1 1\n")),
            "read a.mtx: line 3: (1, 1) is 1, but the diagonal of a skew-symmetric matrix is 0");
  EXPECT_EQ(
      matrix_refusal(coordinate("real general", "3 3 3\n1 1 1\n% next\n2 2 0\n2 2 2\n")),
      "read a.mtx: the entry of row 2, column 2 is given twice, in lines 5 and 6; add them or remove one");
  EXPECT_EQ(
      matrix_refusal(coordinate("real symmetric", "2 2 2\n1 2 1\n2 1 1\n")),
      "read a.mtx: the entry of row 1, column 2 is given twice, in lines 3 and 4; add them or remove one");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2 1\n1 1 x\n")),
            "read a.mtx: line 3: \"x\" is not numeric");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2 2 1\n1 1 nan\n")),
            "read a.mtx: line 3: nan is not a finite number; remove or replace it");
  EXPECT_EQ(matrix_refusal(coordinate("integer general", "2 2 1\n1 1 1.5\n")),
            "read a.mtx: line 3: 1.5 is no integer, which the banner announced");
}

TEST(Matrix, ReadsTheCharactersOfLesMiserables) {
  const Matrix matrix = read_matrix(test::in_source("data/lesmiserables.mtx"));

  // 77 characters, 254 pairs, who meet 820 times: the sums of Knuth's table as NetworkX gives them.
  EXPECT_EQ(matrix.rows, 77U);
  EXPECT_EQ(matrix.entries.size(), 2U * 254);
  double sum = 0;
  for (const MatrixEntry& entry : matrix.entries) sum += entry.value;
  EXPECT_EQ(sum, 2 * 820);
}

TEST(Matrix, ReadsNumPysTablesInBothOrders) {
  const test::TemporaryFolder folder;
  const auto path = folder / "a.npy";
  {
    std::ofstream out(path, std::ios::binary);
    write_npy_table(out, std::vector<double>{1, 2, 3, 4, 5, 6}, 3);
  }
  const Entries expected{{0, 0, 1}, {0, 1, 2}, {0, 2, 3}, {1, 0, 4}, {1, 1, 5}, {1, 2, 6}};
  EXPECT_EQ(read_matrix(path).entries, expected);

  std::string bytes = test::content_of(path);
  bytes.replace(bytes.find("False"), 5, "True ");  // the same values, column by column
  const Matrix turned = read_matrix(folder.file("b.npy", bytes));
  EXPECT_EQ(turned.rows, 2U);
  EXPECT_EQ(turned.entries, (Entries{{0, 0, 1}, {0, 1, 3}, {0, 2, 5}, {1, 0, 2}, {1, 1, 4}, {1, 2, 6}}));
}

TEST(Matrix, MayBePacked) {
  const test::TemporaryFolder folder;
  std::ofstream out(folder / "a.MTX.gz", std::ios::binary);
  perfetto::write_gzip(out, [](std::ostream& plain) { plain << array("real general", "1 2\n3\n4\n"); });
  out.close();

  EXPECT_EQ(read_matrix(folder / "a.MTX.gz").entries, (Entries{{0, 0, 3}, {0, 1, 4}}));
}

TEST(MatrixMarket, AnnouncesNoMoreThanItHasRoomFor) {
  for (const std::string kind : {"real general", "pattern general", "real symmetric"})
    EXPECT_EQ(matrix_refusal(coordinate(kind, "2147483648 2147483648 1000000000000000000\n1 1 1\n")),
              "read a.mtx: truncated: 1000000000000000000 values were announced, fewer follow");
  EXPECT_EQ(matrix_refusal(coordinate("real general", "2147483649 1 1\n1 1 1\n")),
            "read a.mtx: line 2: the number of rows is 2147483649, not in 1 .. 2147483648");
  EXPECT_EQ(read_matrix_text(coordinate("pattern general", "2147483648 2147483648 1\n2147483648 2147483648"))
                .entries.size(),
            1U);
}

TEST(Matrix, RefusesOtherFiles) {
  const test::TemporaryFolder folder;
  const auto csv = folder.file("a.csv", "1,2\n");
  const auto missing = folder / "none.mtx";
  const auto wide = folder.file("wide.mtx", array("real general", "1 2\n1\n2\n"));

  EXPECT_EQ(refusal_of_file(csv),
            "read " + csv.string() + ": unknown extension .csv; extensions are: .mtx, .npy");
  EXPECT_EQ(refusal_of_file(missing), "read " + missing.string() + ": there is no such file");
  EXPECT_EQ(test::message_of<ConfigError>([&] { (void)read_vector(wide); }),
            "read " + wide.string() + ": it is a matrix of 1 x 2, but a vector has one column");

  // 16 GiB of zeros, if there were memory for them before they are counted.
  const auto tall = folder.file("tall.mtx", coordinate("real general", "2147483648 1 1\n1 1 1\n"));
  EXPECT_EQ(test::message_of<ConfigError>([&] { (void)read_vector(tall, 3); }),
            "read " + tall.string() + ": it has 2147483648 values, but the matrix has 3 columns");
}

TEST(Vector, IsReadAsItWasWrittenInEveryFormat) {
  const test::TemporaryFolder folder;
  const std::vector<double> values{0.1, -2, 1e300, 0};
  for (const char* name : {"a.csv", "a.npy", "a.mtx"}) {
    write_vector(folder / name, values);
    EXPECT_EQ(read_vector(folder / name).values, values) << name;
  }
}

}  // namespace
}  // namespace toruscope::apps
