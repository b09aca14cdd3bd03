// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/row_column.hpp"

#include "collectives/shapes/premises.hpp"

#include <toruscope/estimate.hpp>

namespace toruscope::collectives {

Colouring row_column(const std::vector<int>& sides) {
  return {static_cast<int>(sides.size()), std::vector<int>(sides.size(), 1), 0, Synchronisation::none};
}

void exchange_row_column(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                         std::size_t block) {
  exchange(carrier, row_column(carrier.comm().sides()), send, receive, block);
}

Alltoall alltoall_row_column() {
  Alltoall entry;
  entry.name = "row_column";
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
  entry.predicted = [](const Case& c) { return exact_cost(row_column(c.sides), c); };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    return Estimate(c).chain(cost(row_column(c.sides), c).prediction).time();
  };
  entry.run = as_they_are(exchange_row_column);
  return entry;
}

}  // namespace toruscope::collectives
