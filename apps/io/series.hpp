// SPDX-License-Identifier: Apache-2.0
// A series of numbers read from a file, by the file's extension.
//
// Errors    ConfigError, one sentence: "read sun.csv: line 7: ...". A value that is not finite is
//           refused: no application here can say what it should mean.

#pragma once

#include <complex>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::apps {

struct Series {
  std::vector<double> values;
  /// the number of the column that was read and its name, "2 (sunspots)"; empty for .npy
  std::string column;
};

/// Reads .csv (the column of this name or number, from 1; empty: the last numeric one) or .npy.
Series read_series(const std::filesystem::path& path, std::string_view column = {});

struct ComplexSeries {
  std::vector<std::complex<double>> values;
  std::string column;       ///< column, like that of a Series
  bool is_complex = false;  ///< true if the file's type is complex, whatever the values are
};

/// Reads a series; a .npy may hold complex values.
ComplexSeries read_complex_series(const std::filesystem::path& path, std::string_view column = {});

/// The whole file, as input_file.hpp reads it, if there is room in this computer's memory for what
/// its text means: at most a quarter of it.
/// Errors    ConfigError also if it is empty.
std::string read_file(const std::filesystem::path& path);

/// Throws ConfigError("read PATH: " + what).
[[noreturn]] void refuse_input(const std::filesystem::path& path, const std::string& what);

}  // namespace toruscope::apps
