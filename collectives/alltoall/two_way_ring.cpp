// SPDX-License-Identifier: Apache-2.0
// All-to-all on a ring of any number p of nodes: blocks are passed from neighbour to neighbour,
// first those that are nearer to the right, then the others to the left.
//
//   p = 5     to the right: 2 blocks, 1 block     to the left: 2 blocks, 1 block
//
// Invariant     After t rounds to the right a node has, of the origin t places to its left, the
//               destinations up to floor(p/2) places to the right of that origin.
// Rounds        p - 1.   Volume   floor(p^2/4) blocks per node, twice the links' bound.
// Links         Each link to the right, then each to the left, is used once per round: no
//               conflicts. In an aligned cell of g nodes of a longer line the node at the end sends
//               to the first one over links that rest.
// Source        Gu, "Efficient Indirect All-to-All Personalized Communication on Rings and 2-D
//               Tori", J. Computer Science and Technology 16(5), 2001; in cells of tori: Liu, Gu,
//               Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5.

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/ring_program.hpp"
#include "collectives/alltoall/stage.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

RingStep step_of_two_way_ring(int p, int j, int t) {
  const int h1 = rounds_to_the_right(p);
  const int h2 = p - 1 - h1;
  if (t < h1)
    return normalised({core::mod(j + 1, p), core::mod(j - 1, p), {{{j - t, 1}, {j - t + h1, h1 - t, -1}}}}, p);
  t -= h1;
  return normalised({core::mod(j - 1, p), core::mod(j + 1, p), {{{j + t, 1}, {j + t - h2, h2 - t, 1}}}}, p);
}

std::optional<std::string> refusal_of_two_way_ring(const Case& c) {
  if (!is_ring(c)) return "needs a ring, got " + grid_to_string(c);
  return std::nullopt;
}

std::optional<Prediction> cost_of_two_way_ring(const Case& c) {
  if (!is_plain_machine(c)) return std::nullopt;
  const RingCost cost = two_way_ring_cost(c.p);
  return chain(c, cost.rounds, cost.blocks * static_cast<std::int64_t>(c.bytes), cost.hops);
}

void exchange_two_way_ring(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                           std::size_t block) {
  begin_exchange(send, receive);
  exchange(carrier, whole(carrier.comm()), two_way_ring_program(),
           {receive.data(), carrier.comm().size(), block, 1});
}

}  // namespace

int rounds_to_the_right(int p) {
  return p / 2;
}

RingProgram two_way_ring_program() {
  return {[](int p) { return p - 1; }, step_of_two_way_ring};
}

RingCost two_way_ring_cost(int p) {
  return {p - 1, std::int64_t{p} * p / 4, p - 1};
}

RingSizes two_way_ring_sizes(int p) {
  RingSizes sizes;
  for (int n = rounds_to_the_right(p); n > 0; --n) sizes.push_back(n);
  for (int n = p - 1 - rounds_to_the_right(p); n > 0; --n) sizes.push_back(n);
  return sizes;
}

void two_way_ring(Alltoall& entry) {
  entry.summary = "neighbours pass everything on around a ring, first to the right, then to the left";
  entry.restrictions = "a ring";
  entry.formula = "(p-1) ts + floor(p^2/4) m tw";
  entry.source = "Gu, J. Computer Science and Technology 16(5), 2001";
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_two_way_ring;
  entry.predicted = cost_of_two_way_ring;
  entry.run = as_they_are(exchange_two_way_ring);
}
void two_way_ring(Alltoallv& entry) {
  carry(entry, described<Alltoall>(two_way_ring), exchange_two_way_ring);
}

}  // namespace toruscope::collectives
