// SPDX-License-Identifier: Apache-2.0
// The sizes behind a topology's name, "8x8x4": reading, writing, checking.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

inline constexpr int kMaxNodes = 1 << 24;

/// Writes "8x8x4".
std::string sizes_to_string(const std::vector<int>& sizes);

/// Reads "8x8x4". Errors: ConfigError of `topology`, advising its `form` ("torus:AxBx...").
std::vector<int> parse_sizes(std::string_view topology, std::string_view form, std::string_view text);

/// Reads the size of a topology that has a single one.
int parse_size(std::string_view topology, std::string_view form, std::string_view text);

/// Errors: ConfigError unless all sides, at least one, are >= 1 and nodes at most kMaxNodes.
void check_grid(std::string_view topology, const std::vector<int>& sides);

}  // namespace toruscope::core
