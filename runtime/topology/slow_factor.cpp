// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/slow_factor.hpp"

#include "runtime/core/decimal.hpp"

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

std::string factor_text(const SlowLink& link) {
  if (link.over < 1 || kMostOver % link.over != 0) return fmt::format("{}/{}", link.factor, link.over);
  return decimal_product(link.factor, kMostOver / link.over, kFactorPlaces);
}

}  // namespace toruscope::core
