// SPDX-License-Identifier: Apache-2.0
// Names, one a line.

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::apps {

/// Names of the rows of a matrix, fit to be shown; blank lines are passed over. `path` is only for
/// the message.
/// Errors    ConfigError unless there are `rows` of them.
std::vector<std::string> read_names(const std::filesystem::path& path, std::string_view text, std::size_t rows);

}  // namespace toruscope::apps
