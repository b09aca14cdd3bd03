// SPDX-License-Identifier: Apache-2.0

#include "placement/traffic.hpp"

#include "runtime/core/lines.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <limits>

namespace toruscope::placement {

namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 50U;
constexpr std::string_view kHeading = "source,destination,messages,bytes";

/// Reads the fields of a row one after the other, as numbers.
class Row {
 public:
  Row(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  std::int64_t number(const char* what, std::int64_t most) {
    const std::string_view field = rest_.substr(0, rest_.find(','));
    rest_.remove_prefix(std::min(field.size() + 1, rest_.size()));
    const auto n = core::read_number<std::int64_t>(field);
    if (!n || *n < 0 || *n > most)
      throw ConfigError(fmt::format("embed: {}: {} '{}' is no whole number from 0 to {}", where_, what,
                                    core::shown(field), most));
    return *n;
  }

 private:
  std::string_view rest_;
  const std::string& where_;
};

}  // namespace

void Traffic::add(Rank a, Rank b, std::int64_t messages, std::int64_t bytes) {
  if (a == b) return;
  const std::int64_t counted = std::max(bytes, messages);
  all_ += counted;  // links times bytes stay below 2^63
  if (counted > kMostBytes || all_ > kMostBytes)
    throw ConfigError(fmt::format("embed: the traffic has more than {} bytes", kMostBytes));
  partners_[static_cast<std::size_t>(a)][b] += counted;
  partners_[static_cast<std::size_t>(b)][a] += counted;
}

Traffic read_traffic(std::string_view text, const std::string& name, int ranks) {
  const std::string file = core::escaped(name);
  Traffic traffic(ranks);
  core::Lines lines(text);
  if (!lines.next() || !lines.text().starts_with(kHeading))
    throw ConfigError(
        fmt::format("embed: {}:1: no table of traffic, which begins with {}; --traffic FILE.csv writes one",
                    file, kHeading));
  while (lines.next()) {
    if (core::trimmed(lines.text()).empty()) continue;
    const std::string where = fmt::format("{}:{}", file, lines.number());
    Row row(lines.text(), where);
    const auto source = static_cast<Rank>(row.number("source", ranks - 1));
    const auto destination = static_cast<Rank>(row.number("destination", ranks - 1));
    const std::int64_t messages = row.number("messages", kMostBytes);
    traffic.add(source, destination, messages, row.number("bytes", kMostBytes));
  }
  return traffic;
}

std::int64_t link_bytes(const Traffic& traffic, const std::vector<Node>& places, const Topology& network) {
  std::int64_t sum = 0;
  for (Rank a = 0; a < traffic.ranks(); ++a)
    for (const auto& [b, bytes] : traffic.of(a))
      if (a < b)
        sum +=
            bytes * network.distance(places[static_cast<std::size_t>(a)], places[static_cast<std::size_t>(b)]);
  return sum;
}

}  // namespace toruscope::placement
