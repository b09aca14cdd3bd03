// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/extension.hpp"

#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <fmt/core.h>
#include <system_error>

namespace toruscope::core {

std::string extension_of(const std::filesystem::path& path) {
  return in_small_letters(path.extension().string());
}

std::string extension_of_input(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".gz" ? extension_of(path.stem()) : extension;
}

std::string wrong_extension(const std::filesystem::path& path, const std::string& known) {
  const std::string extension = extension_of(path);
  std::error_code none;
  if (std::filesystem::is_directory(path, none))
    return fmt::format("it is a directory; name a file in it ({})", known);
  return fmt::format("{}; extensions are: {}",
                     extension.empty() ? "its name has no extension" : "unknown extension " + shown(extension),
                     known);
}

}  // namespace toruscope::core
