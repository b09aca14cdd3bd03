// SPDX-License-Identifier: Apache-2.0
// The header's dictionary, the conversion of the values, the writer.

#include "apps/io/npy.hpp"

#include "apps/io/series.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fmt/core.h>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>

static_assert(std::endian::native == std::endian::little, "values are read and written as they lie in memory");

namespace toruscope::apps {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

/// The header's facts.
struct Header {
  std::string type;   ///< "<f8"; empty: a structured one
  std::string shape;  ///< "(2820,)" as it is written
  bool is_fortran = false;
};

/// The text behind 'key': in the dictionary, blanks passed over; empty if there is no such key.
std::string_view after_key(std::string_view dictionary, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = quote + std::string(key) + quote;
    const std::size_t at = dictionary.find(quoted);
    if (at == std::string_view::npos) continue;
    std::string_view rest = dictionary.substr(at + quoted.size());
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == ':')) rest.remove_prefix(1);
    return rest;
  }
  return {};
}

Header parse_header(const std::filesystem::path& path, std::string_view dictionary) {
  const std::string_view descr = after_key(dictionary, "descr");
  const std::string_view shape = after_key(dictionary, "shape");
  if (descr.empty() || shape.empty())
    refuse_input(path, "its header has no 'descr' or no 'shape': not a .npy file");
  Header header;
  if (descr.front() == '\'' || descr.front() == '"') {
    header.type = descr.substr(1, descr.substr(1).find(descr.front()));
  }
  const std::size_t end = shape.find(')');
  if (shape.front() != '(' || end == std::string_view::npos)
    refuse_input(path, "its header's 'shape' is no tuple");
  header.shape = shape.substr(0, end + 1);
  const std::string_view order = after_key(dictionary, "fortran_order");
  header.is_fortran = order.starts_with("True");
  if (!header.is_fortran && !order.empty() && !order.starts_with("False"))
    refuse_input(path, "its header's 'fortran_order' is neither True nor False");
  return header;
}

/// The lengths in "(n,)" or "(rows, columns)"; nothing if it is not written like that.
std::vector<std::uint64_t> lengths_in(const std::string& shape) {
  std::vector<std::uint64_t> lengths;
  std::string_view rest = std::string_view(shape).substr(1);
  const auto skip = [&](char c) {
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    if (!rest.starts_with(c)) return false;
    rest.remove_prefix(1);
    return true;
  };
  while (!skip(')')) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), n);
    if (error != std::errc{}) return {};
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    lengths.push_back(n);
    if (!skip(',') && (lengths.size() == 1 || !rest.starts_with(')'))) return {};
  }
  return lengths;
}

/// A number as it lies in the file, its bytes in the order of this computer.
using Raw = std::array<char, 8>;

template <class T>
double number(const Raw& raw) {
  T value;
  std::memcpy(&value, raw.data(), sizeof(T));
  return static_cast<double>(value);
}
double truth(const Raw& raw) {
  return raw[0] == 0 ? 0 : 1;
}
/// IEEE 754 binary16: a sign, 5 bits of exponent, 10 of fraction.
double half(const Raw& raw) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, raw.data(), sizeof bits);
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  constexpr int kSpecial = 31;
  double magnitude = 0;
  if (exponent == kSpecial)
    magnitude = fraction == 0 ? HUGE_VAL : std::numeric_limits<double>::quiet_NaN();
  else
    magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 == 0 ? magnitude : -magnitude;
}

/// Type of a number, or of each of the two of a complex one.
struct Part {
  std::string_view name;  ///< name of the type, behind the sign of its byte order
  std::size_t bytes;
  double (*number)(const Raw&);
  bool is_complex = false;
};
constexpr std::array kParts{
    Part{"f8", 8, &number<double>},
    Part{"f4", 4, &number<float>},
    Part{"f2", 2, &half},
    Part{"i8", 8, &number<std::int64_t>},
    Part{"i4", 4, &number<std::int32_t>},
    Part{"i2", 2, &number<std::int16_t>},
    Part{"i1", 1, &number<std::int8_t>},
    Part{"u8", 8, &number<std::uint64_t>},
    Part{"u4", 4, &number<std::uint32_t>},
    Part{"u2", 2, &number<std::uint16_t>},
    Part{"u1", 1, &number<std::uint8_t>},
    Part{"b1", 1, &truth},
    Part{"c16", 8, &number<double>, true},
    Part{"c8", 4, &number<float>, true},
};

