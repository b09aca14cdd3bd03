// SPDX-License-Identifier: Apache-2.0
// Table 1: what five machines take for a message, as printed and as their presets take it.
//
// formula    (1), a message of 1024 bits to a neighbour; g between two sends
// measured   the clocks of two PEs

#include "reproduce/pipeline/emulated.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr std::int64_t kBits = 1024;

/// Arrivals at PE 1 of two messages of so many bits from PE 0.
std::pair<Sixteenths, Sixteenths> arrivals(const Runs& runs, const PipelineMachine& machine,
                                           std::int64_t bits) {
  std::pair<Ticks, Ticks> taken;
  runs.program(fmt::format("two messages on {}", machine.name), ring(4), preset(machine.preset),
               [&](Communicator& comm) {
                 std::vector<char> data(static_cast<std::size_t>(bits));
                 if (comm.rank() == 0) {
                   comm.send(1, data);
                   comm.send(1, data);
                 } else if (comm.rank() == 1) {
                   comm.recv(0, data);
                   taken.first = comm.now();
                   comm.recv(0, data);
                   taken.second = comm.now();
                 }
               });
  return {in_cycles(machine, taken.first), in_cycles(machine, taken.second)};
}

Reproduction reproduce_pipeline_table1(Runs& runs) {
  Reproduction result;
  for (const PipelineMachine& machine : pipeline_machines()) {
    const Sixteenths message = arrivals(runs, machine, kBits).first;
    const auto [first, second] = arrivals(runs, machine, 0);
    const auto add = [&](const char* quantity, std::optional<std::int64_t> printed, Sixteenths formula,
                         Sixteenths measured) {
      Row row = timed_row({.place = "Table 1", .subject = machine.name, .quantity = quantity}, formula, formula,
                          measured, "");
      if (printed) row.printed = fmt::format("{}", *printed);
      result.rows.push_back(row);
    };
    add("Tsnd + Trcv, cycles", machine.overheads, machine.overheads * 16, first - machine.hop * 16);
    add("g, cycles", machine.gap, machine.gap * 16, second - first);
    add("a message of 1024 bits to a neighbour, cycles", std::nullopt, neighbour_message(machine, kBits),
        message);
  }
  return result;
}

}  // namespace

Item pipeline_table1() {
  return {"pipeline-table1", kPipelinePaper, "Table 1: NCUBE/2, CM-5, DASH, J-machine, Monsoon",
          reproduce_pipeline_table1};
}

}  // namespace toruscope::reproduce
