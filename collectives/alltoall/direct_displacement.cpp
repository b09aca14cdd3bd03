// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by displacement: in each round every PE sends its block the same way, a steps
// along dimension 0, b along dimension 1 and so on.
//
//   3x3     (0,1) (0,2)   (1,0) (1,1) (1,2)   (2,0) (2,1) (2,2)
//
// Rounds        p - 1.     Volume   p - 1 blocks per PE: the one-port bound.
// Links         a steps (at most half the ring) share each link of their direction a times; none is
//               shared where no side is longer than 3.
// Restricted to a torus.
// Source        the displacement vectors of Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9),
//               2005, Lemma 1.

#include "collectives/alltoall/direct.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

/// Hops: each displacement along a side occurs p / side times, floor(side^2 / 4) links in all.
/// Messages on sides longer than 3 meet, unless transmission takes no time.
std::optional<Prediction> cost_of_direct_displacement(const Case& c) {
  const bool are_over_at_once = c.costs.tw == Ticks{} && c.costs.tm == Ticks{};
  std::int64_t hops = 0;
  for (const int side : c.sides) {
    if (side > 3 && !are_over_at_once) return std::nullopt;
    hops += std::int64_t{c.p} / side * (std::int64_t{side} * side / 4);
  }
  return predicted_without_sharing(c, hops);
}

/// Exchanges in round t by the coordinates of rank t.
void exchange_direct_displacement(Communicator& comm, std::span<const std::byte> send,
                                  std::span<std::byte> receive, std::size_t block) {
  std::vector<int> there(comm.sides().size());
  std::vector<int> back(comm.sides().size());
  exchange_directly(comm, send, receive, block, [&](int t) {
    for (int i = 0; i < comm.dimensions(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const int steps = coordinate(comm.sides(), i, t);
      there[at] = comm.coordinate(i) + steps;
      back[at] = comm.coordinate(i) - steps;
    }
    return Partners{comm.rank_at(there), comm.rank_at(back)};
  });
}

}  // namespace

void direct_displacement(Alltoall& entry) {
  entry.summary = "in each round every PE sends one block by the same steps along all dimensions of a torus";
  entry.restrictions = "a torus";
  entry.formula = "(p-1) (ts + m tw) where no links are shared: sides up to 3, or tm = tw = 0";
  entry.source = "Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 2";
  entry.refusal = [](const Case& c) -> std::optional<std::string> {
    if (!c.is_torus) return "needs a torus, got " + grid_to_string(c);
    return std::nullopt;
  };
  entry.conflict_free = {"if no side is longer than 3", [](const Case& c) {
                           return std::all_of(c.sides.begin(), c.sides.end(),
                                              [](int side) { return side <= 3; });
                         }};
  entry.predicted = cost_of_direct_displacement;
  entry.estimated = [](const Case& c) -> std::optional<Ticks> {
    Estimate estimate(c);
    Estimate::Distances steps(c.sides.size());
    for (int t = 1; t < c.p; ++t) {
      for (std::size_t d = 0; d < steps.size(); ++d) steps[d] = coordinate(c.sides, static_cast<int>(d), t);
      estimate.add(estimate.displacement(steps, static_cast<std::int64_t>(c.bytes)));
    }
    return estimate.time();
  };
  entry.run = exchange_direct_displacement;
}

}  // namespace toruscope::collectives
