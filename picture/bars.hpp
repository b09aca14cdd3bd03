// SPDX-License-Identifier: Apache-2.0
// Horizontal bars, each made of parts one after the other: what times are made of.

#pragma once

#include "picture/axis.hpp"
#include "picture/svg.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::picture {

struct BarKind {
  std::string name;  ///< name of the parts: "startups"
  Colour colour = Colour::send;
};
struct BarPart {
  std::size_t kind = 0;
  double value = 0;
  std::string text{};  ///< the value as it is written
};
struct Bar {
  std::string name;
  std::string text;  ///< words for the whole bar, behind its end
  std::vector<BarPart> parts;
};
struct BarLimit {
  double value = 0;
  std::string text;
};

/// A chart of bars. Bars above ten times the first are visibly cut off.
struct Bars {
  std::string title;
  std::string label;  ///< label of the axis
  Quantity quantity = Quantity::seconds;
  std::vector<BarKind> kinds;
  std::vector<Bar> bars;
  std::optional<BarLimit> limit{};  ///< a line that no bar should be shorter than
  std::vector<std::string> caption{};
};

std::string bars_picture(const Bars& bars);

}  // namespace toruscope::picture
