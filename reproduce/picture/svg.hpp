// SPDX-License-Identifier: Apache-2.0
// Writes an SVG document of lines, marks and words that can be read on light and on dark paper.
//
// Units       pixels, the origin at the top left. Every number is written with one decimal.
// Invariants  The document is well-formed XML whatever the words are.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::reproduction {

struct Point {
  double x = 0;
  double y = 0;
};

enum class Anchor { start, middle, end };

/// How something is drawn: a line of ink, a faint one, or the colour of a series, 0 .. kSeries-1.
struct Pen {
  enum class Kind { ink, faint, series };
  Kind kind = Kind::ink;
  int series = 0;
  bool is_dashed = false;
};
inline constexpr int kSeries = 6;

class Svg {
 public:
  /// `title` is what a screen reader says.
  Svg(double width, double height, std::string_view title);

  void line(Point from, Point to, Pen pen = {});
  void polyline(const std::vector<Point>& points, Pen pen = {});
  /// A line with a head at its end, which stops `gap` short of both points.
  void arrow(Point from, Point to, double gap, Pen pen = {});
  void dot(Point at, double radius, Pen pen = {});
  /// A ring: a dot that shows the paper.
  void ring(Point at, double radius, Pen pen = {});
  void words(Point at, std::string_view text, Anchor anchor = Anchor::middle, bool is_small = false);
  /// The same, turned by a quarter to the left.
  void words_upwards(Point at, std::string_view text);

  [[nodiscard]] std::string document() const;

 private:
  std::string body_;
};

}  // namespace toruscope::reproduction
