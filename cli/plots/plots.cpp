// SPDX-License-Identifier: Apache-2.0

#include "cli/plots/plots.hpp"

#include "cli/tables/sheets.hpp"
#include "picture/network_rounds.hpp"
#include "picture/phase_map.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/picture.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <sstream>

namespace toruscope::cli {

namespace {

constexpr int kPartsOfCell = 8;  // in which a formula is asked, along the bytes

std::string note_of_cell(const Phase& cell, const Over& over) {
  const std::string where =
      fmt::format("{} = {}, {}", over.name(), over.text(cell.place->value), counted(cell.bytes, "byte"));
  if (!cell.reason.empty()) return where + ": " + cell.reason;
  const Parameters& machine = cell.place->settings->parameters;
  std::string text = fmt::format("{}: {}, T = {}", where, cell.best, core::time_text(cell.time, machine));
  if (cell.differs())
    text += fmt::format("; the formula takes {}, T = {}", cell.formula,
                        core::time_text(*cell.formula_time, machine));
  return text;
}

/// The bytes at a place along the axis, in columns from the first one's begin.
std::size_t bytes_at(const std::vector<std::size_t>& sizes, double place) {
  const double from_first = place - .5;
  const auto last = static_cast<double>(sizes.size() - 1);
  const auto left = static_cast<std::size_t>(std::clamp(std::floor(from_first), 0.0, std::max(0.0, last - 1)));
  const double low = static_cast<double>(std::max<std::size_t>(sizes[left], 1));
  const double high = static_cast<double>(sizes[std::min(left + 1, sizes.size() - 1)]);
  const double bytes = low * std::pow(high / low, from_first - static_cast<double>(left));
  constexpr double kValueBytes = 8;  // of most operations
  return static_cast<std::size_t>(std::max(1.0, std::round(bytes / kValueBytes)) * kValueBytes);
}

/// Edges between parts of cells where formulas change their choice.
std::vector<picture::PhaseBorder> borders_of(const Phases& phases, const FormulaChoice& choice) {
  std::vector<std::vector<std::string>> choices;
  for (const auto& row : phases.rows) {
    auto& line = choices.emplace_back();
    const int parts = kPartsOfCell * static_cast<int>(row.size());
    for (int part = 0; part < parts; ++part)
      line.push_back(choice(*row.front().place, bytes_at(phases.sizes, (part + .5) / kPartsOfCell)));
  }
  const auto differ = [](const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && a != b;
  };
  std::vector<picture::PhaseBorder> borders;
  for (std::size_t row = 0; row < choices.size(); ++row)
    for (std::size_t part = 0; part < choices[row].size(); ++part) {
      const double x = static_cast<double>(part) / kPartsOfCell;
      const auto y = static_cast<double>(row);
      if (part > 0 && differ(choices[row][part - 1], choices[row][part]))
        borders.push_back({{x, y}, {x, y + 1}});
      if (row > 0 && differ(choices[row - 1][part], choices[row][part]))
        borders.push_back({{x, y}, {x + 1.0 / kPartsOfCell, y}});
    }
  return borders;
}

}  // namespace

PhaseLetters::PhaseLetters(const Phases& phases) {
  std::map<std::string, int> won;
  for (const auto& row : phases.rows)
    for (const Phase& cell : row) {
      if (!cell.best.empty()) ++won[cell.best];
      if (cell.differs()) won.emplace(cell.formula, 0);
    }
  names.assign(won.begin(), won.end());
  std::stable_sort(names.begin(), names.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

int PhaseLetters::number(const std::string& name) const {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& pair) { return pair.first == name; });
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::string PhaseLetters::letters(int number) {
  constexpr int kAlphabet = 26;
  const std::string last(1, static_cast<char>('A' + number % kAlphabet));
  return number < kAlphabet ? last : letters(number / kAlphabet - 1) + last;
}

std::string phase_plot(const Phases& phases, const Over& over, const std::string& what,
                       const std::string& machine, const std::string& x_label, const FormulaChoice& choice) {
  const PhaseLetters letters(phases);
  picture::PhaseMap map{.title = what + ": the fastest algorithm",
                        .x_label = x_label,
                        .y_label = over.kind == Over::Kind::pes ? "p" : "ts / tw, in bytes",
                        .xs = {},
                        .ys = {},
                        .rows = {},
                        .names = {}};
  for (const std::size_t size : phases.sizes) map.xs.push_back(bytes_to_string(size));
  bool has_differences = false;
  for (const auto& row : phases.rows) {
    map.ys.push_back(over.text(row.front().place->value));
    auto& cells = map.rows.emplace_back();
    for (const Phase& cell : row) {
      cells.push_back({letters.number(cell.best), cell.differs() ? letters.number(cell.formula) : -1,
                       note_of_cell(cell, over)});
      has_differences = has_differences || cell.differs();
    }
  }
  for (std::size_t i = 0; i < letters.names.size(); ++i)
    map.names.push_back({PhaseLetters::letters(static_cast<int>(i)), letters.names[i].first});
  map.borders = borders_of(phases, choice);
  map.caption = {machine,
                 fmt::format("Colours and letters: the fastest of {} runs; in brackets: in how many cells.",
                             core::grouped(phases.runs))};
  map.caption.emplace_back(
      "Black lines: where the algorithm of the least time by formula or estimate changes.");
  if (has_differences)
    map.caption.emplace_back("White corner: there formula or estimate take this algorithm, which is slower.");
  return picture::phase_picture(map);
}

std::string rounds_plot(const std::string& name, const Rounds& rounds) {
  std::vector<picture::NetworkRound> drawn;
  for (const Rounds::Round& round : rounds.rounds) {
    picture::NetworkRound& one = drawn.emplace_back();
    one.label = rounds.are_timed ? "from " + core::time_text(round.start, rounds.machine)
                                 : fmt::format("round {}", drawn.size());
    for (const Rounds::Transfer& t : round.transfers)
      one.messages.push_back({t.from, t.to,
                              fmt::format("{} -> {}", t.from, t.to) +
                                  (rounds.noun.empty() ? ""
                                                       : fmt::format(": {}, {} {}", counted(t.bytes, "byte"),
                                                                     blocks_text(t), rounds.noun))});
  }
  const std::string on = rounds.are_timed ? fmt::format("{}, {}, ports {}", rounds.topology->name(),
                                                        rounds.machine.name, to_string(rounds.machine.ports))
                                          : rounds.topology->name();
  return picture::network_rounds_picture(fmt::format("{} on {}", name, on), *rounds.topology, drawn);
}

std::string time_bars_picture(const std::vector<Measurement>& measured) {
  if (measured.empty()) throw ConfigError("plot: no run has a result");
  const Measurement& first = measured.front();
  const Parameters& machine = first.report.parameters;
  const collectives::Operation* operation = operation_of(first);
  const bool moves_nothing = operation != nullptr && operation->traits.moves == Moves::nothing;
  const std::string size = fmt::format(", {} per {}", counted(first.block_bytes, "byte"), block_noun(first));
  TimeBars bars;
  bars.title = fmt::format("{} on {}{}: what T is made of", first.operation, first.report.topology->name(),
                           moves_nothing ? "" : size);
  for (const Measurement& m : measured) {
    const auto efficiency = efficiency_percent(m);
    bars.runs.push_back({&m.report, m.algorithm, efficiency ? *efficiency + " %" : ""});
  }
  bars.caption = {machine_text(machine) + ", ports " + to_string(machine.ports)};
  if (first.bound) {
    bars.bound = first.bound->ticks;
    bars.caption.push_back("Percent: lower bound / T. The bound: " + first.bound->source);
  }
  std::ostringstream out;
  write_time_bars(out, bars);
  return out.str();
}

std::string heatmaps_picture(const std::vector<Measurement>& measured) {
  if (measured.empty()) throw ConfigError("heatmap: no run has a result");
  const Measurement& first = measured.front();
  const std::size_t shown = std::min(measured.size(), kMostHeatmaps);
  std::vector<TimedRun> runs;
  for (std::size_t i = 0; i < shown; ++i) runs.push_back({&measured[i].report, measured[i].algorithm, ""});
  const std::string which =
      shown < measured.size() ? fmt::format(", the {} fastest of {}", shown, measured.size()) : "";
  std::ostringstream out;
  write_heatmaps(
      out, runs,
      fmt::format("Link loads of {} on {}{}", first.operation, first.report.topology->name(), which));
  return out.str();
}

}  // namespace toruscope::cli
