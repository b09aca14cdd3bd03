// SPDX-License-Identifier: Apache-2.0
// Data of trials: numbers that a submission cannot know, and differences between results.

#pragma once

#include <toruscope/units.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::labs {

/// n whole numbers between 1 and 1000 as doubles, so that sums are exact in any order. Never 0.
std::vector<double> numbers(std::uint64_t seed, Rank rank, std::size_t n);

/// Says "PE 3 ends with 0 at index 2, and it should be 17"; nothing if they are equal.
std::optional<std::string> difference(Rank rank, const std::vector<double>& got,
                                      const std::vector<double>& wanted);
/// The first difference of all PEs.
std::optional<std::string> difference(const std::vector<std::vector<double>>& got,
                                      const std::vector<std::vector<double>>& wanted);

}  // namespace toruscope::labs
