// SPDX-License-Identifier: Apache-2.0
// A switch's choice among equal ways by a hash of the pair, the same in every run.
//
// Source  Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014:
//         SplitMix64.

#pragma once

#include <toruscope/topology.hpp>

#include <cstdint>

namespace toruscope::core {

constexpr std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// Hash of the route from a to b and of the choice on it.
constexpr std::uint64_t route_hash(Node a, Node b, std::uint64_t choice) {
  return mixed(mixed(mixed(static_cast<std::uint64_t>(a)) ^ static_cast<std::uint64_t>(b)) ^ choice);
}

}  // namespace toruscope::core
