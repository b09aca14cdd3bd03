// SPDX-License-Identifier: Apache-2.0
// The generalised Fibonacci tree on intervals of ranks: messages of a broadcast from any root.
//
// A PE that owns an interval [lo, hi) and has `budget` left tells up to k others at once. It keeps
// as many PEs as it can still reach a port's occupancy later, and gives the others away in pieces
// as large as their new owners can reach in the time left to them. A piece is one end of the
// interval; its owner is its PE next to the rest.
//
//   p = 10, k = 2, lambda = 3, root 0     step 1   0 -> 7 [7,10)      step 3   0 -> 3, 4
//                                         step 2   0 -> 5, 6          step 4   0 -> 1, 2  7 -> 8, 9
//
// A PE that has nothing to give away in a step may go on at once: nothing comes later than here.
//
// Invariant  hi - lo <= G(budget). A piece has at most G(budget - latency) PEs and fits on one side
//            of its owner, as the owner keeps no fewer. So min { t : G(t) >= p } tells all p.
// Reversed   it is a reduction in which both sides of every message hold neighbouring intervals of
//            ranks, so rank order is kept for every root.
// Special    occupancy = latency: the (k+1)-nomial tree, ceil(log_{k+1} p) rounds.
// Source     Bar-Noy, Kipnis, Math. Systems Theory 27, 1994 (one port); k ports: Lin, Yeh, parallel
//            prefix in the k-port postal model, Theorem 1. Contiguous pieces for any root are ours.

#pragma once

#include "collectives/shapes/reach.hpp"

#include <toruscope/communicator.hpp>

#include <algorithm>
#include <vector>

namespace toruscope::collectives {

/// One PE's part in one message of the tree.
struct TreeMessage {
  Ticks begin;  ///< when the owner begins it (root: 0); messages of one tick go together
  Rank partner = 0;
  bool tells = false;              ///< I own the interval and the partner gets a piece of it
  bool partner_is_higher = false;  ///< the partner's piece has the higher ranks

  friend bool operator==(const TreeMessage&, const TreeMessage&) = default;
};

class PostalTree {
 public:
  /// Precondition: 0 < occupancy <= latency.
  PostalTree(Ticks occupancy, Ticks latency, int k, int p)
      : reach_(occupancy, latency, k, p), occupancy_(occupancy), latency_(latency), p_(p) {}

  /// The total time.
  [[nodiscard]] Ticks time() const { return reach_.time(); }

  /// Messages of PE `rank` in a broadcast from `root`, in order. The first tells a non-root.
  [[nodiscard]] std::vector<TreeMessage> messages(Rank root, Rank rank) const {
    std::vector<TreeMessage> mine;
    Interval in{0, p_, root, Ticks{}};
    while (in.hi - in.lo > 1) {
      const Interval next = split(in, rank, mine);
      // `rank` is the owner, and all its messages have been named.
      if (next.own == in.own) break;
      in = next;
    }
    return mine;
  }

 private:
  struct Interval {
    int lo, hi;
    Rank own;
    Ticks ready;
  };

  /// The owner gives pieces away until it is alone, or until `rank` is in one, which is returned.
  Interval split(Interval in, Rank rank, std::vector<TreeMessage>& mine) const {
    for (Ticks begin = in.ready; in.hi - in.lo > 1; begin += occupancy_) {
      const Ticks budget = time() - begin;
      const auto keep = static_cast<int>(std::min<std::int64_t>(p_, reach_.at(budget - occupancy_)));
      const auto most = static_cast<int>(std::min<std::int64_t>(p_, reach_.at(budget - latency_)));
      while (in.hi - in.lo > keep) {
        const int size = std::min(most, in.hi - in.lo - keep);
        const bool is_high = in.hi - 1 - in.own >= size;
        const Interval piece = is_high ? Interval{in.hi - size, in.hi, in.hi - size, begin + latency_}
                                       : Interval{in.lo, in.lo + size, in.lo + size - 1, begin + latency_};
        if (rank == in.own) mine.push_back({begin, piece.own, true, is_high});
        if (rank == piece.own) mine.push_back({begin, in.own, false, !is_high});
        if (piece.lo <= rank && rank < piece.hi) return piece;
        (is_high ? in.hi : in.lo) = is_high ? piece.lo : piece.hi;
      }
    }
    return in;
  }

  Reach reach_;
  Ticks occupancy_;
  Ticks latency_;
  int p_;
};

}  // namespace toruscope::collectives
