// SPDX-License-Identifier: Apache-2.0
// Slow links as text: "3-4=2", and factors: "3", "1.5".

#pragma once

#include <toruscope/topology.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// factor / over, in lowest terms.
struct SlowFactor {
  std::int64_t factor = 1;
  std::int64_t over = 1;
};

/// Digits behind the point that a factor may have.
inline constexpr int kFactorPlaces = 6;
inline constexpr std::int64_t kMostOver = 1'000'000;

/// Reads a decimal factor of at most kFactorPlaces places. Nothing for other or too large numbers.
std::optional<SlowFactor> read_slow_factor(std::string_view text);

/// Reads "3-4=2,0->12=1.5": both ways, one way.
/// Errors    ConfigError for what is no slow link, and for a link named twice.
std::vector<SlowLink> read_slow_links(std::string_view text);

/// Writes "1.5", or "4/3" without finite digits.
std::string factor_text(const SlowLink& link);

}  // namespace toruscope::core
