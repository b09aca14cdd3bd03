// SPDX-License-Identifier: Apache-2.0
// NumPy's array file, one or two dimensions: magic, version, length of the header, a header that is
// a Python dictionary ('descr', 'fortran_order', 'shape'), the values.
//
// Types       read: bool, integers of 1, 2, 4, 8 bytes, floating-point numbers of 2, 4, 8, complex
//             numbers of two of 4 or 8, in either byte order; written: float64 and complex128,
//             version 1.0, C order.
// Source      numpy.lib.format, "Format Version 1.0" and "2.0"; 3.0 differs little.

#pragma once

#include "apps/io/table.hpp"

#include <complex>
#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string_view>
#include <vector>

namespace toruscope::apps {

/// The values of a one-dimensional array as doubles (integers above 2^53 are rounded).
/// Errors    ConfigError: no .npy file, truncated, another version, type or shape, complex values,
///           a value that is not finite.
std::vector<double> read_npy(const std::filesystem::path& path, std::string_view bytes);
/// Reads an array of two dimensions, in C or Fortran order.
Table read_npy_table(const std::filesystem::path& path, std::string_view bytes);

/// Reads values that may be complex.
std::vector<std::complex<double>> read_complex_npy(const std::filesystem::path& path, std::string_view bytes);
ComplexTable read_complex_npy_table(const std::filesystem::path& path, std::string_view bytes);

struct NpyKind {
  std::size_t dimensions = 0;  ///< 0 where the header does not tell them
  bool is_complex = false;
};
/// Kind of array that the header announces. Errors: ConfigError if it is no .npy file.
NpyKind npy_kind(const std::filesystem::path& path, std::string_view bytes);

/// Writes an array of shape (n,).
void write_npy(std::ostream& out, std::span<const std::complex<double>> values);
void write_npy(std::ostream& out, std::span<const double> values);
/// Writes an array of shape (n / columns, columns), row by row.
void write_npy_table(std::ostream& out, std::span<const std::complex<double>> values, std::size_t columns);
void write_npy_table(std::ostream& out, std::span<const double> values, std::size_t columns);

}  // namespace toruscope::apps
