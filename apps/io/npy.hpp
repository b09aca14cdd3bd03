// SPDX-License-Identifier: Apache-2.0
// NumPy's array file, one dimension: magic, version, length of the header, a header that is a Python dictionary
// ('descr', 'fortran_order', 'shape'), the values.
//
// Types       read: little-endian float32, float64 and integers of 1, 2, 4, 8 bytes; written: complex128.
// Source      numpy.lib.format, "Format Version 1.0" and "2.0" (3.0 differs only in names of fields).

#pragma once

#include <complex>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string_view>
#include <vector>

namespace toruscope::detail {

/// The values as doubles (integers above 2^53 are rounded).
/// Errors    ConfigError: no .npy file, truncated, another version, type or shape, a value that is not finite.
std::vector<double> read_npy(const std::filesystem::path& path, std::string_view bytes);

/// Version 1.0, '<c16', C order, shape (n,).
void write_npy(std::ostream& out, std::span<const std::complex<double>> values);

}  // namespace toruscope::detail
