// SPDX-License-Identifier: Apache-2.0
#include "reproduce/pipeline/emulated.hpp"

#include <fmt/core.h>
#include <limits>

namespace toruscope::reproduce {

namespace {

constexpr Sixteenths kNever = std::numeric_limits<Sixteenths>::max();

/// Ticks of a cycle; a tick of the presets is a picosecond.
std::int64_t ticks_of_a_cycle(const PipelineMachine& machine) {
  return machine.cycle * 1'000;
}

}  // namespace

std::vector<Sixteenths> emulated_times(const Runs& runs, const PipelineMachine& machine, int n,
                                       std::int64_t bits, std::int64_t m, Overlap overlap) {
  const TopologyPtr topology = torus(n, n);
  const auto bytes = static_cast<std::size_t>(bits);
  const std::int64_t cycle = ticks_of_a_cycle(machine);
  std::vector<char> is_right(static_cast<std::size_t>(n * n));
  const auto program = [&](Communicator& comm) {
    std::vector<char> data(bytes);
    const auto value = [](std::size_t i) { return static_cast<char>(i * 7 % 101); };
    for (std::size_t i = 0; comm.rank() == 0 && i < bytes; ++i) data[i] = value(i);
    const auto work = [&](std::span<const std::byte> block) {
      comm.compute(Ticks{static_cast<std::int64_t>(block.size()) * cycle});
    };
    pipelined_broadcast(comm, 0, data, static_cast<std::size_t>(m), work, overlap);
    bool all = true;
    for (std::size_t i = 0; i < bytes; ++i) all = all && data[i] == value(i);
    is_right[static_cast<std::size_t>(comm.rank())] = all ? 1 : 0;
  };
  const Report report = runs.program(
      fmt::format("pipelined broadcast of {} bits in blocks of {} on {}", bits, m, topology->name()), topology,
      preset(machine.preset), program);
  std::vector<Sixteenths> times;
  for (std::size_t pe = 0; pe < report.pes.size(); ++pe) {
    const Sixteenths time = in_cycles(machine, report.pes[pe].finish.time);
    times.push_back(is_right[pe] != 0 ? time : kNever);
  }
  return times;
}

Sixteenths in_cycles(const PipelineMachine& machine, Ticks time) {
  const std::int64_t cycle = ticks_of_a_cycle(machine);
  return time.count * 16 % cycle == 0 ? time.count * 16 / cycle : kNever;
}

Row timed_row(Row row, Sixteenths formula, Sixteenths recurrences, Sixteenths measured, std::string erratum) {
  row.formula = cycles_to_string(formula);
  row.measured = cycles_to_string(measured);
  if (formula != recurrences) {
    row.erratum = std::move(erratum);
    row.corrected = cycles_to_string(recurrences);
  }
  return row;
}

std::string erratum_of_blocks(std::int64_t bits, std::int64_t m, Sixteenths formula, Sixteenths recurrences) {
  return bits % m != 0 && recurrences < formula ? "pipeline-6-last" : "pipeline-6-gap";
}

}  // namespace toruscope::reproduce
