// SPDX-License-Identifier: Apache-2.0
// Times that count no ticks: of what is no step machine's.

#pragma once

#include <toruscope/units.hpp>

#include <string_view>

namespace toruscope::core {

/// Reads as Time::parse does; the advice of its errors names no ticks.
Time parse_duration(std::string_view text, std::string_view what);

}  // namespace toruscope::core
