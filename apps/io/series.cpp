// SPDX-License-Identifier: Apache-2.0
// Picks the reader by the file's extension.

#include "apps/io/series.hpp"

#include "apps/io/csv.hpp"
#include "apps/io/npy.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/input_file.hpp"

#include <toruscope/error.hpp>

#include <cstdint>
#include <fmt/core.h>
#include <unistd.h>

namespace toruscope::apps {

namespace {

/// True if the series is one of a .npy; otherwise it is one of a .csv.
bool is_npy_series(const std::filesystem::path& path, std::string_view column) {
  const std::string extension = core::extension_of_input(path);
  if (extension != ".csv" && extension != ".npy") refuse_input(path, core::wrong_extension(path, ".csv, .npy"));
  if (extension == ".npy" && !column.empty())
    refuse_input(path, fmt::format("column {} was asked for, but only .csv has columns", core::shown(column)));
  return extension == ".npy";
}

}  // namespace

Series read_series(const std::filesystem::path& path, std::string_view column) {
  if (is_npy_series(path, column)) return {read_npy(path, read_file(path)), ""};
  return read_csv(path, read_file(path), column);
}

ComplexSeries read_complex_series(const std::filesystem::path& path, std::string_view column) {
  if (is_npy_series(path, column)) {
    const std::string bytes = read_file(path);
    return {read_complex_npy(path, bytes), "", npy_kind(path, bytes).is_complex};
  }
  const Series real = read_csv(path, read_file(path), column);
  return {{real.values.begin(), real.values.end()}, real.column, false};
}

std::string read_file(const std::filesystem::path& path) {
  static const std::uint64_t memory =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::string text = core::read_input("read ", path, memory / 4);
  if (text.empty()) refuse_input(path, "the file is empty");
  return text;
}

void refuse_input(const std::filesystem::path& path, const std::string& what) {
  throw ConfigError(fmt::format("read {}: {}", core::escaped(path.string()), what));
}

}  // namespace toruscope::apps
