// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/slow_factor.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/numbers.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <numeric>

namespace toruscope::core {

std::optional<SlowFactor> read_slow_factor(std::string_view text) {
  const auto numeral = read_numeral(text);
  if (!numeral || !numeral->rest.empty()) return std::nullopt;
  const Scaled scaled = scale(*numeral, kFactorPlaces);
  if (scaled.kind != Scaled::Kind::exact) return std::nullopt;
  const std::int64_t common = std::gcd(scaled.value, kMostOver);
  return SlowFactor{scaled.value / common, kMostOver / common};
}

std::vector<SlowLink> read_slow_links(std::string_view text) {
  std::vector<SlowLink> links;
  for (const std::string& word : split(text, ',')) {
    SlowLink link;
    const char* const end = word.data() + word.size();
    const auto from = std::from_chars(word.data(), end, link.from);
    const char* at = from.ptr;
    const bool has_dash = from.ec == std::errc() && at != end && *at++ == '-';
    const bool is_one_way = has_dash && at != end && *at == '>';
    const auto to = has_dash ? std::from_chars(at + (is_one_way ? 1 : 0), end, link.to) : from;
    const bool has_factor = has_dash && to.ec == std::errc() && to.ptr != end && *to.ptr == '=';
    const auto factor =
        has_factor ? read_slow_factor({to.ptr + 1, static_cast<std::size_t>(end - to.ptr - 1)}) : std::nullopt;
    if (!factor)
      throw ConfigError(
          fmt::format("slow: \"{}\" is no slow link; write the nodes at its ends and how many times longer it "
                      "takes, as 3-4=2 or 3-4=1.5 (up to {} digits behind the point), or 3->4=2 for one way",
                      word, kFactorPlaces));
    link.factor = factor->factor;
    link.over = factor->over;
    const auto add = [&](Node a, Node b) {
      if (std::any_of(links.begin(), links.end(), [&](const SlowLink& l) { return l.from == a && l.to == b; }))
        throw ConfigError(fmt::format("slow: the link from {} to {} is named twice; give it one factor", a, b));
      links.push_back({a, b, link.factor, link.over});
    };
    add(link.from, link.to);
    if (!is_one_way) add(link.to, link.from);
  }
  return links;
}

std::string factor_text(const SlowLink& link) {
  if (link.over < 1 || kMostOver % link.over != 0) return fmt::format("{}/{}", link.factor, link.over);
  return decimal_product(link.factor, kMostOver / link.over, kFactorPlaces);
}

}  // namespace toruscope::core
