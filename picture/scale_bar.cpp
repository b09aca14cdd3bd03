// SPDX-License-Identifier: Apache-2.0

#include "picture/scale_bar.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/units.hpp>

namespace toruscope::picture {

std::string load_text(std::int64_t load, bool counts_bytes) {
  const auto size = static_cast<std::size_t>(load);
  constexpr std::size_t kSmall = 10'000;
  if (!counts_bytes || (size < kSmall && size % 1024 != 0)) return core::grouped(load);
  return bytes_to_string(size);
}

void draw_scale_bar(Svg& svg, Point corner, std::int64_t most, const std::string& what, bool counts_bytes) {
  constexpr double kStep = 13;
  constexpr double kHigh = 12;
  for (int step = 0; step < kLoads; ++step)
    svg.rectangle({corner.x + kStep * step, corner.y}, {kStep, kHigh}, Load{step});
  const double width = kStep * kLoads;
  const auto number = [&](double share, Anchor anchor, const std::string& text) {
    const double at = corner.x + width * share;
    svg.line({at, corner.y + kHigh}, {at, corner.y + kHigh + 3}, {Colour::soft});
    svg.words({at, corner.y + kHigh + 16}, text, {.anchor = anchor, .size = 11.5});
  };
  number(0, Anchor::start, "0");
  if (most >= 2) number(.5, Anchor::middle, load_text(most / 2, counts_bytes));
  number(1, Anchor::end, load_text(most, counts_bytes));
  svg.words({corner.x + width + 12, corner.y + kHigh - 1}, what, {.anchor = Anchor::start, .size = 12});
}

}  // namespace toruscope::picture
