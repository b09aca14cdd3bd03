// SPDX-License-Identifier: Apache-2.0
// The routing function R on n x n PEs, and formula (2): one block, no computation.
//
// formula    the PEs that the printed R reaches; n D
// measured   the PEs that have the data after a verified run of the corrected one; its virtual time

#include "reproduce/pipeline/emulated.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr std::int64_t kRoutedBits = 256;

void compare_reach(const Runs& runs, int n, Reproduction& result) {
  const TopologyPtr topology = torus(n, n);
  const Verdict run = runs.verified<Broadcast>("pipelined_torus", topology, preset("dash"), {.bytes = 1});
  const int reach = reached(n, printed_children);
  Row row{.place = "section 2, R",
          .subject = fmt::format("broadcast/pipelined_torus on {}", topology->name()),
          .quantity = "PEs that get the data",
          .formula = fmt::format("{}", reach),
          .measured = measured(run, run.report.totals.messages + 1)};
  if (reach != n * n) {
    row.erratum = "pipeline-R";
    row.corrected = fmt::format("{}", n * n);
  }
  result.rows.push_back(row);
}

/// Corrected time: formula (2), and for odd n, with equal branches, a correction.
Sixteenths corrected_time(const PipelineMachine& machine, int n) {
  const Sixteenths message = neighbour_message(machine, kRoutedBits);
  return n % 2 == 0 ? n * message : (n - 1) * message + 2 * machine.gap * 16;
}

void compare_time(const Runs& runs, int n, Reproduction& result) {
  const PipelineMachine& dash = pipeline_machine("DASH");
  const TopologyPtr topology = torus(n, n);
  const Report report = runs.program(fmt::format("a broadcast of one block on {}", topology->name()), topology,
                                     preset(dash.preset), [](Communicator& comm) {
                                       std::vector<char> data(static_cast<std::size_t>(kRoutedBits),
                                                              comm.rank() == 0 ? 'x' : ' ');
                                       pipelined_broadcast(comm, 0, data, data.size(), {});
                                       if (data.back() != 'x') comm.fail("the data are wrong");
                                     });
  result.rows.push_back(timed_row({.place = "formula (2)",
                                   .subject = fmt::format("DASH, 256 bits on {}", topology->name()),
                                   .quantity = "cycles"},
                                  n * neighbour_message(dash, kRoutedBits), corrected_time(dash, n),
                                  in_cycles(dash, report.finish.time), "pipeline-2"));
}

Reproduction reproduce_routing(Runs& runs) {
  Reproduction result;
  for (int n = 3; n <= 12; ++n) compare_reach(runs, n, result);
  for (const int n : {4, 5, 6, 7, 15, 16}) compare_time(runs, n, result);
  return result;
}

}  // namespace

Item pipeline_routing() {
  return {"pipeline-routing", kPipelinePaper, "section 2: the routing function R, formula (2)",
          reproduce_routing};
}

}  // namespace toruscope::reproduce
