// SPDX-License-Identifier: Apache-2.0
// The random numbers of the C library with a state of a rank's own: the same numbers as in a
// process of its own.

#pragma once

#include <cstdlib>

namespace toruscope::mpi {

struct RandomState {
  RandomState();
  RandomState(const RandomState&) = delete;
  RandomState& operator=(const RandomState&) = delete;
  ~RandomState() = default;

  random_data data{};  ///< rand, random
  char first[128];     ///< its numbers, until initstate
  char* numbers = first;
  drand48_data data48{};
  unsigned short seed48_before[3]{};  ///< what seed48 returns
};

}  // namespace toruscope::mpi
