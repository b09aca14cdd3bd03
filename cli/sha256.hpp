// SPDX-License-Identifier: Apache-2.0
// The fingerprint of an input file.
//
// Source  FIPS PUB 180-4, Secure Hash Standard, 2015, section 6.2.

#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace toruscope::detail {

/// 64 hexadecimal digits.
std::string sha256(std::span<const std::byte> data);
/// Errors    ConfigError if the file cannot be read.
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace toruscope::detail