struct Type {
  std::string_view name;  ///< name in the header: "<f8"
  Part part;
  bool is_swapped = false;
  [[nodiscard]] std::size_t bytes() const { return part.bytes * (part.is_complex ? 2 : 1); }
};

std::optional<Type> known_type(std::string_view name) {
  if (name.empty() || std::string_view("<>=|").find(name.front()) == std::string_view::npos)
    return std::nullopt;
  for (const Part& part : kParts)
    if (part.name == name.substr(1)) return Type{name, part, name.front() == '>'};
  return std::nullopt;
}

Type type_of(const std::filesystem::path& path, const Header& header) {
  if (const auto type = known_type(header.type)) return *type;
  refuse_input(path, fmt::format("its type is {}, types are, in either byte order: {}; {}",
                                 header.type.empty() ? "a structured one" : core::shown(header.type),
                                 core::joined(kParts, ", ", &Part::name),
                                 header.type.empty() ? "save one of its fields" : "convert it with astype"));
}

double part_at(const char* at, const Type& type) {
  Raw raw{};
  std::memcpy(raw.data(), at, type.part.bytes);
  if (type.is_swapped) std::reverse(raw.begin(), raw.begin() + static_cast<std::ptrdiff_t>(type.part.bytes));
  return type.part.number(raw);
}

void convert(const char* at, const Type& type, double& value) {
  value = part_at(at, type);
}
void convert(const char* at, const Type& type, std::complex<double>& value) {
  value = {part_at(at, type), type.part.is_complex ? part_at(at + type.part.bytes, type) : 0.0};
}

bool is_finite(double value) {
  return std::isfinite(value);
}
bool is_finite(const std::complex<double>& value) {
  return std::isfinite(value.real()) && std::isfinite(value.imag());
}
std::string text_of(double value) {
  return fmt::format("{}", value);
}
std::string text_of(const std::complex<double>& value) {
  return fmt::format("{}{:+}i", value.real(), value.imag());
}

struct File {
  Header header;
  std::string_view data;  ///< the values as they lie in the file
};

File parse(const std::filesystem::path& path, std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) refuse_input(path, "it does not begin with \\x93NUMPY: not a .npy file");
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
  };
  const std::size_t length_bytes = bytes.size() > 6 && byte(6) == 1 ? 2 : 4;
  const std::size_t header_begin = 8 + length_bytes;
  if (bytes.size() < header_begin) refuse_input(path, "truncated: it ends within its header");
  if (byte(6) < 1 || byte(6) > 3)
    refuse_input(path, fmt::format("its version is {}, versions are: 1, 2, 3", byte(6)));
  std::size_t header_bytes = 0;
  for (std::size_t i = length_bytes; i-- > 0;) header_bytes = header_bytes * 256 + byte(8 + i);
  if (bytes.size() - header_begin < header_bytes) refuse_input(path, "truncated: it ends within its header");
  return {parse_header(path, bytes.substr(header_begin, header_bytes)),
          bytes.substr(header_begin + header_bytes)};
}

/// The n values in the order of the file.
template <class Value>
std::vector<Value> values_of(const std::filesystem::path& path, const File& file, const Type& type,
                             std::uint64_t n) {
  const std::string_view data = file.data;
  if constexpr (std::is_same_v<Value, double>)
    if (type.part.is_complex)
      refuse_input(path, fmt::format("its type is {}, but real values are needed; save its .real, its .imag or "
                                     "abs() of it",
                                     type.name));
  if (n > data.size() / type.bytes())
    refuse_input(path, fmt::format("truncated: {} values of type {} were announced, the file has {}", n,
                                   type.name, data.size() / type.bytes()));
  if (n * type.bytes() != data.size())
    refuse_input(path, fmt::format("its shape is of {} of type {}, but {} too many stand behind them",
                                   core::counted(n, "value"), type.name,
                                   core::counted(data.size() - n * type.bytes(), "byte")));
  std::vector<Value> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    convert(data.data() + i * type.bytes(), type, values[i]);
    if (!is_finite(values[i]))
      refuse_input(path,
                   fmt::format("value {} (counted from 0) is {}, not a finite number; remove or replace it", i,
                               text_of(values[i])));
  }
  return values;
}

