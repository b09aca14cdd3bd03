// SPDX-License-Identifier: Apache-2.0
// Swing on a torus: partners are near, as every second step turns back. In step l of a dimension
// PEs at even places exchange with the PE rho(l) = 1, -1, 3, -5, 11, .. places further on, those at
// odd places with one as far back. shapes/butterfly.hpp has the way of the blocks.
//
//   ring of 8      0 <-> 1, 7 <-> 6, ..    0 <-> 7, 1 <-> 2, ..    0 <-> 3, 1 <-> 6, ..
//   PE 0 sends     {1 2 5 6}               {4 7}                   {3}       of a reduce-scatter
//
// reduce_scatter   sum ceil(log2 N_d) rounds, p - 1 blocks over the parts.
// allgather        the same backwards.
// allreduce        swing: both, on blocks of ceil(n/p) values. swing_latency: the vector in each
//                  step (shapes/folded_butterfly.hpp), half the rounds, n bytes each.
// Restricted to    even sides, or a ring; an operator that commutes. swing_latency: any torus,
//                  integers only where a side is 8 or longer.

#include "collectives/shapes/butterfly_cost.hpp"
#include "collectives/shapes/folded_butterfly.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void swing(ReduceScatter& entry) {
  entry.summary =
      "blocks go home by exchanges with partners 1, -1, 3, -5, 11, .. places away in each dimension, in parts "
      "by all links that have ports";
  entry.formula = "sides of 2 and 4: log2 p ts + (p-1) ceil(m/q) tw, q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_butterfly<Pairing::swing>(entry);
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_by(*butterfly_on(Pairing::swing, comm.sides(), comm.ports()), comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
}

void swing(Allgather& entry) {
  entry.summary =
      "partners 1, -1, 3, -5, 11, .. places away in each dimension exchange what they hold, the farthest "
      "first, in parts by all links that have ports";
  entry.formula = "sides of 2 and 4: log2 p ts + (p-1) ceil(m/q) tw, q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_butterfly<Pairing::swing>(entry);
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_by(*butterfly_on(Pairing::swing, comm.sides(), comm.ports()), comm, all, 1);
  };
}

void swing(Allreduce& entry) {
  entry.summary =
      "blocks go home by exchanges with partners 1, -1, 3, -5, 11, .. places away in each dimension, and back, "
      "in parts by all links that have ports";
  entry.formula =
      "sides of 2 and 4: 2 log2 p ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_butterfly<Pairing::swing>(entry);
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    allreduce_in_blocks(Pairing::swing, comm, data, op);
  };
}

void swing_latency(Allreduce& entry) {
  entry.summary =
      "partners 1, -1, 3, -5, 11, .. places away in each dimension exchange what they have combined, in parts "
      "by all links that have ports";
  entry.formula = "sides of 2 and 4: log2 p (ts + ceil(m/q) tw), q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_folded<Pairing::swing>(entry);
}

}  // namespace toruscope::collectives
