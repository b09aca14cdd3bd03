// SPDX-License-Identifier: Apache-2.0
// Lower bounds on rounds and volume of every schedule, by counting. The search begins there.

#pragma once

#include "synthesis/instance.hpp"

#include <string>

namespace toruscope::synthesis {

struct Least {
  int value = 0;
  std::string reason;  ///< "PE 7 is 3 messages away from PE 0"
};

/// Lower bound on rounds: by the distance of a PE from its chunks, by how many PEs can know a chunk
/// after so many rounds, and, where messages are limited, by the volume.
/// Errors    ConfigError if a chunk cannot come to a PE at all.
Least least_rounds(const Instance& instance);

/// Lower bound on the volume: by what must come into a set of PEs, and by all moves. All sets are
/// considered up to 14 PEs, intervals of ranks beyond.
Least least_volume(const Instance& instance);

}  // namespace toruscope::synthesis
