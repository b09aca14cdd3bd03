// SPDX-License-Identifier: Apache-2.0
// What an all-to-all algorithm on a ring of p nodes does, as a table: in round t node j sends a few boxes of blocks.
//
// A box is {(o, d): o in origins, d in destinations}, both arcs of the ring. Destinations are listed farthest
// first, so that what a node does not pass on lies at the end of the box, where a message can be cut.
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
  /// The place of node j in the arc, or something not below `count` if it is not in it.
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

/// No partner in this round.
inline constexpr int kNobody = -1;

/// One node's part in one round: it sends `boxes` to node `to` and gets what node `from` sends in this round.
struct RingStep {
  int to = kNobody;
  int from = kNobody;
  std::vector<Box> boxes;
};

/// The same with arcs that begin at one of the p nodes, so that equal arcs are equal members.
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

/// What one ring costs: messages one after the other, blocks in them, links crossed by them.
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

}  // namespace toruscope::collectives
