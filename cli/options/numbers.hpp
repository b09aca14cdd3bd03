// SPDX-License-Identifier: Apache-2.0
// Numbers and choices as a user writes them.

#pragma once

#include "runtime/core/numbers.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

using core::Fraction;
using core::parse_fraction;
using core::parse_seed;
using core::parse_whole;
using core::split;

/// "30s", "500ms": wall time. Errors: ConfigError if it has no unit or is below 1 ms.
std::chrono::milliseconds parse_wall_time(std::string_view text, std::string_view what);
/// begin, begin times factor, ... up to end. Precondition: begin <= end, factor >= 2.
std::vector<std::size_t> geometric(std::size_t begin, std::size_t end, std::size_t factor);
/// The index of the text in `known`. Errors: ConfigError with the known words and the nearest one.
std::size_t parse_word(std::string_view text, std::string_view kind, std::string_view plural,
                       const std::vector<std::string>& known);

}  // namespace toruscope::cli
