// SPDX-License-Identifier: Apache-2.0
// Tables of all-to-all algorithms on a ring of p nodes: the boxes that node j sends in round t.
//
// A box is {(o, d): o in origins, d in destinations}, both arcs of the ring. Destinations are
// listed farthest first, so that a message can be cut where blocks are not passed on: at its end.
//
// Not here    who holds the blocks and how they are moved: stage.hpp.

#pragma once

#include "runtime/topology/ring_offset.hpp"

#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace toruscope::collectives {

/// `count` nodes of a ring, from `first` on in steps of +1 or -1.
struct Arc {
  int first = 0;
  int count = 0;
  int step = 1;

  friend constexpr bool operator==(const Arc&, const Arc&) = default;

  [[nodiscard]] constexpr int at(int i, int p) const { return core::mod(first + i * step, p); }
  /// The place of node j in the arc; not below `count` if it is not in it.
  [[nodiscard]] constexpr int index(int j, int p) const { return core::mod((j - first) * step, p); }
};

struct Box {
  Arc origins;
  Arc destinations;

  friend constexpr bool operator==(const Box&, const Box&) = default;

  [[nodiscard]] constexpr int units() const { return origins.count * destinations.count; }
  [[nodiscard]] constexpr bool contains(int o, int d, int p) const {
    return origins.index(o, p) < origins.count && destinations.index(d, p) < destinations.count;
  }
  /// True if `next` is this box without some of its last destinations.
  [[nodiscard]] constexpr bool shrinks_to(const Box& next) const {
    return origins == next.origins && destinations.first == next.destinations.first &&
           destinations.step == next.destinations.step && next.destinations.count <= destinations.count;
  }
};

/// Mark of a round without a partner.
inline constexpr int kNobody = -1;

/// One node's part in one round: it sends `boxes` to node `to` and gets what node `from` sends.
struct RingStep {
  int to = kNobody;
  int from = kNobody;
  std::vector<Box> boxes;
};

/// A step whose arcs begin at one of the p nodes, so that equal arcs have equal members.
inline RingStep normalised(RingStep step, int p) {
  for (Box& box : step.boxes) {
    box.origins.first = core::mod(box.origins.first, p);
    box.destinations.first = core::mod(box.destinations.first, p);
  }
  return step;
}

/// A ring algorithm: pure functions of the number of nodes p, the node j and the round t.
struct RingProgram {
  std::function<int(int p)> rounds;
  std::function<RingStep(int p, int j, int t)> step;
};

/// Cost of one ring: messages one after the other, blocks in them, links that they cross.
struct RingCost {
  std::int64_t rounds = 0;
  std::int64_t blocks = 0;
  std::int64_t hops = 0;
};

/// Blocks of the largest message of each round, by formula.
using RingSizes = std::vector<std::int64_t>;

inline std::int64_t sum(const RingSizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
}

// The programs, and their costs by formula.

/// AR1 (ar1.cpp); p = 1 has no rounds.
RingProgram ar1_program();
/// Cost (ceil(p/4) + 1, floor(p^2/8) + p/2, 2 ceil(p/4)); p = 2: (1, 1, 1), no last round.
RingCost ar1_cost(int p);
/// Sizes p/2, then 2 (p/2 - 2 - 2k) for k = 0, 1, .., then p/2 or, where that is odd, one less.
RingSizes ar1_sizes(int p);

/// AR1o (ar1o.cpp) with m >= 1 helpers of node 0; p odd, at least 5.
RingProgram ar1o_program(int m);
/// A closed form, apart from the program. Let s(0), s(1), .. be the blocks of node 0 for each stop
/// on its left (3, 2, 2, .., what is left of q), cut into groups, T = ceil(p/4) - 1, and x(k) the
/// most that any group has behind its stop k. The sizes are: q+1; each group; for k = 0 .. T-1
/// max(4(T-k), 4(T-k) + x(k) - (p = 1 mod 4 ? 4 : 0)), or 4(T-k) where x(k) = 0; q+1; q or, for
/// p = 1 mod 4, q-1.
RingSizes ar1o_sizes(int p, int m);

/// Two-way ring (two_way_ring.cpp).
RingProgram two_way_ring_program();
/// Rounds to the right: floor(p/2). The rest goes to the left.
int rounds_to_the_right(int p);
/// Cost (p - 1, floor(p^2/4), p - 1).
RingCost two_way_ring_cost(int p);
/// Sizes floor(p/2), .., 2, 1, then p - 1 - floor(p/2), .., 2, 1.
RingSizes two_way_ring_sizes(int p);

}  // namespace toruscope::collectives