/// Exchanges rows and columns.
template <class Value>
std::vector<Value> turned(const std::vector<Value>& values, std::size_t rows, std::size_t columns) {
  std::vector<Value> result(values.size());
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) result[i * columns + j] = values[j * rows + i];
  return result;
}

template <class Value>
std::vector<Value> read_series_of(const std::filesystem::path& path, std::string_view bytes) {
  const File file = parse(path, bytes);
  const Type type = type_of(path, file.header);
  const std::vector<std::uint64_t> lengths = lengths_in(file.header.shape);
  if (lengths.size() != 1)
    refuse_input(
        path,
        fmt::format("its shape is {}, but a series has one dimension, (n,); save one column or ravel() it",
                    core::shown(file.header.shape)));
  if (lengths[0] == 0) refuse_input(path, "its shape is (0,); at least one value is needed");
  return values_of<Value>(path, file, type, lengths[0]);
}

template <class Value>
TableOf<Value> read_table_of(const std::filesystem::path& path, std::string_view bytes) {
  const File file = parse(path, bytes);
  const Type type = type_of(path, file.header);
  const std::vector<std::uint64_t> lengths = lengths_in(file.header.shape);
  if (lengths.size() != 2)
    refuse_input(path, fmt::format("its shape is {}, but two dimensions are needed, (rows, columns)",
                                   core::shown(file.header.shape)));
  if (lengths[0] == 0 || lengths[1] == 0)
    refuse_input(path,
                 fmt::format("its shape is {}; at least one value is needed", core::shown(file.header.shape)));
  if (lengths[0] > file.data.size() / lengths[1])
    refuse_input(path, fmt::format("truncated: its shape is {}, but only {} bytes follow its header",
                                   core::shown(file.header.shape), file.data.size()));
  TableOf<Value> table{lengths[0], lengths[1], values_of<Value>(path, file, type, lengths[0] * lengths[1])};
  if (file.header.is_fortran) table.values = turned(table.values, table.rows, table.columns);
  return table;
}

void write_array(std::ostream& out, std::string_view type, std::string_view shape,
                 std::span<const std::byte> bytes) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  // alignment of the data: magic, version and length take 10 bytes, '\n' the last
  constexpr std::size_t kAlignment = 64;
  const std::size_t unpadded = 10 + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  out << kMagic << '\x01' << '\x00' << static_cast<char>(header.size() % 256)
      << static_cast<char>(header.size() / 256) << header;
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::string shape_of(std::size_t n) {
  return fmt::format("({},)", n);
}
std::string shape_of(std::size_t n, std::size_t columns) {
  return fmt::format("({}, {})", n / columns, columns);
}

}  // namespace

std::vector<double> read_npy(const std::filesystem::path& path, std::string_view bytes) {
  return read_series_of<double>(path, bytes);
}

Table read_npy_table(const std::filesystem::path& path, std::string_view bytes) {
  return read_table_of<double>(path, bytes);
}

std::vector<std::complex<double>> read_complex_npy(const std::filesystem::path& path, std::string_view bytes) {
  return read_series_of<std::complex<double>>(path, bytes);
}

ComplexTable read_complex_npy_table(const std::filesystem::path& path, std::string_view bytes) {
  return read_table_of<std::complex<double>>(path, bytes);
}

NpyKind npy_kind(const std::filesystem::path& path, std::string_view bytes) {
  const Header header = parse(path, bytes).header;
  const auto type = known_type(header.type);
  return {lengths_in(header.shape).size(), type && type->part.is_complex};
}

void write_npy(std::ostream& out, std::span<const std::complex<double>> values) {
  write_array(out, "<c16", shape_of(values.size()), std::as_bytes(values));
}

void write_npy(std::ostream& out, std::span<const double> values) {
  write_array(out, "<f8", shape_of(values.size()), std::as_bytes(values));
}

void write_npy_table(std::ostream& out, std::span<const std::complex<double>> values, std::size_t columns) {
  write_array(out, "<c16", shape_of(values.size(), columns), std::as_bytes(values));
}

void write_npy_table(std::ostream& out, std::span<const double> values, std::size_t columns) {
  write_array(out, "<f8", shape_of(values.size(), columns), std::as_bytes(values));
}

}  // namespace toruscope::apps
