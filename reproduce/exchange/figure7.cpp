// SPDX-License-Identifier: Apache-2.0
// Figure 7: complete exchange on tori of 16x16 to 128x128 PEs with the costs of the Intel Paragon, AT2 and its rivals.
//
// formula    the rows of Table 1 with ts = 75 us and tw = 11.1 ns a byte, for all blocks of 1 B to 4 KiB
// measured   the virtual time of a verified run, wherever the blocks of all PEs fit into memory
// The curves themselves are lost in the scan that we have, so nothing is `printed`.

#include "reproduce/exchange/formulas.hpp"
#include "reproduce/item.hpp"
#include "reproduce/picture/chart.hpp"
#include "reproduce/runs.hpp"
#include "runtime/core/decimal.hpp"

#include <bit>
#include <fmt/format.h>

namespace toruscope::reproduction {

namespace {

constexpr std::int64_t kBlocks[] = {1, 4, 16, 64, 256, 1024, 4096};
constexpr int kSides[] = {16, 32, 64, 128};

struct Contender {
  const char* name;
  const char* algorithm;  ///< of the catalogue, nullptr if there is no schedule of it
  ExchangeCost (*cost)(int side);
};

const Contender kContenders[] = {
    {"AT2", "at2", [](int side) { return at2_formula(side, side); }},
    {"Suh, Yalamanchili [12]", nullptr,
     [](int side) { return suh_yalamanchili_formula(std::countr_zero(static_cast<unsigned>(side))); }},
    {"Suh, Shin [13]", nullptr, [](int side) { return suh_shin_formula(side, side); }},
};

/// The Paragon's ticks are picoseconds.
std::string microseconds(Ticks time) {
  return detail::decimal(time.count, 6);
}
double milliseconds(Ticks time) {
  constexpr double kPerMillisecond = 1e9;
  return static_cast<double>(time.count) / kPerMillisecond;
}

void compare(const Runs& runs, int side, const Contender& contender, Reproduction& result, Panel& panel) {
  const TopologyPtr topology = torus(side, side);
  const Parameters& paragon = preset("paragon");
  const Costs costs = resolve(paragon);
  Series series{contender.name, {}, {}};
  for (const std::int64_t block : kBlocks) {
    const Ticks formula = time_of(contender.cost(side), costs.ts, costs.tw, block);
    const auto x = static_cast<double>(block);
    series.line.push_back({x, milliseconds(formula)});
    if (contender.algorithm == nullptr) continue;
    const auto bytes = static_cast<std::size_t>(block);
    if (!runs.exchange_fits(*topology, bytes)) {
      const std::string note = runs.too_large(*topology, bytes);
      if (series.marks.size() == series.line.size() - 1) result.notes.push_back(note);  // the smallest says it
      continue;
    }
    const Verdict run = runs.verified<Alltoall>(contender.algorithm, topology, paragon, {.bytes = bytes});
    const Ticks time = run.report.finish.time;
    result.rows.push_back({.place = fmt::format("Figure 7, {0}x{0}, {1} B", side, block),
                           .subject = fmt::format("{} on {}", contender.algorithm, topology->name()),
                           .quantity = "T, us",
                           .formula = microseconds(formula),
                           .measured = run.ok() ? microseconds(time) : run.faults.front()});
    series.marks.push_back({x, milliseconds(time)});
  }
  panel.series.push_back(std::move(series));
}

Reproduction reproduce(Runs& runs) {
  Reproduction result;
  Chart chart{.title = "Figure 7: complete exchange, Intel Paragon (lines by formula, rings as run)",
              .x_label = "bytes a block",
              .y_label = "T, ms",
              .x_base = 4,
              .y_base = 10,
              .panels = {}};
  for (const int side : kSides) {
    Panel panel{fmt::format("{0} x {0} PEs", side), {}};
    for (const Contender& contender : kContenders) compare(runs, side, contender, result, panel);
    chart.panels.push_back(std::move(panel));
  }
  result.figures.push_back({"exchange-figure7", chart_picture(chart)});
  return result;
}

}  // namespace

Item exchange_figure7() {
  return {"exchange-figure7", kExchangePaper,
          "Figure 7: T on 16x16 to 128x128 PEs, 1 B to 4 KiB, AT2 and its rivals", reproduce};
}

}  // namespace toruscope::reproduction
