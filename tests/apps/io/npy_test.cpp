// SPDX-License-Identifier: Apache-2.0
#include "apps/io/npy.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::apps {
namespace {

/// A .npy file put together by hand.
std::string npy(std::string_view dictionary, std::string_view data, int version = 1) {
  std::string header(dictionary);
  header += '\n';
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  std::size_t length = header.size();
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i, length /= 256) file += static_cast<char>(length % 256);
  return file + header + std::string(data);
}

std::string dictionary(std::string_view type, std::string_view shape) {
  return "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + std::string(shape) +
         ", }";
}

template <class T>
std::string bytes_of_values(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string npy_refusal(const std::string& bytes) {
  return test::message_of<ConfigError>([&] { (void)read_npy("a.npy", bytes); });
}

/// The same values with the bytes of each number in the other order.
std::string swapped(std::string bytes, std::size_t size) {
  for (auto at = bytes.begin(); at != bytes.end(); at += static_cast<std::ptrdiff_t>(size))
    std::reverse(at, at + static_cast<std::ptrdiff_t>(size));
  return bytes;
}

template <class T>
void expect_reads(const std::string& type, const std::vector<T>& values) {
  const std::vector<double> expected(values.begin(), values.end());
  const std::string shape = "(" + std::to_string(values.size()) + ",)";
  const std::string bytes = bytes_of_values(values);
  for (const int version : {1, 2, 3})
    EXPECT_EQ(read_npy("a.npy", npy(dictionary("<" + type, shape), bytes, version)), expected)
        << "type " << type << ", version " << version;
  EXPECT_EQ(read_npy("a.npy", npy(dictionary(">" + type, shape), swapped(bytes, sizeof(T)))), expected) << type;
}

TEST(Npy, ReadsEveryTypeInEveryVersionAndByteOrder) {
  expect_reads<double>("f8", {0.1, -2.5, 1e300});
  expect_reads<float>("f4", {0.5F, -2.25F});
  expect_reads<std::int64_t>("i8", {-5, 1LL << 40});
  expect_reads<std::int32_t>("i4", {-5, 70000});
  expect_reads<std::int16_t>("i2", {-5, 300});
  expect_reads<std::int8_t>("i1", {-5, 100});
  expect_reads<std::uint64_t>("u8", {5, 1ULL << 40});
  expect_reads<std::uint32_t>("u4", {5, 4000000000U});
  expect_reads<std::uint16_t>("u2", {5, 60000});
  expect_reads<std::uint8_t>("u1", {5, 200});
  EXPECT_EQ(read_npy("a.npy", npy(dictionary("|b1", "(2,)"), std::string("\1\0", 2))),
            (std::vector<double>{1, 0}));
  // numpy.float16: 1, -2, 65504, the least normal and the least of all.
  EXPECT_EQ(read_npy("a.npy", npy(dictionary("<f2", "(5,)"),
                                  bytes_of_values<std::uint16_t>({0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001}))),
            (std::vector<double>{1, -2, 65504, 0x1p-14, 0x1p-24}));
}

TEST(Npy, ReadsComplexValuesForThoseWhoTakeThem) {
  using Complex = std::complex<double>;
  const std::vector<Complex> values{{1, -2}, {0.5, 3}};
  const std::string bytes = bytes_of_values(values);
  const std::string file = npy(dictionary("<c16", "(2,)"), bytes);

  EXPECT_EQ(read_complex_npy("a.npy", file), values);
  EXPECT_EQ(read_complex_npy("a.npy", npy(dictionary(">c16", "(2,)"), swapped(bytes, 8))), values);
  EXPECT_EQ(read_complex_npy("a.npy", npy(dictionary("<c8", "(2,)"),
                                          bytes_of_values<std::complex<float>>({{1, -2}, {0.5F, 3}}))),
            values);
  EXPECT_EQ(read_complex_npy("a.npy", npy(dictionary("<i2", "(2,)"), bytes_of_values<std::int16_t>({7, -8}))),
            (std::vector<Complex>{7, -8}));
  EXPECT_TRUE(npy_kind("a.npy", file).is_complex);

  const ComplexTable table = read_complex_npy_table(
      "a.npy", npy("{'descr': '<c16', 'fortran_order': True, 'shape': (1, 2), }", bytes));
  EXPECT_EQ(table.columns, 2U);
  EXPECT_EQ(table.values, values);

  EXPECT_EQ(
      npy_refusal(file),
      "read a.npy: its type is <c16, but real values are needed; save its .real, its .imag or abs() of it");
}

TEST(Npy, RefusesAnotherKindOfFile) {
  EXPECT_EQ(npy_refusal("PK\x03\x04 a zip archive"),
            "read a.npy: it does not begin with \\x93NUMPY: not a .npy file");
}

TEST(Npy, RefusesAFileCutAnywhere) {
  const std::string whole = npy(dictionary("<f8", "(2,)"), bytes_of_values<double>({1, 2}));
  ASSERT_EQ(read_npy("a.npy", whole).size(), 2U);

  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_NE(npy_refusal(whole.substr(0, length)), "(nothing was thrown)") << "cut to " << length << " bytes";
  EXPECT_EQ(npy_refusal(whole.substr(0, whole.size() - 1)),
            "read a.npy: truncated: 2 values of type <f8 were announced, the file has 1");
  EXPECT_EQ(npy_refusal(whole.substr(0, 30)), "read a.npy: truncated: it ends within its header");
}

TEST(Npy, RefusesMoreBytesThanAnnounced) {
  EXPECT_EQ(npy_refusal(npy(dictionary("<f8", "(1,)"), bytes_of_values<double>({1, 2}))),
            "read a.npy: its shape is of 1 value of type <f8, but 8 bytes too many stand behind them");
}

TEST(Npy, RefusesOtherShapes) {
  const std::string data = bytes_of_values<double>({1, 2, 3, 4});
  const std::string advice = ", but a series has one dimension, (n,); save one column or ravel() it";
  EXPECT_EQ(npy_refusal(npy(dictionary("<f8", "(2, 2)"), data)), "read a.npy: its shape is (2, 2)" + advice);
  EXPECT_EQ(npy_refusal(npy(dictionary("<f8", "()"), data.substr(0, 8))),
            "read a.npy: its shape is ()" + advice);
  EXPECT_EQ(npy_refusal(npy(dictionary("<f8", "(0,)"), "")),
            "read a.npy: its shape is (0,); at least one value is needed");
}

TEST(Npy, RefusesALengthThatWouldOverflow) {
  EXPECT_EQ(npy_refusal(npy(dictionary("<f8", "(2305843009213693952,)"), "")),
            "read a.npy: truncated: 2305843009213693952 values of type <f8 were announced, the file has 0");
}

TEST(Npy, RefusesOtherTypesWithTheirNames) {
  const std::string types =
      ", types are, in either byte order: f8, f4, f2, i8, i4, i2, i1, u8, u4, u2, u1, b1, c16, c8; ";
  EXPECT_EQ(npy_refusal(npy(dictionary("<f16", "(1,)"), "1234567812345678")),
            "read a.npy: its type is <f16" + types + "convert it with astype");
  EXPECT_EQ(npy_refusal(npy(dictionary("|O", "(1,)"), "12345678")),
            "read a.npy: its type is |O" + types + "convert it with astype");
  EXPECT_EQ(npy_refusal(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }", "12345678")),
            "read a.npy: its type is a structured one" + types + "save one of its fields");
}

TEST(Npy, RefusesAnUnknownVersion) {
  EXPECT_EQ(npy_refusal(npy(dictionary("<f8", "(1,)"), "12345678", 4)),
            "read a.npy: its version is 4, versions are: 1, 2, 3");
}

TEST(Npy, RefusesAHeaderWithoutItsKeys) {
  EXPECT_THAT(npy_refusal(npy("{'descr': '<f8', 'fortran_order': true, 'shape': (1,), }", "12345678")),
              testing::HasSubstr("'fortran_order' is neither True nor False"));
  EXPECT_EQ(npy_refusal(npy("{'fortran_order': False, }", "")),
            "read a.npy: its header has no 'descr' or no 'shape': not a .npy file");
  EXPECT_EQ(npy_refusal(npy("{'descr': '<f8', 'shape': 3, }", "")),
            "read a.npy: its header's 'shape' is no tuple");
}

TEST(Npy, NamesTheValueThatIsNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(npy_refusal(npy(dictionary("<f8", "(3,)"), bytes_of_values<double>({1, 2, nan}))),
            "read a.npy: value 2 (counted from 0) is nan, not a finite number; remove or replace it");
  EXPECT_EQ(
      test::message_of<ConfigError>([&] {
        (void)read_complex_npy("a.npy", npy(dictionary("<c16", "(1,)"), bytes_of_values<double>({1, nan})));
      }),
      "read a.npy: value 0 (counted from 0) is 1+nani, not a finite number; remove or replace it");
}

TEST(Npy, WritesWhatNumPyReads) {
  const std::vector<std::complex<double>> values{{1, -2}, {0.1, 3e-300}, {0, 0}};
  std::ostringstream out;

  write_npy(out, values);

  // numpy.lib.format: the data begin at a multiple of 64, the header ends with a line's end.
  const std::string file = out.str();
  EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header = static_cast<unsigned char>(file[8]) + 256U * static_cast<unsigned char>(file[9]);
  EXPECT_EQ((10 + header) % 64, 0U);
  EXPECT_EQ(file[10 + header - 1], '\n');
  EXPECT_TRUE(file.substr(10).starts_with("{'descr': '<c16', 'fortran_order': False, 'shape': (3,), }"));
  ASSERT_EQ(file.size(), 10 + header + 3 * 16);
  EXPECT_EQ(std::memcmp(file.data() + 10 + header, values.data(), 3 * 16), 0);
}

}  // namespace
}  // namespace toruscope::apps
