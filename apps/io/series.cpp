// SPDX-License-Identifier: Apache-2.0
// Picks the reader by the file's extension, and the file system's side of reading.

#include "apps/io/series.hpp"

#include "apps/io/csv.hpp"
#include "apps/io/npy.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

namespace toruscope::detail {

Series read_series(const std::filesystem::path& path, std::string_view column) {
  const std::string extension = extension_of(path);
  if (extension == ".csv") return read_csv(path, read_file(path), column);
  if (extension == ".npy") {
    if (!column.empty())
      refuse_input(path, fmt::format("column {} was asked for, but only .csv has columns", column));
    return {read_npy(path, read_file(path)), ""};
  }
  refuse_input(path, wrong_extension(path, ".csv, .npy"));
}

std::string read_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) refuse_input(path, "there is no such file");
  if (std::filesystem::is_directory(status)) refuse_input(path, "it is a directory; name a file in it");
  if (!std::filesystem::is_regular_file(status)) refuse_input(path, "it is no regular file");

  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_input(path, fmt::format("it cannot be opened ({})", system_error()));
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) refuse_input(path, "reading it failed");
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
  return fmt::format("{}; extensions are: {}",
                     extension.empty() ? "its name has no extension" : "unknown extension " + extension, known);
}

std::string system_error() {
  return std::generic_category().message(errno);
}

void refuse_input(const std::filesystem::path& path, const std::string& what) {
  throw ConfigError(fmt::format("read {}: {}", path.string(), what));
}

}  // namespace toruscope::detail
