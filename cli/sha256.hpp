// SPDX-License-Identifier: Apache-2.0
// The fingerprint of an input file.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace toruscope::detail {

/// SHA-256, 64 hexadecimal digits. Nothing if it is no regular file: a pipe gives what it has once, and that was read.
/// Errors    ConfigError if the file cannot be read to its end.
std::optional<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace toruscope::detail
