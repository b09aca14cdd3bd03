// SPDX-License-Identifier: Apache-2.0

#include "picture/chart.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::picture {

namespace {

constexpr double kNumbers = 78;  // room left of a field for the numbers and the label of the y axis
constexpr double kUnder = 52;    // below it, for the x axis
constexpr double kEdge = 18;
constexpr double kBand = 20;        // the band of winners
constexpr double kRowOfNames = 15;  // from name to name at the right
constexpr double kNameSize = 12;
constexpr std::size_t kInARow = 2;

/// The measures of all panels of a chart.
struct Measures {
  Size field;
  double names = 0;  // room at the right
  double above = 0;  // room for a panel's title and its band

  explicit Measures(const Chart& chart) {
    field = chart.panels.size() == 1 ? Size{640, 400} : Size{400, 280};
    bool has_title = false;
    std::size_t most_names = 0;
    bool has_band = false;
    for (const Panel& panel : chart.panels) {
      has_title = has_title || !panel.title.empty();
      has_band = has_band || !panel.winners.empty();
      most_names = std::max(most_names, panel.series.size());
      for (const Series& series : panel.series) names = std::max(names, width_of(series.name, kNameSize) + 48);
    }
    field.height = std::max(field.height, kRowOfNames * static_cast<double>(most_names));
    above = (has_title ? 24 : 4) + (has_band ? kBand + 34 : 0);
  }
  [[nodiscard]] Size panel() const { return {kNumbers + field.width + names, above + field.height + kUnder}; }
};

struct End {
  const Series* series;
  Point at;
};

Point last_of(const Series& series) {
  std::vector<Point> all = series.line;
  for (const Mark& mark : series.marks) all.push_back(mark.at);
  return *std::max_element(all.begin(), all.end(), [](Point a, Point b) { return a.x < b.x; });
}

bool is_drawn(const Series& series) {
  return !series.line.empty() || !series.marks.empty();
}

/// Spreads places: as wanted, but at least `apart` from each other and within 0 .. height.
std::vector<double> spread(const std::vector<double>& wanted, double apart, double height) {
  std::vector<double> places = wanted;
  for (std::size_t i = 1; i < places.size(); ++i) places[i] = std::max(places[i], places[i - 1] + apart);
  double limit = height;
  for (std::size_t i = places.size(); i-- > 0; limit = places[i] - apart)
    places[i] = std::min(places[i], limit);
  return places;
}

class PanelDrawing {
 public:
  PanelDrawing(Svg& svg, const Chart& chart, const Panel& panel, const Measures& measures, Point corner,
               const Axis& x, const Axis& y)
      : svg_(svg), chart_(chart), panel_(panel), field_(measures.field), corner_(corner), x_(x), y_(y) {}

  void draw() const {
    draw_axes();
    draw_winners();
    for (const auto weight : {Series::Weight::light, Series::Weight::bound, Series::Weight::full})
      for (const Series& series : panel_.series)
        if (series.weight == weight) draw_series(series);
    draw_names();
  }

 private:
  [[nodiscard]] Point place(Point p) const {
    return {corner_.x + x_.place(p.x), corner_.y + field_.height - y_.place(p.y)};
  }
  [[nodiscard]] static Paint paint_of(const Series& series) {
    switch (series.weight) {
      case Series::Weight::light:
        return Colour::faint;
      case Series::Weight::bound:
        return Colour::soft;
      case Series::Weight::full:
        break;
    }
    return series_colour(series.style);
  }
  [[nodiscard]] static Shape shape_of(const Series& series) {
    // Colours repeat before shapes do where the numbers go on.
    return static_cast<Shape>((series.style + series.style / kSeries) % kShapes);
  }

  void draw_axes() const {
    const double bottom = corner_.y + field_.height;
    const double right = corner_.x + field_.width;
    const Pen grid{Colour::hair};
    for (const Axis::Tick& tick : x_.ticks()) {
      const double at = corner_.x + x_.place(tick.value);
      svg_.line({at, corner_.y}, {at, bottom}, grid);
      if (tick.label.empty()) continue;
      svg_.line({at, bottom}, {at, bottom + 4}, {Colour::soft});
      svg_.words({at, bottom + 18}, tick.label, {.size = 12});
    }
    for (const Axis::Tick& tick : y_.ticks()) {
      const double at = corner_.y + field_.height - y_.place(tick.value);
      svg_.line({corner_.x, at}, {right, at}, grid);
      if (!tick.label.empty())
        svg_.words({corner_.x - 7, at + 4}, tick.label, {.anchor = Anchor::end, .size = 12});
    }
    svg_.line({corner_.x, corner_.y}, {corner_.x, bottom}, {Colour::soft});
    svg_.line({corner_.x, bottom}, {right, bottom}, {Colour::soft});
    svg_.words({corner_.x + field_.width / 2, bottom + 40}, chart_.x.label, {.size = 13});
    svg_.words({corner_.x - 62, corner_.y + field_.height / 2}, chart_.y.label, {.size = 13, .turns_up = true});
    if (!panel_.title.empty())
      svg_.words({corner_.x, corner_.y - 10 - (panel_.winners.empty() ? 0 : kBand + 34)}, panel_.title,
                 {.anchor = Anchor::start, .is_bold = true});
  }

