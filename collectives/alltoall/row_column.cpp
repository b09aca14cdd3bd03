// SPDX-License-Identifier: Apache-2.0
// Row-column: all-to-all on any torus, one dimension after the other.
//
// In stage i every PE exchanges with the PEs of its line along dimension i, with everything for the
// PEs of a plane in one message: AR1 on even sides, the two-way ring on odd ones.
//
//   4x6     stage 1   lines of 4, units of 6 blocks     stage 2   lines of 6, units of 4 blocks
//
// Rounds        sum of R(N_i).    Volume   sum of V(N_i) N/N_i blocks per PE, R, V of the rings.
// Links         All PEs are in the same stage, on their own lines: no conflicts.
// Source        folklore; on cubes with 4 | N_i it costs as much as Suh, Shin, IEEE TPDS 12(1),
//               2001.

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/colouring.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

namespace toruscope::collectives {

namespace {

Colouring whole_lines(const std::vector<int>& sides) {
  return {static_cast<int>(sides.size()), std::vector<int>(sides.size(), 1), 0, Synchronisation::none};
}

void exchange_row_column(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                         std::size_t block) {
  exchange(carrier, whole_lines(carrier.comm().sides()), send, receive, block);
}

}  // namespace

void row_column(Alltoall& entry) {
  entry.summary = "one dimension of a torus after the other: ar1 on even sides, two_way_ring on odd ones";
  entry.restrictions = "a torus";
  entry.formula =
      "sum over N_i even of (ceil(N_i/4)+1) ts + (floor(N_i^2/8)+N_i/2) N/N_i m tw, odd of (N_i-1) ts + "
      "floor(N_i^2/4) N/N_i m tw";
  entry.source = "Suh, Shin, IEEE Trans. Parallel and Distributed Systems 12(1), 2001, has its cost on cubes";
  entry.conflict_free = never_in_conflict();
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (!c.is_torus) return "needs a torus, got " + grid_to_string(c);
    return std::nullopt;
  };
  entry.predicted = [](const Case& c) { return exact_cost(whole_lines(c.sides), c); };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    return Estimate(c).chain(cost(whole_lines(c.sides), c).prediction).time();
  };
  entry.run = as_they_are(exchange_row_column);
}
void row_column(Alltoallv& entry) {
  carry(entry, described<Alltoall>(row_column), exchange_row_column);
}

}  // namespace toruscope::collectives
