// SPDX-License-Identifier: Apache-2.0
// The fingerprint of an input file.

#pragma once

#include <filesystem>
#include <string>

namespace toruscope::detail {

/// SHA-256, 64 hexadecimal digits. Errors: ConfigError if the file cannot be read to its end.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace toruscope::detail
