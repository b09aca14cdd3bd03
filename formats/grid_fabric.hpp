// SPDX-License-Identifier: Apache-2.0
// Networks of dimensions, each a ring, a complete graph or a switch for every line of PEs.

#pragma once

#include "formats/fabric.hpp"

#include <cstdint>
#include <vector>

namespace toruscope::formats {

inline constexpr std::int64_t kMostGridPes = 1 << 12;

struct GridDimension {
  enum class Kind { ring, complete, hub };
  Kind kind = Kind::ring;
  std::int64_t size = 1;
  double gigabits = 0;  ///< of its cables, as FabricCable
  std::int64_t picoseconds = 0;
};

/// Lays the cables between the fabric's PEs, whose number is the product of the sizes, the first
/// dimension fastest, and adds switches. Routes go by dimension, the first one first, and half-way
/// round a ring the positive way. A side of 2 has one cable. Islands are lines of switches and
/// complete graphs up to the first ring, but for the whole.
void lay_grid(Fabric& fabric, const std::vector<GridDimension>& dimensions);

}  // namespace toruscope::formats
