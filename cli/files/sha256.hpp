// SPDX-License-Identifier: Apache-2.0
// The fingerprint of an input file.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace toruscope::cli {

/// SHA-256, 64 hexadecimal digits. Nothing if the file, which was read before, can be read no more: the run's result counts more.
std::optional<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace toruscope::cli
