// SPDX-License-Identifier: Apache-2.0
// Meaning of an output's name: a file, one that will be made, or a stream of the process.

#pragma once

#include <filesystem>
#include <optional>

namespace toruscope::core {

/// The file that is written where `path` is: through symbolic links, even to missing targets,
/// without dots as far as the folders exist. Empty if unknown, as for links in a circle.
std::filesystem::path file_behind(const std::filesystem::path& path);

/// The descriptor of this process that a path names, such as /dev/stdout or /proc/self/fd/3, or the
/// standard stream that goes to this regular file. Output there follows what is written already:
/// such a file is neither replaced nor written from its beginning.
std::optional<int> open_descriptor(const std::filesystem::path& path);

}  // namespace toruscope::core
