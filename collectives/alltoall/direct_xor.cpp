// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by exclusive or: in round t the PEs r and r xor t exchange their blocks.
//
//   p = 4     0-1 2-3      0-2 1-3      0-3 1-2
//
// Rounds        p - 1.     Volume   p - 1 blocks per PE: the one-port bound.
// Links         On a torus the messages of a round share links, fewer than those of the shift do.
// Restricted to a power of two of PEs.
// Source        Scott, "Efficient All-to-All Communication Patterns in Hypercube and Mesh
//               Topologies", Distributed Memory Computing Conf., 1991.

#include "collectives/alltoall/direct.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <bit>

namespace toruscope::collectives {

namespace {

/// The offset that loads a ring's busiest link as x -> x xor t does. With h the highest bit of t, h
/// PEs cross the middle of 2h; on a ring of 2h half go the other way, unless all go h steps.
std::int64_t equal_offset(int t, int side) {
  const auto h = static_cast<std::int64_t>(std::bit_floor(static_cast<unsigned>(t)));
  return 2 * h == side && t != h ? (h + 1) / 2 : h;
}

}  // namespace

void direct_xor(Alltoall& entry) {
  entry.summary = "in round t the PEs r and r xor t exchange one block each";
  entry.restrictions = "a power of two of PEs";
  entry.formula = "(p-1) (ts + m tw) where no links are shared";
  entry.source = "Scott, Distributed Memory Computing Conf., 1991";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (!std::has_single_bit(static_cast<unsigned>(c.p)))
      return "needs a power of two PEs, got " + std::to_string(c.p);
    return std::nullopt;
  };
  entry.predicted = [](const Case& c) {
    return c.is_complete ? predicted_without_sharing(c, c.p - 1) : std::nullopt;
  };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Estimate estimate(c);
    Estimate::Distances steps(c.sides.size());
    for (int t = 1; t < c.p; ++t) {
      if (!c.is_torus) {
        estimate.exchange(t, static_cast<std::int64_t>(c.bytes));
        continue;
      }
      for (std::size_t d = 0; d < steps.size(); ++d)
        steps[d] = equal_offset(coordinate(c.sides, static_cast<int>(d), t), c.sides[d]);
      estimate.add(estimate.displacement(steps, static_cast<std::int64_t>(c.bytes)));
    }
    return estimate.time();
  };
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                 std::size_t block) {
    exchange_directly(comm, send, receive, block, [me = comm.rank()](int t) {
      return Partners{me ^ t, me ^ t};
    });
  };
}

}  // namespace toruscope::collectives
