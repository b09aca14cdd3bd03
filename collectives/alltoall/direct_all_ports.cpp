// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by k ports at once: every block goes straight to its destination.
//
//   p = 6, k = 2     r -> r+1, r+2      r -> r+3, r+4      r -> r+5      (mod 6), one block each
//
// Invariant     In a round every PE sends a block to each of the next k ranks, and receives k.
// Rounds        ceil((p-1)/k).     Volume   p - 1 blocks per PE, k at a time: optimal for k ports.
// Restricted to two ports or more (with one port it is `direct`). Any p, any topology.
// Links         On a torus the messages of a round share links: slower than the formula.
// Source        Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997, section 3 (radix p).

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/shift_rounds.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

void send_by_all_ports(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                       std::size_t block) {
  const int p = comm.size();
  const int k = comm.ports();
  const Rank me = comm.rank();
  const auto block_of = [&](auto buffer, Rank r) {
    return buffer.subspan(static_cast<std::size_t>(r) * block, block);
  };
  copy(block_of(send, me), block_of(receive, me));
  for (int t = 1; t < p; t += k) {
    const int end = t + std::min(p - t, k);
    ExactReceives receives;
    comm.round([&](Round& round) {
      for (int d = t; d < end; ++d) round.send((me + d) % p, block_of(send, (me + d) % p));
      for (int d = t; d < end; ++d) {
        const Rank from = (me - d + p) % p;
        receives.post(round, from, block_of(receive, from));
      }
    });
    receives.finish(comm);
  }
}

}  // namespace

void direct_all_ports(Alltoall& entry) {
  entry.summary = "in each round every PE sends k blocks to the next k PEs by rank";
  entry.restrictions = "two ports or more";
  entry.formula = "ceil((p-1)/k) (ts + m tw) where no links are shared";
  entry.source =
      "Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section "
      "3, with the radix p";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (ports_of(c) > 1) return std::nullopt;
    return "needs two ports or more, got one";
  };
  entry.predicted = shift_rounds_cost;
  entry.estimated = shift_rounds_estimate;
  entry.run = send_by_all_ports;
}

}  // namespace toruscope::collectives
