// SPDX-License-Identifier: Apache-2.0
// MTk: all-to-all on a torus of k dimensions by rings of every k-th PE, one a time on each line.
//
// Colour c = (x_1 + .. + x_k) mod k. In stage t the PEs of colour c exchange along
// dimension (c+t) mod k with the PEs of their colour in their line, a ring of N_i/k, with
// everything for an aligned cell of k PEs in one message. Then, dimension by dimension, the k PEs
// of each cell exchange. k = 2 is AT2, k = 3 the paper's MT3.
//
//   k = 3, a line of 12     ring of colour 0   0 . . 3 . . 6 . . 9 . .
//                           cells              [0 1 2] [3 4 5] [6 7 8] [9 10 11]
//
// Rounds        k ceil(N1/4k) + k^2 for the longest side N1, a multiple of 2k; k fewer for N1 = 2k,
//               where rings of 2 PEs have an empty last round.
// Volume        (k^2 floor(N1^2/8k^2) + (floor(k^2/4) + k/2) N1) N2 .. Nk blocks per PE.
// Synchronised  between stages.
// Restricted to a torus of two or more dimensions whose sides are multiples of their number. (The
//               paper asks for multiples of 2k; where N_i/k is odd a two-way ring runs, about twice
//               as expensive.)
// Source        Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5.

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/colouring.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

std::optional<std::string> refusal_of_mtk(const Case& c) {
  const int k = static_cast<int>(c.sides.size());
  if (!c.is_torus || k < 2) return "needs a torus of two or more dimensions, got " + grid_to_string(c);
  if (std::any_of(c.sides.begin(), c.sides.end(), [k](int side) { return side % k != 0; }))
    return "needs sides that are multiples of " + std::to_string(k) + ", the number of dimensions, got " +
           grid_to_string(c);
  return std::nullopt;
}

Colouring every_kth(const std::vector<int>& sides) {
  const int k = static_cast<int>(sides.size());
  return {k, std::vector<int>(sides.size(), k)};
}

void exchange_mtk(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block) {
  exchange(carrier, every_kth(carrier.comm().sides()), send, receive, block);
}

}  // namespace

void mtk(Alltoall& entry) {
  entry.summary = "PEs of k colours exchange along all k dimensions of a torus at once, then in cells of k";
  entry.restrictions = "a torus of k >= 2 dimensions, each side a multiple of k";
  entry.formula =
      "(k ceil(N1/4k)+k^2) ts + (k^2 floor(N1^2/8k^2)+(floor(k^2/4)+k/2) N1) N2..Nk m tw, 2k | N_i; N1 = 2k: "
      "k^2 ts";
  entry.source = "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5 (MTk)";
  entry.synchronisation = Synchronisation::stage;
  entry.conflict_free = never_in_conflict();
  entry.refusal = refusal_of_mtk;
  entry.predicted = [](const Case& c) { return exact_cost(every_kth(c.sides), c); };
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    return Estimate(c).chain(cost(every_kth(c.sides), c).prediction).time();
  };
  entry.run = as_they_are(exchange_mtk);
}
void mtk(Alltoallv& entry) {
  carry(entry, described<Alltoall>(mtk), exchange_mtk);
}

}  // namespace toruscope::collectives
