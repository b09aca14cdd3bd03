// SPDX-License-Identifier: Apache-2.0
// The one reader of files named by a command line or a description: whole, or refused.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace toruscope::core {

/// The operating system's words for an error number: "Permission denied".
std::string error_text(int number);

/// The contents of a regular file, unpacked if gzip has packed it, without a mark for UTF-8.
/// `before` begins the sentence of a refusal: "read ", "graph: ". A device, a pipe or a folder is
/// refused unread, so reading always ends.
/// Errors    ConfigError: no such file, no regular file, more than `most_bytes` packed or unpacked,
///           damaged by gzip's sum, text in UTF-16, not readable to its end, or a file that the
///           command writes (command_files.hpp). HostLimitError: no room for another open file.
std::string read_input(const std::string& before, const std::filesystem::path& file, std::uint64_t most_bytes);

/// The same of a file that the command may write, too: with what it has read in its place.
std::string read_input_to_replace(const std::string& before, const std::filesystem::path& file,
                                  std::uint64_t most_bytes);

/// Bytes that reading the file takes at least: as it lies there, or as gzip says of its content, in
/// a number of 32 bits. 0 for what is no regular file.
std::uint64_t least_content(const std::filesystem::path& file);

}  // namespace toruscope::core
