// SPDX-License-Identifier: Apache-2.0
// Bruck's index algorithm with radix r: a block that must go delta ranks further goes by the digits of delta.
//
// Block delta of a PE is the one for the PE delta ranks on. For each digit i of radix r, and each value x = 1 .. r-1
// of it, all blocks whose digit i is x go x r^i ranks on in one message. The k ports of a PE send k values of x at once.
//
//   p = 6, r = 2     blocks 1 3 5 by 1    blocks 2 3 by 2    blocks 4 5 by 4
//
// Invariant     After digit i, block delta lies delta mod r^(i+1) ranks on from its origin.
// Rounds        sum over the digits of ceil(values x in use / k); r = k + 1: ceil(log_{k+1} p).
// Volume        sum over the rounds of their largest message; p = r^d, k = 1: d (r-1) p/r blocks.
// Data          Blocks with one value of a digit are runs of r^i. A PE turns its blocks by its rank before and after.
// Links         On a torus the messages of a round share links.
// Source        Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997,
//               section 3.

#pragma once

#include "collectives/alltoall/carrier.hpp"

#include <toruscope/catalogue.hpp>

#include <vector>

namespace toruscope::collectives {

/// What goes together: all blocks whose digit of weight w is x.
struct BruckMessage {
  int weight = 1;
  int digit = 1;
  [[nodiscard]] int distance() const { return weight * digit; }
  /// How many of the blocks 0 .. p-1.
  [[nodiscard]] int blocks(int p, int radix) const;
};
/// The rounds, each of up to k messages.
std::vector<std::vector<BruckMessage>> index_plan(int p, int radix, int k);

/// The algorithm with radix k + 1, for any carrier.
void exchange_bruck(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                    std::size_t block);
/// The entry "bruck": radix k + 1, so that all ports are in use.
Alltoall alltoall_bruck();
/// The entry "bruck_r" with this radix, 2 or more.
Alltoall alltoall_bruck(int radix);

}  // namespace toruscope::collectives
