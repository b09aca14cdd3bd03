// SPDX-License-Identifier: Apache-2.0
// The rings of hamiltonian.cpp: the PEs in order.

#pragma once

#include "runtime/topology/ring_offset.hpp"

#include <toruscope/communicator.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace toruscope::collectives {

/// Four rings through all PEs of a torus that has two sides above 1, both 3 and more.
class HamiltonianRings {
 public:
  explicit HamiltonianRings(const std::vector<int>& sides);

  static constexpr int kMost = 4;
  /// The PE `places` further on.
  [[nodiscard]] Rank ahead(int ring, Rank from, int places) const {
    const std::vector<Rank>& order = orders_[index(ring / 2)];
    const int by = ring % 2 == 0 ? places : -places;
    return order[index(core::mod(places_[index(ring / 2)][index(from)] + by, static_cast<int>(order.size())))];
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::array<std::vector<Rank>, 2> orders_;  // of the cycles
  std::array<std::vector<int>, 2> places_;   // by rank
};

}  // namespace toruscope::collectives
