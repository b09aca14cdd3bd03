// SPDX-License-Identifier: Apache-2.0

#include "picture/phase_map.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace toruscope::picture {

namespace {

constexpr double kPhaseEdge = 18;

Colour phase_colour(int number) {
  constexpr std::array kAll{Colour::send,       Colour::wait, Colour::receive,   Colour::reach,
                            Colour::critical,   Colour::work, Colour::send_pale, Colour::receive_pale,
                            Colour::reach_pale, Colour::hop};
  return kAll[static_cast<std::size_t>(number) % kAll.size()];
}

/// Distance of labels, such that they have room.
std::size_t labels_apart(const std::vector<std::string>& labels, double step) {
  double widest = 0;
  for (const std::string& label : labels) widest = std::max(widest, width_of(label, 12) + 8);
  std::size_t apart = 1;
  while (static_cast<double>(apart) * step < widest) ++apart;
  return apart;
}

void draw_phase_cell(Svg& svg, const PhaseMap& map, const PhaseCell& cell, Point corner, Size size) {
  if (cell.best < 0) {
    svg.rectangle(corner, size, Colour::raised, cell.note);
    svg.line({corner.x, corner.y + size.height}, {corner.x + size.width, corner.y}, {Colour::rail});
    return;
  }
  const Colour colour = phase_colour(cell.best);
  svg.rectangle({corner.x + .5, corner.y + .5}, {size.width - 1, size.height - 1}, colour, cell.note);
  if (cell.formula < 0) return;
  const double right = corner.x + size.width - .5;
  const double bottom = corner.y + size.height - .5;
  constexpr double kCorner = 19;
  svg.polygon({{right, bottom - kCorner}, {right, bottom}, {right - kCorner, bottom}}, Colour::paper);
  svg.words({right - 5.5, bottom - 3}, map.names[static_cast<std::size_t>(cell.formula)].letters,
            {.size = 9.5});
}

/// Writes the letters of a cell, over whatever crosses it.
void write_phase_cell(Svg& svg, const PhaseMap& map, const PhaseCell& cell, Point corner, Size size) {
  if (cell.best < 0) return;
  const Colour colour = phase_colour(cell.best);
  const Point middle{corner.x + size.width / 2, corner.y + size.height / 2};
  svg.dot(middle, 9.5, colour);
  svg.words({middle.x, middle.y + 5}, map.names[static_cast<std::size_t>(cell.best)].letters,
            {.size = 14, .paint = letters_on(colour), .is_bold = true});
}

/// Number of cells in which each is best.
std::vector<int> cells_won(const PhaseMap& map) {
  std::vector<int> won(map.names.size(), 0);
  for (const auto& row : map.rows)
    for (const PhaseCell& cell : row)
      if (cell.best >= 0) ++won[static_cast<std::size_t>(cell.best)];
  return won;
}

}  // namespace

std::string phase_picture(const PhaseMap& map) {
  const auto columns = static_cast<double>(map.xs.size());
  const auto rows = static_cast<double>(map.ys.size());
  const Size cell{std::clamp(680 / columns, 30.0, 64.0), std::clamp(380 / rows, 28.0, 48.0)};
  double y_labels = 0;
  for (const std::string& label : map.ys) y_labels = std::max(y_labels, width_of(label, 12));
  double names = 0;
  for (const PhaseName& name : map.names) names = std::max(names, width_of(name.name, 12) + 80);
  const Point corner{kPhaseEdge + 24 + y_labels + 10, 56};
  const Size field{cell.width * columns, cell.height * rows};
  const double legend = 20 * static_cast<double>(map.names.size()) + 44;
  const double bottom = corner.y + std::max(field.height + 66, legend);
  double width = corner.x + field.width + 24 + names + kPhaseEdge;
  width = std::max(width, width_of(map.title, 16) + 2 * kPhaseEdge);
  for (const std::string& line : map.caption) width = std::max(width, width_of(line, 12) + 2 * kPhaseEdge);
  Svg svg({width, bottom + 17 * static_cast<double>(map.caption.size()) + 6}, map.title);
  svg.words({kPhaseEdge, 26}, map.title, {.anchor = Anchor::start, .size = 16, .is_bold = true});
  const double base = corner.y + field.height;
  const auto each_cell = [&](auto&& draw) {
    for (std::size_t row = 0; row < map.rows.size(); ++row)
      for (std::size_t column = 0; column < map.rows[row].size(); ++column)
        draw(svg, map, map.rows[row][column],
             Point{corner.x + cell.width * static_cast<double>(column),
                   base - cell.height * static_cast<double>(row + 1)},
             cell);
  };
  each_cell(draw_phase_cell);
  const auto place = [&](Point at) { return Point{corner.x + cell.width * at.x, base - cell.height * at.y}; };
  for (const auto& [from, to] : map.borders) svg.line(place(from), place(to), {Colour::paper, 5});
  for (const auto& [from, to] : map.borders) svg.line(place(from), place(to), {Colour::ink, 2.2});
  each_cell(write_phase_cell);
  svg.frame(corner, field, {Colour::soft});
  const std::size_t apart = labels_apart(map.xs, cell.width);
  for (std::size_t i = 0; i < map.xs.size(); i += apart)
    svg.words({corner.x + cell.width * (static_cast<double>(i) + .5), base + 18}, map.xs[i], {.size = 12});
  for (std::size_t i = 0; i < map.ys.size(); ++i)
    svg.words({corner.x - 8, base - cell.height * (static_cast<double>(i) + .5) + 4}, map.ys[i],
              {.anchor = Anchor::end, .size = 12});
  svg.words({corner.x + field.width / 2, base + 40}, map.x_label);
  svg.words({kPhaseEdge + 10, corner.y + field.height / 2}, map.y_label, {.turns_up = true});

  const std::vector<int> won = cells_won(map);
  const double left = corner.x + field.width + 24;
  double line = corner.y + 14;
  for (std::size_t i = 0; i < map.names.size(); ++i) {
    const Colour colour = phase_colour(static_cast<int>(i));
    if (won[i] > 0) svg.rectangle({left, line - 13}, {24, 16}, colour);
    svg.words({left + 12, line}, map.names[i].letters,
              {.size = 12, .paint = won[i] > 0 ? letters_on(colour) : Colour::ink, .is_bold = true});
    svg.words({left + 31, line}, fmt::format("{} ({})", map.names[i].name, won[i]),
              {.anchor = Anchor::start, .size = 12});
    line += 20;
  }
  line += 8;
  if (!map.borders.empty()) {
    svg.line({left, line - 4}, {left + 24, line - 4}, {Colour::ink, 2.2});
    svg.words({left + 31, line}, "border by formula", {.anchor = Anchor::start, .size = 12});
  }
  line = bottom;
  for (const std::string& text : map.caption) {
    svg.words({kPhaseEdge, line}, text, {.anchor = Anchor::start, .size = 12, .paint = Colour::soft});
    line += 17;
  }
  return svg.document();
}

}  // namespace toruscope::picture
