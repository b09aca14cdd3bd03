// SPDX-License-Identifier: Apache-2.0

#include "reproduce/picture/chart.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace toruscope::reproduction {

namespace {

constexpr double kWide = 330;  // a panel's field
constexpr double kHigh = 230;
constexpr double kLeft = 62;   // room for the numbers and the label of the y axis
constexpr double kAbove = 30;  // for the panel's title
constexpr double kBelow = 48;  // for the x axis
constexpr double kHead = 64;   // for the title and the legend of the whole
constexpr double kEdge = 16;
constexpr std::size_t kInARow = 2;

/// Whole powers of a base, or multiples of a step, that enclose the values.
class Axis {
 public:
  Axis(double base, double step, double length) : base_(base), step_(step), length_(length) {}

  void include(double value) {
    constexpr double kSlack = 1e-9;  // a tick is no further than itself
    low_ = std::min(low_, static_cast<int>(std::floor(in_ticks(value) + kSlack)));
    high_ = std::max(high_, static_cast<int>(std::ceil(in_ticks(value) - kSlack)));
  }
  [[nodiscard]] double place(double value) const {
    return length_ * (in_ticks(value) - low_) / std::max(high_ - low_, 1);
  }
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> all;
    for (int e = low_; e <= high_; ++e) all.push_back(step_ > 0 ? e * step_ : std::pow(base_, e));
    return all;
  }

 private:
  [[nodiscard]] double in_ticks(double value) const {
    return step_ > 0 ? value / step_ : std::log(value) / std::log(base_);
  }

  double base_;
  double step_;
  double length_;
  int low_ = 1 << 20;
  int high_ = -(1 << 20);
};

void draw_panel(Svg& svg, const Chart& chart, const Panel& panel, Point corner, Axis x, Axis y) {
  const auto place = [&](Point p) { return Point{corner.x + x.place(p.x), corner.y + kHigh - y.place(p.y)}; };
  const Pen faint{Pen::Kind::faint};
  svg.words({corner.x, corner.y - 10}, panel.title, Anchor::start);
  for (const double tick : x.ticks()) {
    const double at = corner.x + x.place(tick);
    svg.line({at, corner.y}, {at, corner.y + kHigh}, faint);
    svg.words({at, corner.y + kHigh + 16}, fmt::format("{:g}", tick), Anchor::middle, true);
  }
  for (const double tick : y.ticks()) {
    const double at = corner.y + kHigh - y.place(tick);
    svg.line({corner.x, at}, {corner.x + kWide, at}, faint);
    svg.words({corner.x - 6, at + 4}, fmt::format("{:g}", tick), Anchor::end, true);
  }
  svg.line({corner.x, corner.y}, {corner.x, corner.y + kHigh});
  svg.line({corner.x, corner.y + kHigh}, {corner.x + kWide, corner.y + kHigh});
  svg.words({corner.x + kWide / 2, corner.y + kHigh + 36}, chart.x_label);
  svg.words_upwards({corner.x - 44, corner.y + kHigh / 2}, chart.y_label);
  int color = 0;
  for (const Series& series : panel.series) {
    const Pen pen{Pen::Kind::series, color++};
    std::vector<Point> line;
    for (const Point& p : series.line) line.push_back(place(p));
    svg.polyline(line, pen);
    for (const Point& p : series.marks) svg.ring(place(p), 3.5, pen);
  }
}

}  // namespace

std::string chart_picture(const Chart& chart) {
  Axis x(chart.x_base, chart.x_step, kWide);
  Axis y(chart.y_base, chart.y_step, kHigh);
  for (const Panel& panel : chart.panels)
    for (const Series& series : panel.series)
      for (const auto& points : {series.line, series.marks})
        for (const Point& p : points) {
          x.include(p.x);
          y.include(p.y);
        }
  const std::size_t columns = std::min(chart.panels.size(), kInARow);
  const std::size_t rows = (chart.panels.size() + kInARow - 1) / kInARow;
  const double width = static_cast<double>(columns) * (kLeft + kWide + kEdge) + kEdge;
  Svg svg(width, kHead + static_cast<double>(rows) * (kAbove + kHigh + kBelow) + kEdge, chart.title);
  svg.words({kEdge, 24}, chart.title, Anchor::start);
  double at = kEdge;
  int color = 0;
  for (const Series& series : chart.panels.front().series) {
    const Pen pen{Pen::Kind::series, color++};
    svg.line({at, 44}, {at + 24, 44}, pen);
    svg.ring({at + 12, 44}, 3.5, pen);
    svg.words({at + 30, 48}, series.name, Anchor::start);
    at += 50 + 7.5 * static_cast<double>(series.name.size());
  }
  for (std::size_t i = 0; i < chart.panels.size(); ++i)
    draw_panel(svg, chart, chart.panels[i],
               {kEdge + kLeft + static_cast<double>(i % kInARow) * (kLeft + kWide + kEdge),
                kHead + kAbove + static_cast<double>(i / kInARow) * (kAbove + kHigh + kBelow)},
               x, y);
  return svg.document();
}

}  // namespace toruscope::reproduction
