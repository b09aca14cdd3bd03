// SPDX-License-Identifier: Apache-2.0
// What the ending of a file's name says.

#pragma once

#include <filesystem>
#include <string>

namespace toruscope::core {

/// ".csv", in small letters.
std::string extension_of(const std::filesystem::path& path);
/// The extension of an input, which may be packed: also of "a.csv.gz".
std::string extension_of_input(const std::filesystem::path& path);

/// "unknown extension .txt; extensions are: .csv, .npy"
std::string wrong_extension(const std::filesystem::path& path, const std::string& known);

}  // namespace toruscope::core
