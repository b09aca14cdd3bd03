// SPDX-License-Identifier: Apache-2.0

#include "labs/support/data.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/communicator.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::labs {

std::vector<double> numbers(std::uint64_t seed, Rank rank, std::size_t n) {
  constexpr std::uint64_t kLargest = 1000;
  RandomSource source(seed * 1'000'003U + static_cast<std::uint64_t>(rank));
  std::vector<double> all(n);
  for (double& x : all) x = static_cast<double>(1 + source() % kLargest);
  return all;
}

std::optional<std::string> difference(Rank rank, const std::vector<double>& got,
                                      const std::vector<double>& wanted) {
  if (got.size() != wanted.size())
    return fmt::format("PE {} ends with {} instead of {}", rank, core::counted(got.size(), "value"),
                       wanted.size());
  const auto place = std::mismatch(got.begin(), got.end(), wanted.begin());
  if (place.first == got.end()) return std::nullopt;
  return fmt::format("PE {} ends with {} at index {}, and it should be {}", rank, *place.first,
                     place.first - got.begin(), *place.second);
}

std::optional<std::string> difference(const std::vector<std::vector<double>>& got,
                                      const std::vector<std::vector<double>>& wanted) {
  if (got.size() != wanted.size()) return fmt::format("{} PEs instead of {}", got.size(), wanted.size());
  for (std::size_t r = 0; r < got.size(); ++r)
    if (auto text = difference(static_cast<Rank>(r), got[r], wanted[r])) return text;
  return std::nullopt;
}

}  // namespace toruscope::labs
