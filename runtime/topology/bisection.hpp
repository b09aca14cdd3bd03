// SPDX-License-Identifier: Apache-2.0
// The bisection width of a network: the fewest links across a cut of its PEs into halves.

#pragma once

#include <toruscope/topology.hpp>

namespace toruscope::core {

/// A cut of the PEs into p/2 rounded down and the rest, with switches on the cheaper sides.
struct BisectionWidth {
  int links = 0;         ///< directed, both ways
  bool is_least = true;  ///< no such cut has fewer; else perhaps
};

/// The network's own number if it is least; else the best cut of a bounded search, least if that
/// ends. The same on every computer.
BisectionWidth bisection_width(const Topology& network);

}  // namespace toruscope::core
