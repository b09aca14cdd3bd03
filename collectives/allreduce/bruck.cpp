// SPDX-License-Identifier: Apache-2.0
// Allreduce for k ports and any number of PEs: Bruck's concatenation backwards as a reduce-scatter
// (reduce_scatter/bruck.cpp), then forwards as an allgather (allgather/bruck.cpp).
//
// Rounds     2 ceil(log_{k+1} p).     Volume   2 ceil((p-1)/k) blocks of ceil(n/p) values.
// Restricted to an operator that commutes; any p, k, topology.

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

Case about_value_blocks(const Case& c) {
  return about_blocks(c, value_block(c.bytes, c.element, c.p));
}

}  // namespace

void bruck(Allreduce& entry) {
  entry.summary = "Bruck's concatenation backwards, so that each PE has the sum of its block, then forwards";
  entry.restrictions = "an operator that commutes";
  entry.formula = "2 ceil(log_{k+1} p) ts + 2 ceil((p-1)/k) ceil(m/p) tw";
  entry.source =
      "Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section "
      "4, backwards and forwards";
  entry.refusal = needs_commutative_operator;
  entry.predicted = [](const Case& c) {
    const auto each = bruck_cost(about_value_blocks(c));
    return in_turn(each, each);
  };
  entry.estimated = [](const Case& c) {
    const Case blocks = about_value_blocks(c);
    return in_turn(bruck_estimate(blocks, BruckOrder::backwards), bruck_estimate(blocks, BruckOrder::forwards));
  };
  entry.run = [combine = described<ReduceScatter>(bruck).run, collect = described<Allgather>(bruck).run](
                  Communicator& comm, std::span<std::byte> data, const Combine& op) {
    Buffer blocks = value_blocks(comm, data, op.element);
    Buffer sum = comm.buffer(value_block(data.size(), op.element, comm.size()));
    combine(comm, blocks, sum, op);
    collect(comm, sum, blocks);
    copy(std::span<const std::byte>(blocks).first(data.size()), data);
  };
}

}  // namespace toruscope::collectives
