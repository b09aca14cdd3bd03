// SPDX-License-Identifier: Apache-2.0
// Meaning of an output's name: a file that is there, one that will be made, or a stream that the
// process has open.

#pragma once

#include <filesystem>
#include <optional>

namespace toruscope::core {

/// The file that is written where `path` is: through symbolic links, whether or not their target
/// exists yet, without dots as far as the folders exist. Empty if that cannot be told, as for links
/// that lead in a circle.
std::filesystem::path file_behind(const std::filesystem::path& path);

/// The descriptor of this process that a path names, such as /dev/stdout or /proc/self/fd/3, or
/// standard output or standard error where the path is the regular file to which it goes. What is
/// written there has to follow what is there already: such a file is neither replaced nor written
/// from its beginning.
std::optional<int> open_descriptor(const std::filesystem::path& path);

}  // namespace toruscope::core
