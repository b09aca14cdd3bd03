// SPDX-License-Identifier: Apache-2.0
// Allgather by Bruck's concatenation, for k ports and any number of PEs.
//
// Blocks lie in the order me, me+1, ... (mod p). In a round in which every PE holds w of them it sends its first w to
// the PEs w, 2 w, .. k w ranks before it; in the last round the p - w missing ones come in k equal pieces. Then they
// are turned into rank order.
//
//   p = 7, k = 2     round 1   from r+1 and r+2, 1 block each      round 2   from r+3 and r+5, 2 blocks each
//
// Invariant  After i rounds PE r holds the blocks r .. r + (k+1)^i - 1 (mod p), or all.
// Rounds     ceil(log_{k+1} p).     Volume   ceil((p-1)/k) blocks: both optimal.     Any p, k, topology.
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, "Efficient Algorithms for All-to-All Communications in Multiport
//            Message-Passing Systems", IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section 4.

#pragma once

#include <toruscope/catalogue.hpp>

#include <optional>
#include <vector>

namespace toruscope::collectives {

/// The entry "bruck".
Allgather allgather_bruck();

/// Of the rounds in this order, or backwards (reduce_scatter/bruck.hpp): both have the same messages.
std::optional<Prediction> bruck_cost(const Case& c);
enum class BruckOrder { forwards, backwards };
std::optional<Ticks> bruck_estimate(const Case& c, BruckOrder order);

/// The first `length` blocks of the PE `offset` ranks further on.
struct BruckPiece {
  int offset = 0;
  int length = 0;
  friend bool operator==(const BruckPiece&, const BruckPiece&) = default;
};
/// What every PE takes, by round: at most k pieces each.
std::vector<std::vector<BruckPiece>> bruck_plan(int p, int k);

}  // namespace toruscope::collectives
