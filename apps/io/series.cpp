// SPDX-License-Identifier: Apache-2.0
// Picks the reader by the file's extension.

#include "apps/io/series.hpp"

#include "apps/io/csv.hpp"
#include "apps/io/npy.hpp"
#include "runtime/core/input_file.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <cstdint>
#include <fmt/format.h>
#include <unistd.h>

namespace toruscope::apps {

Series read_series(const std::filesystem::path& path, std::string_view column) {
  const std::string extension = extension_of(path);
  if (extension == ".csv") return read_csv(path, read_file(path), column);
  if (extension == ".npy") {
    if (!column.empty())
      refuse_input(path,
                   fmt::format("column {} was asked for, but only .csv has columns", core::shown(column)));
    return {read_npy(path, read_file(path)), ""};
  }
  refuse_input(path, wrong_extension(path, ".csv, .npy"));
}

std::string read_file(const std::filesystem::path& path) {
  static const std::uint64_t memory =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::string text = core::read_input("read ", path, memory);
  if (text.empty()) refuse_input(path, "the file is empty; at least one value is needed");
  return text;
}

std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return extension;
}

std::string wrong_extension(const std::filesystem::path& path, const std::string& known) {
  const std::string extension = extension_of(path);
  return fmt::format(
      "{}; extensions are: {}",
      extension.empty() ? "its name has no extension" : "unknown extension " + core::shown(extension), known);
}

void refuse_input(const std::filesystem::path& path, const std::string& what) {
  throw ConfigError(fmt::format("read {}: {}", core::escaped(path.string()), what));
}

}  // namespace toruscope::apps