  /// Draws the band, and the values at which the best series changes.
  void draw_winners() const {
    const double top = corner_.y - kBand - 2;
    double last_end = corner_.x;  // of the words above the band
    bool was_raised = false;
    for (std::size_t i = 0; i < panel_.winners.size(); ++i) {
      const Winner& winner = panel_.winners[i];
      const Series& series = panel_.series[winner.series];
      const double from = i == 0 ? corner_.x : corner_.x + x_.place(winner.from);
      const bool is_last = i + 1 == panel_.winners.size();
      const double to = is_last ? corner_.x + field_.width : corner_.x + x_.place(winner.to);
      const std::string others = winner.as_fast == 0 ? "" : fmt::format(", {} more as fast", winner.as_fast);
      svg_.rectangle({from, top}, {to - from, kBand}, paint_of(series), "fastest: " + series.name + others);
      const bool has_room = width_of(series.name + others, kNameSize) + 6 < to - from;
      if (has_room || width_of(series.name, kNameSize) + 6 < to - from)
        svg_.words({(from + to) / 2, top + 14}, series.name + (has_room ? others : ""),
                   {.size = kNameSize, .paint = letters_on(series_colour(series.style)), .is_bold = true});
      if (i == 0) continue;
      svg_.line({from, top}, {from, corner_.y + field_.height}, {Colour::ink, 1.2, true});
      const double half = width_of(winner.border, 12) / 2;
      const bool meets = from - half < last_end;  // the one before
      svg_.words({from, top - (meets && !was_raised ? 19 : 5)}, winner.border, {.size = 12});
      was_raised = meets && !was_raised;
      last_end = from + half + 6;
    }
  }

  void draw_series(const Series& series) const {
    const Paint paint = paint_of(series);
    const bool is_full = series.weight == Series::Weight::full;
    const auto draw_line = [&](const std::vector<Point>& points, const Pen& pen) {
      std::vector<Point> line;
      line.reserve(points.size());
      for (const Point& p : points) line.push_back(place(p));
      if (line.size() > 1) svg_.polyline(line, pen, series.name);
    };
    draw_line(series.line, {paint, is_full ? 1.8 : 1.2, series.weight == Series::Weight::bound});
    draw_line(series.beside, {Colour::ink, 1, true});
    for (const Mark& mark : series.marks)
      svg_.mark(place(mark.at), shape_of(series), paint, mark.is_full, mark.note);
  }

  /// Draws the names at the right, as near to the curves' ends as they can be without meeting.
  void draw_names() const {
    std::vector<End> ends;
    for (const Series& series : panel_.series)
      if (is_drawn(series)) ends.push_back({&series, place(last_of(series))});
    std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.at.y < b.at.y; });
    std::vector<double> wanted;
    wanted.reserve(ends.size());
    for (const End& end : ends) wanted.push_back(end.at.y - corner_.y);
    const std::vector<double> places = spread(wanted, kRowOfNames, field_.height + kRowOfNames / 2);
    const double at = corner_.x + field_.width + 26;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const auto& [series, end] = ends[i];
      const double y = corner_.y + places[i];
      const bool is_light = series->weight == Series::Weight::light;
      if (end.x > corner_.x + .9 * field_.width) svg_.line({end.x + 6, end.y}, {at - 8, y}, {Colour::rail});
      if (series->marks.empty())
        svg_.line({at - 6, y}, {at + 6, y}, {paint_of(*series), 1.6, series->weight == Series::Weight::bound});
      else
        svg_.mark({at, y}, shape_of(*series), paint_of(*series), !is_light);
      svg_.words({at + 10, y + 4}, series->name,
                 {.anchor = Anchor::start, .size = kNameSize, .paint = is_light ? Colour::soft : Colour::ink});
    }
  }

  Svg& svg_;
  const Chart& chart_;
  const Panel& panel_;
  Size field_;
  Point corner_;
  const Axis& x_;
  const Axis& y_;
};

void include_all(const Chart& chart, Axis& x, Axis& y) {
  const auto include = [&](Point p) {
    x.include(p.x);
    y.include(p.y);
  };
  for (const Panel& panel : chart.panels)
    for (const Series& series : panel.series) {
      for (const Point& p : series.line) include(p);
      for (const Point& p : series.beside) include(p);
      for (const Mark& mark : series.marks) include(mark.at);
    }
}

}  // namespace

std::string chart_picture(const Chart& chart) {
  const Measures measures(chart);
  Axis x(chart.x.quantity, chart.x.is_logarithmic, measures.field.width, 58);
  Axis y(chart.y.quantity, chart.y.is_logarithmic, measures.field.height, 30);
  include_all(chart, x, y);
  const std::size_t columns = std::min(chart.panels.size(), kInARow);
  const std::size_t rows = (chart.panels.size() + kInARow - 1) / kInARow;
  const Size panel = measures.panel();
  constexpr double kTitle = 40;
  constexpr double kCaptionLine = 17;
  double widest = width_of(chart.title, 16);
  for (const std::string& line : chart.caption) widest = std::max(widest, width_of(line, 12));
  const double width = std::max(static_cast<double>(columns) * panel.width, widest) + 2 * kEdge;
  const double bottom = kTitle + static_cast<double>(rows) * panel.height;
  Svg svg({width, bottom + kCaptionLine * static_cast<double>(chart.caption.size()) + kEdge}, chart.title);
  svg.words({kEdge, 26}, chart.title, {.anchor = Anchor::start, .size = 16, .is_bold = true});
  for (std::size_t i = 0; i < chart.panels.size(); ++i) {
    const Point corner{kEdge + kNumbers + static_cast<double>(i % kInARow) * panel.width,
                       kTitle + measures.above + static_cast<double>(i / kInARow) * panel.height};
    PanelDrawing(svg, chart, chart.panels[i], measures, corner, x, y).draw();
  }
  double line = bottom + 12;
  for (const std::string& text : chart.caption) {
    svg.words({kEdge, line}, text, {.anchor = Anchor::start, .size = 12, .paint = Colour::soft});
    line += kCaptionLine;
  }
  return svg.document();
}

}  // namespace toruscope::picture
