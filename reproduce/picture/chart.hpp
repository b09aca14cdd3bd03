// SPDX-License-Identifier: Apache-2.0
// Curves and measured points over logarithmic or even axes, in panels side by side.

#pragma once

#include "reproduce/picture/svg.hpp"

#include <string>
#include <vector>

namespace toruscope::reproduction {

/// `line` is drawn through, `marks` are rings on it. Coordinates on a logarithmic axis are above 0.
struct Series {
  std::string name;
  std::vector<Point> line;
  std::vector<Point> marks{};
};

struct Panel {
  std::string title;
  std::vector<Series> series;
};

struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  double x_base = 10;  ///< ticks at its powers
  double y_base = 10;
  double x_step = 0;  ///< above 0: an even axis, ticks at its multiples
  double y_step = 0;
  std::vector<Panel> panels;  ///< two in a row
};

/// One legend for all panels, by the series of the first.
std::string chart_picture(const Chart& chart);

}  // namespace toruscope::reproduction
