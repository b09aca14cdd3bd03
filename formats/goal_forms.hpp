// SPDX-License-Identifier: Apache-2.0
// The two forms of GOAL. What is read is not checked by check_graph() yet.

#pragma once

#include "formats/operation_graph.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace toruscope::formats {

inline constexpr std::int64_t kMostGoalRanks = 1 << 17;
inline constexpr std::int64_t kMostGoalBytes = std::int64_t{1} << 40;

/// Reads the text. An operation's place is its line.
/// Errors    ConfigError with file and line.
OperationGraph read_goal_text(const std::string& file, std::string_view text);

/// True if the bytes begin as the binary form does.
bool is_goal_binary(std::string_view bytes);
/// Reads the binary form. An operation's place is its index on its rank.
/// Errors    ConfigError with rank and operation; LogGOPSim2's form by name.
OperationGraph read_goal_binary(const std::string& file, std::string_view bytes);

}  // namespace toruscope::formats
