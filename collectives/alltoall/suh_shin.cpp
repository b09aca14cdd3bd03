// SPDX-License-Identifier: Apache-2.0
// Suh and Shin's exchange on a torus whose sides are multiples of 4, a rival of AT2, MTk and PTk:
// everything for a cell of 4 PEs goes once around one-way rings of every fourth PE, dimension by
// dimension, then cells exchange.
//
// Colour c = (x_1 + .. + x_k) mod 4. In stage t of k colour c is in dimension (c+t) mod k; colours
// 0 and 1 turn right, 2 and 3 left. Then in every dimension half of everything changes places with
// the PE 2 further on in the cell of 4 (PEs with an odd sum of coordinates begin with the second
// dimension), then with the neighbour in the cell of 2.
//
//   k = 2, a line of 12   colour 0   0 -> 4 -> 8 -> 0     colour 2   10 -> 6 -> 2 -> 10     at once
//
// Rounds        k (N1/4 + 1) for the longest side N1.   Volume   (k N1/8 + k/2) N blocks per PE.
// Hops          k (N1 - 1).
// Synchronised  after each ring.
// Links         A line has at most one ring to the right and one to the left on it, then swaps of
//               one parity: no conflicts.
// Restricted to a torus of 2 to 4 dimensions whose sides are multiples of 4; for 2 and 3 dimensions
//               not 8: the two PEs of a ring are half a line apart, and both rings' routes go
//               not 8: a ring's two PEs are half a line apart, and both rings' routes go right.
// Source        Suh, Shin, "All-to-All Personalized Communication in Multidimensional Torus and
//               Mesh Networks", IEEE TPDS 12(1), 2001; derived here from its cost as printed by
//               Liu, Gu, Ren, Xiong 2005, Table 1, with which it agrees on every such side. The
//               order of colours is ours.

#include "collectives/alltoall/colouring.hpp"
#include "collectives/alltoall/stage.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

constexpr int kCell = 4;

/// Passes everything on to the next node until it has been at all: p - 1 rounds.
RingProgram one_way_ring(int direction) {
  const auto step = [direction](int p, int j, int t) {
    const Arc origin{j - direction * t, 1};
    const Arc destinations{j - direction * (t + 1), p - 1 - t, -direction};
    return normalised({core::mod(j + direction, p), core::mod(j - direction, p), {{origin, destinations}}}, p);
  };
  return {[](int p) { return p - 1; }, step};
}

std::optional<std::string> refusal_of_suh_shin(const Case& c) {
  const auto k = static_cast<int>(c.sides.size());
  if (!c.is_torus || k < 2 || k > kCell) return "needs a torus of 2 to 4 dimensions, got " + grid_to_string(c);
  if (std::any_of(c.sides.begin(), c.sides.end(), [](int side) { return side % kCell != 0; }))
    return "needs sides that are multiples of 4, got " + grid_to_string(c);
  if (k < kCell && std::find(c.sides.begin(), c.sides.end(), 2 * kCell) != c.sides.end())
    return "needs sides other than 8, whose halfway routes all go one way, got " + grid_to_string(c);
  return std::nullopt;
}

std::optional<Prediction> cost_of_suh_shin(const Case& c) {
  if (!is_plain_machine(c)) return std::nullopt;
  const auto k = static_cast<std::int64_t>(c.sides.size());
  const std::int64_t longest = *std::max_element(c.sides.begin(), c.sides.end());
  const std::int64_t blocks = (k * longest + 4 * k) * (c.p / 8);
  return chain(c, k * (longest / 4 + 1), blocks * static_cast<std::int64_t>(c.bytes), k * (longest - 1));
}

void exchange_suh_shin(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                       std::size_t block) {
  Communicator& comm = carrier.comm();
  begin_exchange(send, receive);
  const int k = comm.dimensions();
  int sum = 0;
  for (int i = 0; i < k; ++i) sum += comm.coordinate(i);
  const int colour = sum % kCell;
  const int parity = sum % 2;
  for (int t = 0; t < k; ++t) {
    ring_stage(carrier, (t + colour) % k, kCell, one_way_ring(colour < 2 ? 1 : -1), receive, block);
    comm.synchronize();
  }
  for (int t = 0; t < k; ++t) halving_stage(carrier, (t + parity) % k, 2, receive, block);
  for (int t = 0; t < k; ++t) halving_stage(carrier, t, 1, receive, block);
}

}  // namespace

void suh_shin(Alltoall& entry) {
  entry.summary = "one-way rings of every fourth PE, two on a line, then halves change places in cells of 4";
  entry.restrictions = "a torus of k = 2, 3, 4 dimensions, each side a multiple of 4; 8 only for k = 4";
  entry.formula = "k (N1/4+1) ts + (k N1/8+k/2) N m tw";
  entry.source =
      "Suh, Shin, IEEE Trans. Parallel and Distributed Systems 12(1), 2001, derived from its printed cost";
  entry.synchronisation = Synchronisation::stage;
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_suh_shin;
  entry.predicted = cost_of_suh_shin;
  entry.run = as_they_are(exchange_suh_shin);
}

}  // namespace toruscope::collectives
