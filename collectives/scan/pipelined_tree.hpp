// SPDX-License-Identifier: Apache-2.0
// A scan of long values part after part, up and down a binary tree of the PEs in order.
//
//   p = 7      3        every edge has a colour c in 0 .. P-1, P = ceil(3/k); at most k edges of a
//            /   \      colour meet in a PE. In a step s with s mod P = c it carries one part up
//          1       5    and one down:
//         / \     / \   up     the values of a subtree combined
//        0   2   4   6  down   the prefix before a subtree; nothing on the left edge of the tree
//
// Steps      k >= 3: T + s - 1 for s parts, T = lambda (floor(log2 p) + floor(log2
//            floor((p-1)/2)) + 1), p > 2. Fewer ports: a PE goes on before its step where it can,
//            and for k = 1 two children may meet at their parent's port.
// Messages   fewer than 2 p for each part.      Any p, k; where a port rule is strict, k >= 3.
// Invariant  A part goes P steps after the one before it by the same edge: in no step are more than
//            k sent to a PE, or by it.
// Source     Brent, Kung, IEEE Trans. Computers C-31(3), 1982; parts with a period: Sanders, Traff,
//            "Parallel Prefix (Scan) Algorithms for MPI", EuroPVM/MPI 2006 (one port; the colours
//            and lambda are ours).

#pragma once

#include "collectives/scan/prefix.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/estimate.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace toruscope::collectives {

class ScanTree {
 public:
  static constexpr Rank kNone = -1;

  struct Node {
    Rank parent = kNone;
    Rank left = kNone;
    Rank right = kNone;
    Rank first = 0;         ///< of its subtree
    int colour = 0;         ///< of the edge to its parent
    std::int64_t up = 0;    ///< the step in which the first part goes to its parent
    std::int64_t down = 0;  ///< the step in which the parent sends the first part; 0: none
  };

  /// Tree of p PEs with k ports; what is sent in step j can be used from step j + lambda on.
  ScanTree(int p, int k, std::int64_t lambda);

  [[nodiscard]] const Node& at(Rank rank) const { return nodes_[static_cast<std::size_t>(rank)]; }
  /// Steps P from one part to the next.
  [[nodiscard]] int period() const { return period_; }
  /// Steps by the colours: T of one part + P (s - 1), 0 for one PE; at most, if k < 3.
  [[nodiscard]] std::int64_t steps(std::int64_t parts) const;
  /// Approximate time if every PE goes on as soon as it can: messages between ranks `distance`
  /// apart take `time_of(distance)`, and none of the k that come at once waits for a link.
  [[nodiscard]] Ticks time(std::int64_t parts, const std::function<PhaseTime(int distance)>& time_of) const;

  /// Runs on all PEs of the communicator. A receive is posted in the step in which its message is
  /// sent, so a send waits for no other.
  void run(Communicator& comm, std::span<Prefix> parts) const;

 private:
  Rank build(Rank first, Rank end, Rank parent);
  void colour(int k);
  void find_steps();
  /// The first step from `ready` on that has this colour.
  [[nodiscard]] std::int64_t slot(std::int64_t ready, int colour) const;

  int k_;
  int period_;
  std::int64_t lambda_;
  std::vector<Node> nodes_;
  std::vector<Rank> downwards_;  // parents before their children
};

}  // namespace toruscope::collectives
