// SPDX-License-Identifier: Apache-2.0

#include "picture/bars.hpp"

#include <algorithm>
#include <numeric>

namespace toruscope::picture {

namespace {

constexpr double kBarHeight = 24;
constexpr double kBarStep = 36;
constexpr double kBarsWide = 620;
constexpr double kBarEdge = 18;
constexpr double kMostTimesLonger = 10;

double whole(const Bar& bar) {
  return std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0,
                         [](double sum, const BarPart& part) { return sum + part.value; });
}

/// Writes names of occurring kinds beside colours. Returns the next row's place. Null: only that.
double place_kinds(Svg* svg, const Bars& bars, double top, double width) {
  double x = kBarEdge;
  for (std::size_t kind = 0; kind < bars.kinds.size(); ++kind) {
    const bool occurs = std::any_of(bars.bars.begin(), bars.bars.end(), [&](const Bar& bar) {
      return std::any_of(bar.parts.begin(), bar.parts.end(),
                         [&](const BarPart& part) { return part.kind == kind && part.value > 0; });
    });
    if (!occurs) continue;
    const double needed = 20 + width_of(bars.kinds[kind].name, 12) + 18;
    if (x + needed > width && x > kBarEdge) {
      x = kBarEdge;
      top += 20;
    }
    if (svg != nullptr) {
      svg->rectangle({x, top - 11}, {14, 13}, bars.kinds[kind].colour);
      svg->words({x + 20, top}, bars.kinds[kind].name, {.anchor = Anchor::start, .size = 12});
    }
    x += needed;
  }
  return top + 20;
}

/// Draws the jagged end of a bar that goes on.
void draw_cut(Svg& svg, Point corner) {
  constexpr double kTooth = 6;
  std::vector<Point> paper{{corner.x + 1, corner.y - 1}};
  for (int i = 0; i <= 4; ++i)
    paper.push_back({corner.x - (i % 2 == 0 ? 0 : kTooth), corner.y + kBarHeight * i / 4});
  paper.push_back({corner.x + 1, corner.y + kBarHeight + 1});
  svg.polygon(paper, Colour::paper);
}

/// The part of an axis up to `most`, which each bar is drawn on.
struct BarAxis {
  const Axis& axis;
  double left;
  double most;
  [[nodiscard]] double place(double value) const { return left + axis.place(std::min(value, most)); }
};

void draw_parts(Svg& svg, const Bars& bars, const Bar& bar, const BarAxis& axis, double top) {
  double begin = 0;
  for (const BarPart& part : bar.parts) {
    const double x = axis.place(begin);
    const double wide = axis.place(begin + part.value) - x;
    const BarKind& kind = bars.kinds[part.kind];
    if (wide > 0) svg.rectangle({x, top}, {wide, kBarHeight}, kind.colour, kind.name + ": " + part.text);
    begin += part.value;
  }
  if (begin > axis.most * (1 + 1e-9)) draw_cut(svg, {axis.place(begin), top});
}

void write_parts(Svg& svg, const Bars& bars, const Bar& bar, const BarAxis& axis, double top) {
  double begin = 0;
  const double line = top + kBarHeight / 2 + 4;
  for (const BarPart& part : bar.parts) {
    const double x = axis.place(begin);
    const double wide = axis.place(begin + part.value) - x;
    if (width_of(part.text, 11) + 8 < wide)
      svg.words({x + wide / 2, line}, part.text,
                {.size = 11, .paint = letters_on(bars.kinds[part.kind].colour)});
    begin += part.value;
  }
  svg.words({axis.place(begin) + 8, line}, bar.text, {.anchor = Anchor::start, .size = 12, .is_bold = true});
}

void draw_limit(Svg& svg, const BarLimit& limit, const BarAxis& axis, double top, double bottom) {
  const double at = axis.place(limit.value);
  svg.line({at, top - 6}, {at, bottom}, {Colour::critical, 1.8, true});
  const bool is_right = at - axis.left > kBarsWide * .6;
  svg.words({at + (is_right ? -4 : 4), top - 9}, limit.text,
            {.anchor = is_right ? Anchor::end : Anchor::start,
             .size = 12,
             .paint = Colour::critical,
             .is_bold = true});
}

}  // namespace

std::string bars_picture(const Bars& bars) {
  double names = 0;
  double texts = 0;
  double most = 0;
  for (const Bar& bar : bars.bars) {
    names = std::max(names, width_of(bar.name, 13));
    texts = std::max(texts, width_of(bar.text, 12) * 1.1);
    most = std::max(most, whole(bar));
  }
  if (!bars.bars.empty()) most = std::min(most, std::max(whole(bars.bars.front()) * kMostTimesLonger, 1e-15));
  if (bars.limit) most = std::max(most, bars.limit->value);
  Axis axis(bars.quantity, false, kBarsWide, 70);
  axis.include(0);
  axis.include(most);

  const double left = kBarEdge + names + 12;
  double width = left + kBarsWide + texts + kBarEdge;
  width = std::max(width, width_of(bars.title, 16) + 2 * kBarEdge);
  for (const std::string& line : bars.caption) width = std::max(width, width_of(line, 12) + 2 * kBarEdge);
  constexpr double kKinds = 54;
  constexpr double kLineOfCaption = 17;
  const double top = place_kinds(nullptr, bars, kKinds, width - kBarEdge) + (bars.limit ? 22 : 4);
  const double bottom = top + kBarStep * static_cast<double>(bars.bars.size());
  Svg svg({width, bottom + 52 + kLineOfCaption * static_cast<double>(bars.caption.size()) + 8}, bars.title);
  svg.words({kBarEdge, 26}, bars.title, {.anchor = Anchor::start, .size = 16, .is_bold = true});
  place_kinds(&svg, bars, kKinds, width - kBarEdge);
  for (const Axis::Tick& tick : axis.ticks()) {
    const double at = left + axis.place(tick.value);
    svg.line({at, top}, {at, bottom}, {Colour::hair});
    svg.words({at, bottom + 16}, tick.label, {.size = 12});
  }
  svg.words({left + kBarsWide / 2, bottom + 36}, bars.label);
  const BarAxis places{axis, left, most};
  const auto top_of = [&](std::size_t i) {
    return top + kBarStep * static_cast<double>(i) + (kBarStep - kBarHeight) / 2;
  };
  for (std::size_t i = 0; i < bars.bars.size(); ++i) draw_parts(svg, bars, bars.bars[i], places, top_of(i));
  svg.line({left, top}, {left, bottom}, {Colour::soft});
  if (bars.limit) draw_limit(svg, *bars.limit, places, top, bottom);
  for (std::size_t i = 0; i < bars.bars.size(); ++i) {
    svg.words({left - 10, top_of(i) + kBarHeight / 2 + 4}, bars.bars[i].name, {.anchor = Anchor::end});
    write_parts(svg, bars, bars.bars[i], places, top_of(i));
  }
  double line = bottom + 58;
  for (const std::string& text : bars.caption) {
    svg.words({kBarEdge, line}, text, {.anchor = Anchor::start, .size = 12, .paint = Colour::soft});
    line += kLineOfCaption;
  }
  return svg.document();
}

}  // namespace toruscope::picture
