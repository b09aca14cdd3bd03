// SPDX-License-Identifier: Apache-2.0
// The bisection width of a network: the fewest links across a cut of its PEs into two halves.

#pragma once

#include <toruscope/topology.hpp>

namespace toruscope::core {

/// A cut of the PEs into halves, p/2 rounded down and the rest. A switch stands on the side where
/// it costs fewer links.
struct BisectionWidth {
  int links = 0;         ///< directed ones across the cut, both ways
  bool is_least = true;  ///< no such cut has fewer; else some may have
};

/// The network's own number where that is the least. Else the best cut that a bounded search finds,
/// which is the least where the search comes to its end. The same on every computer.
BisectionWidth bisection_width(const Topology& network);

}  // namespace toruscope::core
