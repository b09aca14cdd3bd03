// SPDX-License-Identifier: Apache-2.0
// What a message costs by its size (T15), and how long the messages of a handshake fly (T16).
//
// Readings    The bytes of the body choose the piece, whatever `flit` makes of them. What a piece
//             leaves out is the machine's own. th is never a piece's.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/reference_mistake.hpp"
#include "tests/support/reference_route.hpp"

#include <cstddef>
#include <cstdint>

namespace toruscope::test {

/// Costs of a message in ticks: the machine's own, or those of its piece.
struct SizeCosts {
  std::int64_t ts = 0, tr = 0, tm = 0, tw = 0, latency = 0;
};

/// `bytes`: of the body.
SizeCosts costs_of_size(const MachineDescription& machine, std::size_t bytes, Mistake mistake = Mistake::none);

/// th of one link.
std::int64_t hop_cost(const MachineDescription& machine, const Channel& channel);

/// D: R, the hops from one PE to the other, and the machine's own L; 0 without a rendezvous.
std::int64_t handshake_flight(const MachineDescription& machine, Rank from, Rank to,
                              Mistake mistake = Mistake::none);

}  // namespace toruscope::test
