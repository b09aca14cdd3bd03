// SPDX-License-Identifier: Apache-2.0
// Random numbers of a PE.
//
// Link        toruscope::core

#pragma once

#include <cstdint>

namespace toruscope {

/// A PE's seeded std::uniform_random_bit_generator, the same in every run with one seed.
/// (SplitMix64: Steele, Lea, Flood, OOPSLA 2014.)
class RandomSource {
 public:
  using result_type = std::uint64_t;                           ///< type of the numbers
  explicit RandomSource(std::uint64_t seed) : state_(seed) {}  ///< equal seeds give equal numbers
  static constexpr result_type min() { return 0; }             ///< the least number
  static constexpr result_type max() { return UINT64_MAX; }    ///< the largest number
  /// The next number.
  result_type operator()() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace toruscope
