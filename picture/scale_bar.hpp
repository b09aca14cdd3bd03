// SPDX-License-Identifier: Apache-2.0
// Scale of a Load: a bar from none to most, with numbers.

#pragma once

#include "picture/svg.hpp"

#include <cstdint>
#include <string>

namespace toruscope::picture {

inline constexpr double kScaleBarHeight = 44;

/// Draws the scale of the colours. `what`: "bytes on a link". Needs a width of 300.
void draw_scale_bar(Svg& svg, Point corner, std::int64_t most, const std::string& what, bool counts_bytes);

/// Writes "64 KiB", or "12" where messages are counted.
std::string load_text(std::int64_t load, bool counts_bytes);

}  // namespace toruscope::picture
