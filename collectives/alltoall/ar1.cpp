// SPDX-License-Identifier: Apache-2.0
// AR1: all-to-all personalised communication on a ring of an even number p of nodes.
//
// Neighbours first divide the work: an even node takes what goes to the right, an odd node what
// goes to the left. Then the even nodes are a ring that turns right in steps of 2, the odd nodes
// one that turns left. Each box loses two destinations per step: the node where it is, and that
// node's neighbour, which is served last.
//
//   p = 8, h = 4     first        1 <-> 2    3 <-> 4    5 <-> 6    7 <-> 0         4 blocks each
//                    circulate    0 -> 2 -> 4 -> 6 -> 0,  1 -> 7 -> 5 -> 3 -> 1    4 blocks each
//                    last         0 <-> 1    2 <-> 3    4 <-> 5    6 <-> 7         4 blocks each
//
// Invariant     After the first round an even node 2i has, of the origins 2i-1 and 2i, exactly the
//               destinations 2i .. 2i+h-1 (h = p/2); an odd node 2i-1 has 2i-h .. 2i-1.
// Rounds        ceil(p/4) + 1 (one for p = 2).   Volume   floor(p^2/8) + p/2 blocks per node.
// Links         Each ring uses each link of its direction once per round, and all messages of a
//               round are equally long: no conflicts.
// Restricted to an even number of nodes on a ring of the machine.
// Source        Liu, Gu, Ren, Xiong, "Efficient and Scalable Algorithms for All-to-All Personalized
//               Communication on Multidimensional Tori", Acta Electronica Sinica 33(9), 2005,
//               section 3, Figure 2. (The prose swaps the first and the last pairing by mistake.)

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/ring_program.hpp"
#include "collectives/alltoall/stage.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

int circulations(int p) {
  return (p + 3) / 4 - 1;
}

int rounds(int p) {
  return p == 1 ? 0 : p == 2 ? 1 : 1 + circulations(p) + 1;
}

/// Pairs (2i-1, 2i): each node takes over the half that lies on its side.
RingStep divide(int p, int j) {
  const int h = p / 2;
  const bool even = j % 2 == 0;
  const int partner = core::mod(even ? j - 1 : j + 1, p);
  const Arc destinations = even ? Arc{j - h, h, 1} : Arc{j + h, h, -1};
  return {partner, partner, {{{j, 1}, destinations}}};
}

/// Round k of the two rings: even nodes send right, odd nodes left, all but their pair's blocks.
RingStep circulate(int p, int j, int k) {
  const int n = p / 2 - 2 - 2 * k;
  if (j % 2 == 0) return {core::mod(j + 2, p), core::mod(j - 2, p), {{{j - 2 * k - 1, 2}, {j + 1 + n, n, -1}}}};
  return {core::mod(j - 2, p), core::mod(j + 2, p), {{{j + 2 * k, 2}, {j - 1 - n, n, 1}}}};
}

/// Pairs (2i, 2i+1): each node gets what its neighbour kept for it.
RingStep deliver(int p, int j) {
  const int w = p / 2 - (p / 2) % 2;
  const bool even = j % 2 == 0;
  const int partner = core::mod(even ? j + 1 : j - 1, p);
  const Arc origins = even ? Arc{j - w + 1, w} : Arc{j, w};
  return {partner, partner, {{origins, {partner, 1}}}};
}

RingStep step_of_ar1(int p, int j, int t) {
  if (t == 0) return normalised(divide(p, j), p);
  return normalised(t <= circulations(p) ? circulate(p, j, t - 1) : deliver(p, j), p);
}

std::optional<std::string> refusal_of_ar1(const Case& c) {
  if (!is_ring(c)) return "needs a ring, got " + grid_to_string(c);
  if (c.p % 2 != 0) return "needs an even ring, got " + std::to_string(c.p) + " PEs";
  return std::nullopt;
}

std::optional<Prediction> cost_of_ar1(const Case& c) {
  if (!is_plain_machine(c)) return std::nullopt;
  const RingCost cost = ar1_cost(c.p);
  return chain(c, cost.rounds, cost.blocks * static_cast<std::int64_t>(c.bytes), cost.hops);
}

void exchange_ar1(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block) {
  begin_exchange(send, receive);
  exchange(carrier, whole(carrier.comm()), ar1_program(), {receive.data(), carrier.comm().size(), block, 1});
}

}  // namespace

RingProgram ar1_program() {
  return {rounds, step_of_ar1};
}

RingCost ar1_cost(int p) {
  if (p == 1) return {0, 0, 0};
  if (p == 2) return {1, 1, 1};
  const std::int64_t quarter = (p + 3) / 4;
  return {quarter + 1, std::int64_t{p} * p / 8 + p / 2, 2 * quarter};
}

RingSizes ar1_sizes(int p) {
  RingSizes sizes;
  if (p == 1) return sizes;
  const int h = p / 2;
  sizes.push_back(h);
  for (int k = 0; k < circulations(p); ++k) sizes.push_back(2 * (h - 2 - 2 * k));
  if (p > 2) sizes.push_back(h - h % 2);
  return sizes;
}

void ar1(Alltoall& entry) {
  entry.summary = "even PEs turn right, odd PEs left, in steps of two around the ring";
  entry.restrictions = "a ring of an even number of PEs";
  entry.formula = "(ceil(p/4)+1) ts + (floor(p^2/8)+p/2) m tw; p = 2: ts + m tw";
  entry.source = "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 3 (AR1)";
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_ar1;
  entry.predicted = cost_of_ar1;
  entry.run = as_they_are(exchange_ar1);
}
void ar1(Alltoallv& entry) {
  carry(entry, described<Alltoall>(ar1), exchange_ar1);
}

}  // namespace toruscope::collectives
