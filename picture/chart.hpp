// SPDX-License-Identifier: Apache-2.0
// Curves and measured points, in panels that share axes; a curve's name is at its end.

#pragma once

#include "picture/axis.hpp"
#include "picture/svg.hpp"

#include <string>
#include <vector>

namespace toruscope::picture {

struct Mark {
  Point at;
  bool is_full = false;
  std::string note{};  ///< shown by a browser
};

/// A curve. Coordinates on a logarithmic axis are above 0.
struct Series {
  enum class Weight { full, light, bound };  ///< light: in grey; bound: dashed, without marks
  std::string name;
  std::vector<Point> line{};
  std::vector<Mark> marks{};
  std::vector<Point> beside{};  ///< a thin dashed line: what a formula says
  int style = 0;                ///< colour and shape of marks, by number
  Weight weight = Weight::full;
};

/// The best series in an interval.
struct Winner {
  double from = 0;
  double to = 0;
  std::size_t series = 0;
  std::string border{};  ///< words where the interval begins
  int as_fast = 0;       ///< others that are as good all the way
};

struct Panel {
  std::string title;
  std::vector<Series> series;
  /// intervals from left to right: a band above the field, and a line where the best one changes
  std::vector<Winner> winners{};
};

struct ChartAxis {
  std::string label;
  Quantity quantity = Quantity::number;
  bool is_logarithmic = true;
};

struct Chart {
  std::string title;
  ChartAxis x, y;
  std::vector<Panel> panels;           ///< two in a row
  std::vector<std::string> caption{};  ///< lines below
};

std::string chart_picture(const Chart& chart);

/// Which series is lowest along x. Borders lie between measured values, where the straight lines
/// through two series meet; over bytes they are told in bytes, else by the values beside them.
std::vector<Winner> winners_of(const std::vector<Series>& all, bool is_over_bytes);

/// Gives styles to the series: those that win somewhere stand out; all of them where they are few.
void weigh(std::vector<Panel>& panels);

}  // namespace toruscope::picture
