// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_sizes.hpp"

#include <algorithm>

namespace toruscope::test {

SizeCosts costs_of_size(const MachineDescription& machine, std::size_t bytes, Mistake mistake) {
  const SizeCosts own{machine.ts, machine.tr, machine.tm, machine.tw, machine.latency};
  auto size = static_cast<std::int64_t>(bytes);
  if (mistake == Mistake::flit_chooses_the_piece && machine.switching == SwitchingMode::wormhole)
    size = std::max(size, machine.flit);
  SizeCosts costs = own;
  // shortest first: the last that fits
  for (const MachineDescription::Piece& piece : machine.pieces) {
    const std::int64_t first = piece.from + (mistake == Mistake::piece_begins_after_its_size ? 1 : 0);
    if (size < first) break;
    const SizeCosts& left_out = mistake == Mistake::piece_completes_the_one_before ? costs : own;
    costs = {piece.ts.value_or(left_out.ts), piece.tr.value_or(left_out.tr), piece.tm.value_or(left_out.tm),
             piece.tw.value_or(left_out.tw), piece.latency.value_or(left_out.latency)};
  }
  if (mistake == Mistake::receives_cost_the_machines) costs.tr = own.tr;
  if (mistake == Mistake::flights_are_the_machines) costs.latency = own.latency;
  return costs;
}

std::int64_t hop_cost(const MachineDescription& machine, const Channel& channel) {
  if (channel.own) return channel.own->th;
  return machine.th_of.empty() ? machine.th : machine.th_of.at(static_cast<std::size_t>(channel.dimension));
}

std::int64_t handshake_flight(const MachineDescription& machine, Rank from, Rank to, Mistake mistake) {
  if (!machine.rendezvous) return 0;
  if (mistake == Mistake::handshake_does_not_fly) return *machine.rendezvous;
  std::int64_t flight = *machine.rendezvous + machine.latency;
  for (const Channel& channel : reference_route(machine, from, to)) flight += hop_cost(machine, channel);
  return flight;
}

}  // namespace toruscope::test
