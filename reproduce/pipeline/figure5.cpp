// SPDX-License-Identifier: Apache-2.0
// Figure 5: what pipelining saves on 16 x 16 PEs, 1000 bits, 1000 cycles of computation, over the
// size of a block; and the best block, formula (9).
//
// formula    (7): (4) - (6)
// measured   the difference of two runs; the best of all blocks, equal or with a shorter last one

#include "picture/chart.hpp"
#include "reproduce/pipeline/emulated.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <limits>
#include <vector>

namespace toruscope::reproduce {

namespace {

using picture::Chart;
using picture::Panel;
using picture::Quantity;
using picture::Series;

constexpr int kPlottedSide = 16;
constexpr std::int64_t kPlottedBits = 1000;
constexpr std::int64_t kLeastDrawn = 80;  // shorter blocks cost far more than they save
constexpr std::int64_t kMessageBlocks[] = {20,  40,  60,  80,  100, 112, 120, 125, 128, 140,
                                           143, 160, 167, 180, 200, 230, 250, 280, 300, 334,
                                           360, 400, 450, 500, 600, 700, 800, 900, 1000};

void compare(const Runs& runs, const PipelineMachine& machine, Reproduction& result, Panel& panel) {
  const Sixteenths whole = unpipelined(machine, kPlottedSide, kPlottedBits);
  Series curve{"formula (7)"};
  const Sixteenths whole_run = latest(emulated_times(runs, machine, kPlottedSide, kPlottedBits, kPlottedBits));
  const Sixteenths whole_model = latest(finishing_times(machine, kPlottedSide, kPlottedBits, kPlottedBits));
  for (const std::int64_t m : kMessageBlocks) {
    const Sixteenths run = latest(emulated_times(runs, machine, kPlottedSide, kPlottedBits, m));
    const Sixteenths formula = pipelined(machine, kPlottedSide, kPlottedBits, m);
    const Sixteenths model = latest(finishing_times(machine, kPlottedSide, kPlottedBits, m));
    result.rows.push_back(timed_row(
        {.place = fmt::format("Figure 5, m = {}", m), .subject = machine.name, .quantity = "cycles saved"},
        whole - formula, whole_model - model, whole_run - run,
        erratum_of_blocks(kPlottedBits, m, formula, model)));
    if (m < kLeastDrawn) continue;
    curve.line.push_back({static_cast<double>(m), saved_as_drawn(machine, kPlottedSide, kPlottedBits, m)});
    curve.marks.push_back({{static_cast<double>(m), static_cast<double>(whole_run - run) / 16}});
  }
  panel.series.push_back(std::move(curve));
}

/// A size of blocks, of which the last may be shorter, and the time that it takes.
struct BlockSize {
  std::int64_t bits = 0;
  Sixteenths time = 0;
};

/// The block size that takes least, of sizes in descending order (ties: the larger).
const BlockSize& best(const std::vector<BlockSize>& blocks) {
  return *std::min_element(blocks.begin(), blocks.end(),
                           [](const BlockSize& a, const BlockSize& b) { return a.time < b.time; });
}

/// The model's time of each size, down to those whose gaps at the root alone take too long.
std::vector<BlockSize> modelled_blocks(const PipelineMachine& machine, std::int64_t bits) {
  constexpr Sixteenths kInACycle = 16;
  std::vector<BlockSize> all;
  Sixteenths least = std::numeric_limits<Sixteenths>::max();
  for (std::int64_t m = bits; m >= 1 && (bits - 1) / m * machine.gap * kInACycle < least; --m) {
    all.push_back({m, latest(finishing_times(machine, kPlottedSide, bits, m))});
    least = std::min(least, all.back().time);
  }
  return all;
}

void compare_best(const Runs& runs, const char* name, std::int64_t bits, const char* printed,
                  Reproduction& result) {
  const PipelineMachine& machine = pipeline_machine(name);
  // runs are made of those that the model has within a 400th of the least
  constexpr Sixteenths kNear = 400;
  const std::vector<BlockSize> modelled = modelled_blocks(machine, bits);
  const Sixteenths least = best(modelled).time;
  std::vector<BlockSize> run;
  for (const BlockSize& block : modelled)
    if (block.time <= least + least / kNear)
      run.push_back({block.bits, latest(emulated_times(runs, machine, kPlottedSide, bits, block.bits))});
  Row row{.place = "formula (9)",
          .subject = fmt::format("{}, {} bits", name, bits),
          .quantity = "bits of the best block",
          .formula = fmt::format("{}", printed_block(machine, kPlottedSide, bits)),
          .measured = fmt::format("{}", best(run).bits),
          .erratum = "pipeline-9",
          .corrected = fmt::format("{}", best(modelled).bits)};
  if (printed != nullptr) row.printed = printed;
  result.rows.push_back(row);
}

Reproduction reproduce_figure5(Runs& runs) {
  Reproduction result;
  Chart chart{.title = "Figure 5: pipelined broadcast on 16 x 16 PEs, 1000 bits, 1000 cycles of computation",
              .x = {"bits a block", Quantity::number, false},
              .y = {"cycles saved", Quantity::number, false},
              .panels = {}};
  chart.caption = {"line: by formula; circles: as run"};
  for (const char* name : {"DASH", "Monsoon", "J-machine"}) {
    Panel panel{name, {}};
    compare(runs, pipeline_machine(name), result, panel);
    chart.panels.push_back(std::move(panel));
  }
  compare_best(runs, "DASH", 1024, "248", result);
  compare_best(runs, "Monsoon", 1024, "144", result);
  compare_best(runs, "J-machine", 1000, nullptr, result);
  result.figures.push_back({"pipeline-figure5", chart_picture(chart)});
  return result;
}

}  // namespace

Item pipeline_figure5() {
  return {"pipeline-figure5", kPipelinePaper, "Figure 5: what pipelining saves; formula (9), the best block",
          reproduce_figure5};
}

}  // namespace toruscope::reproduce
