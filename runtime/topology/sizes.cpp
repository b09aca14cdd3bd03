// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/sizes.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::core {

std::string sizes_to_string(const std::vector<int>& sizes) {
  return core::joined(sizes, "x");
}

std::vector<int> parse_sizes(std::string_view topology, std::string_view form, std::string_view text) {
  if (text.empty()) throw ConfigError(fmt::format("{}: its size is missing; write {}", topology, form));
  std::vector<int> sizes;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    int size = 0;
    const auto [next, error] = std::from_chars(at, end, size);
    if (error == std::errc::result_out_of_range)
      throw ConfigError(fmt::format("{}: at most {} nodes, got {}", topology, grouped(kMaxNodes), text));
    if (error != std::errc() || (next != end && *next != 'x'))
      throw ConfigError(
          fmt::format("{}: \"{}\" is not a size; write {} with whole numbers", topology, text, form));
    sizes.push_back(size);
    if (next == end) return sizes;
    at = next + 1;
  }
}

int parse_size(std::string_view topology, std::string_view form, std::string_view text) {
  const std::vector<int> sizes = parse_sizes(topology, form, text);
  if (sizes.size() == 1) return sizes.front();
  throw ConfigError(fmt::format("{}: has one size, got {}; write {}", topology, text, form));
}

void check_grid(std::string_view topology, const std::vector<int>& sides) {
  if (sides.empty()) throw ConfigError(fmt::format("{}: at least one side is needed, got none", topology));
  if (std::any_of(sides.begin(), sides.end(), [](int side) { return side < 1; }))
    throw ConfigError(
        fmt::format("{}: every side must be at least 1, got {}", topology, sizes_to_string(sides)));
  std::int64_t nodes = 1;
  for (const int side : sides) {
    nodes *= side;
    if (nodes > kMaxNodes)
      throw ConfigError(
          fmt::format("{}: at most {} nodes, got {}", topology, grouped(kMaxNodes), sizes_to_string(sides)));
  }
}

}  // namespace toruscope::core
