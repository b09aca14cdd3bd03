// SPDX-License-Identifier: Apache-2.0
// AT2: all-to-all personalised communication on a 2-D torus, by AR1 on rings of every second PE.
//
// PEs are coloured like a chess board. In stage 1 the white ones exchange along dimension 0 and the
// black ones along dimension 1, in stage 2 the other way round. Each exchange is among the PEs of
// one colour in a line, a ring of half its length, with everything for a pair of PEs in one
// message; so a line carries one ring at any time. Then pairs swap along dimensions 0 and 1.
//
//   4x4   w b w b   stage 1   w along dim 0, b along dim 1   swap 1   0 <-> 1, 2 <-> 3 along dim 0
//         b w b w   stage 2   w along dim 1, b along dim 0   swap 2   0 <-> 1, 2 <-> 3 along dim 1
//         w b w b
//         b w b w
//
// Rounds        2 (ceil(N1/8) + 1) + 2 for the longer side N1 (N1 = 4: less the empty last rounds).
// Volume        (4 floor(N1^2/32) + 2 N1) N2 blocks per PE.
// Synchronised  between stages, as the paper asks: where sides differ, rings of one colour end
//               earlier and would meet those of the other.
// Links         No conflicts.
// Restricted to two dimensions, each side 2 or a multiple of 4 (every second PE: an even ring, or
//               one PE). Moves are multiples of 2, so no PE changes colour.
// Source        Liu, Gu, Ren, Xiong, "Efficient and Scalable Algorithms for All-to-All Personalized
//               Communication on Multidimensional Tori", Acta Electronica Sinica 33(9), 2005,
//               section 4.

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/colouring.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

constexpr int kDimensions = 2;

std::optional<std::string> refusal_of_at2(const Case& c) {
  if (!c.is_torus || c.sides.size() != kDimensions)
    return "needs a torus of two dimensions, got " + grid_to_string(c);
  for (const int side : c.sides)
    if (side != 2 && side % 4 != 0)
      return "needs sides of 2 or a multiple of 4, so that the ring of every second PE is even, got " +
             grid_to_string(c);
  return std::nullopt;
}

Colouring chess_board() {
  return {kDimensions, {kDimensions, kDimensions}};
}

}  // namespace

void at2(Alltoall& entry) {
  entry.summary = "PEs coloured like a chess board exchange along both dimensions of a torus at once";
  entry.restrictions = "a torus of two dimensions, each side 2 or a multiple of 4";
  entry.formula =
      "(2 ceil(N1/8)+4) ts + (4 floor(N1^2/32)+2 N1) N2 m tw, N1 >= N2; N1 = 4: 4 ts, N1 = 2: 2 ts + 4 m tw";
  entry.source = "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 4 (AT2)";
  entry.synchronisation = Synchronisation::stage;
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_at2;
  entry.predicted = [](const Case& c) { return exact_cost(chess_board(), c); };
  entry.run = as_they_are([](Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                             std::size_t block) { exchange(carrier, chess_board(), send, receive, block); });
}

}  // namespace toruscope::collectives
