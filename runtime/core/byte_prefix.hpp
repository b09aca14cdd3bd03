// SPDX-License-Identifier: Apache-2.0
// The K, M, G and T of sizes and bandwidths.

#pragma once

#include <cstdint>
#include <string_view>

namespace toruscope::core {

/// base, base^2, base^3, base^4 for K, M, G, T; 0 for any other character.
constexpr std::int64_t multiple_of_prefix(char prefix, std::int64_t base) {
  std::int64_t multiple = base;
  for (const char known : std::string_view("KMGT")) {
    if (prefix == known) return multiple;
    multiple *= base;
  }
  return 0;
}

}  // namespace toruscope::core
