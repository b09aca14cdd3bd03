// SPDX-License-Identifier: Apache-2.0
// Values without pattern, the same in every run.

#pragma once

#include "apps/fft/local_fft.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <vector>

namespace toruscope::test {

/// n values in the square [-1/2, 1/2) x [-1/2, 1/2); the seed is n.
inline std::vector<apps::Complex> noise(std::size_t n) {
  RandomSource random(n);
  const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5; };
  std::vector<apps::Complex> values(n);
  for (apps::Complex& z : values) z = {uniform(), uniform()};
  return values;
}

}  // namespace toruscope::test
