// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/scaled.hpp"

#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <vector>

namespace toruscope::core {

namespace {

/// p as a product of `count` factors, the largest first and at most `most`, that differ least.
std::vector<int> factors(int p, std::size_t count, int most) {
  if (count == 1) return p <= most ? std::vector{p} : std::vector<int>{};
  std::vector<int> best;
  for (int first = std::min(p, most); first >= 1; --first) {
    if (std::pow(first, static_cast<double>(count)) < p)
      break;  // the others are no larger: their product is below p
    if (p % first != 0) continue;
    std::vector<int> rest = factors(p / first, count - 1, first);
    if (rest.empty()) continue;
    rest.insert(rest.begin(), first);
    best = std::move(rest);
  }
  return best;
}

}  // namespace

std::string topology_of_size(const std::string& like, int pes, int p, const std::vector<TopologyEntry>& table) {
  if (pes == p) return like;
  const std::size_t colon = std::min(like.find(':'), like.size());
  const std::string name = like.substr(0, colon);
  const std::string sizes = like.substr(std::min(colon + 1, like.size()));
  for (const TopologyEntry& entry : table)
    if (entry.name == name && entry.scale != nullptr) return fmt::format("{}:{}", name, entry.scale(sizes, p));
  if (sizes.find(':') != std::string::npos)
    refuse_scale(like, p, "its sizes are followed by a rule, and its kind does not say how it is scaled");
  const auto sides = static_cast<std::size_t>(std::count(sizes.begin(), sizes.end(), 'x')) + 1;
  return fmt::format("{}:{}", name, joined(factors(p, sides, p), "x"));
}

void refuse_scale(std::string_view topology, int p, std::string_view why) {
  throw ConfigError(fmt::format("scale: {} cannot be made for p = {}: {}", topology, p, why));
}

}  // namespace toruscope::core
