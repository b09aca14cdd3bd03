// SPDX-License-Identifier: Apache-2.0

#include "reproduce/picture/rounds.hpp"

#include "picture/svg.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr double kCell = 46;      // from PE to PE
constexpr double kRound = 58;     // from round to round
constexpr double kFirstRow = 70;  // the first row of PEs
constexpr double kMargin = 30;    // around everything
constexpr double kLetter = 7.5;   // width of a letter, to make room for labels
constexpr double kDot = 4;

using namespace picture;

}  // namespace

std::vector<std::string> step_labels(std::size_t steps) {
  std::vector<std::string> labels;
  for (std::size_t i = 1; i <= steps; ++i) labels.push_back(fmt::format("step {}", i));
  return labels;
}

std::string rounds_picture(const std::string& title, int p, const Schedule& schedule,
                           const std::vector<std::string>& labels) {
  std::size_t longest = 0;
  for (const std::string& label : labels) longest = std::max(longest, label.size());
  const double left = kMargin + kLetter * static_cast<double>(longest) + kCell / 2;
  const double width =
      std::max(left + kCell * (p - 1) + kMargin, 2 * kMargin + kLetter * static_cast<double>(title.size()));
  const double height = kFirstRow + kRound * static_cast<double>(schedule.size()) + kMargin;
  const auto place = [&](Rank pe, std::size_t level) {
    return Point{left + kCell * pe, kFirstRow + kRound * static_cast<double>(level)};
  };

  Svg svg({width, height}, title);
  svg.words({kMargin, kMargin}, title, {.anchor = Anchor::start});
  for (Rank pe = 0; pe < p; ++pe) {
    svg.words({place(pe, 0).x, kFirstRow - 14}, fmt::format("{}", pe));
    svg.line(place(pe, 0), place(pe, schedule.size()), {Colour::rail});
    for (std::size_t level = 0; level <= schedule.size(); ++level) svg.dot(place(pe, level), kDot);
  }
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (i < labels.size())
      svg.words({kMargin, place(0, i).y + kRound / 2 + kDot}, labels[i], {.anchor = Anchor::start});
    for (const Transfer& t : schedule[i])
      svg.arrow(place(t.from, i), place(t.to, i + 1), kDot + 1, {series_colour(static_cast<int>(i)), 1.6});
  }
  return svg.document();
}

}  // namespace toruscope::reproduce
