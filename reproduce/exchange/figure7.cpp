// SPDX-License-Identifier: Apache-2.0
// Figure 7: exchange by AT2 and its rivals on tori of 16x16 to 128x128 PEs of an Intel Paragon.
//
// formula    the rows of Table 1 with ts = 75 us and tw = 11.1 ns a byte, blocks of 1 B to 4 KiB
// measured   the virtual time of a verified run, wherever the blocks of all PEs fit into memory
// The curves themselves are lost in the scan that we have, so nothing is `printed`.

#include "picture/chart.hpp"
#include "reproduce/exchange/formulas.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"
#include "runtime/core/decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

using picture::Chart;
using picture::Panel;
using picture::Quantity;
using picture::Series;

constexpr std::int64_t kBlocks[] = {1, 4, 16, 64, 256, 1024, 4096};
constexpr int kSides[] = {16, 32, 64, 128};

struct Contender {
  const char* name;
  const char* algorithm;  ///< name in the catalogue
  ExchangeCost (*cost)(int side);
  int longest_side = kSides[3];  ///< the longest for which the algorithm has the printed cost
};

const std::array<Contender, 3> kContenders{{
    {"AT2", "at2", [](int side) { return at2_formula(side, side); }},
    {"Suh, Yalamanchili [12]", "suh_yalamanchili",
     [](int side) { return suh_yalamanchili_formula(std::countr_zero(static_cast<unsigned>(side))); }, 32},
    {"Suh, Shin [13]", "suh_shin", [](int side) { return suh_shin_2d_formula(side, side); }},
}};

/// Text of a time in microseconds. The Paragon's ticks are picoseconds.
std::string microseconds(Ticks time) {
  return core::decimal(time.count, 6);
}
double seconds(Ticks time) {
  constexpr double kPerSecond = 1e12;
  return static_cast<double>(time.count) / kPerSecond;
}

struct Timed {
  const char* name;
  Ticks time;
};

/// Row of the paper's conclusion.
Row fastest(const std::string& place, const std::vector<Timed>& all) {
  const auto is_faster = [](const Timed& a, const Timed& b) { return a.time < b.time; };
  return {.place = place,
          .subject = "AT2 and [13] as run, [12] too up to 32x32, then by formula",
          .quantity = "the fastest",
          .printed = "AT2",
          .measured = std::min_element(all.begin(), all.end(), is_faster)->name};
}

/// Compares the curves at one size of blocks on one torus.
void compare(const Runs& runs, const TopologyPtr& topology, std::int64_t block, Reproduction& result,
             Panel& panel) {
  const int side = topology->sides().front();
  const Parameters& paragon = preset("paragon");
  const Costs costs = resolve(paragon);
  const auto bytes = static_cast<std::size_t>(block);
  const bool fits = runs.exchange_fits(*topology, bytes);
  const std::string place = fmt::format("Figure 7, {0}x{0}, {1} B", side, block);
  std::vector<Timed> times;
  for (std::size_t i = 0; i < kContenders.size(); ++i) {
    const Contender& contender = kContenders[i];
    Ticks time = time_of(contender.cost(side), costs.ts, costs.tw, block);
    const auto x = static_cast<double>(block);
    panel.series[i].line.push_back({x, seconds(time)});
    if (fits && side <= contender.longest_side) {
      const Verdict run = runs.verified<Alltoall>(contender.algorithm, topology, paragon, {.bytes = bytes});
      result.rows.push_back({.place = place,
                             .subject = fmt::format("{} on {}", contender.algorithm, topology->name()),
                             .quantity = "T, us",
                             .formula = microseconds(time),
                             .measured = run.ok() ? microseconds(run.report.finish.time) : run.faults.front()});
      time = run.report.finish.time;
      panel.series[i].marks.push_back({{x, seconds(time)}});
    }
    times.push_back({contender.name, time});
  }
  if (fits) result.rows.push_back(fastest(place, times));
}

Reproduction reproduce_figure7(Runs& runs) {
  Reproduction result;
  Chart chart{.title = "Figure 7: complete exchange, Intel Paragon",
              .x = {"bytes a block", Quantity::bytes},
              .y = {"T", Quantity::seconds},
              .panels = {}};
  for (const int side : kSides) {
    const TopologyPtr topology = torus(side, side);
    Panel panel{fmt::format("{0} x {0} PEs", side), {}};
    for (const Contender& contender : kContenders)
      panel.series.push_back({.name = contender.name, .style = static_cast<int>(panel.series.size())});
    bool is_left_out = false;
    for (const std::int64_t block : kBlocks) {
      compare(runs, topology, block, result, panel);
      const bool fits = runs.exchange_fits(*topology, static_cast<std::size_t>(block));
      // Notes the smallest block only, for all that are larger.
      if (!fits && !is_left_out) result.note(runs.too_large(*topology, static_cast<std::size_t>(block)));
      is_left_out = is_left_out || !fits;
    }
    chart.panels.push_back(std::move(panel));
  }
  chart.caption = {"lines: by formula; marks: as run"};
  result.note(
      "of Suh and Yalamanchili [12] there is a schedule with the printed cost up to 32x32, constructed from "
      "it");
  result.figures.push_back({"exchange-figure7", chart_picture(chart)});
  return result;
}

}  // namespace

Item exchange_figure7() {
  return {"exchange-figure7", kExchangePaper,
          "Figure 7: T on 16x16 to 128x128 PEs, 1 B to 4 KiB, AT2 and its rivals", reproduce_figure7};
}

}  // namespace toruscope::reproduce
