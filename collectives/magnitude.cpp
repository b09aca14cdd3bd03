// SPDX-License-Identifier: Apache-2.0
#include "collectives/magnitude.hpp"

#include "runtime/model/named_costs.hpp"

namespace toruscope::collectives {

std::optional<int> bits_too_many(const Case& c) {
  const auto number = [](auto value) { return static_cast<long double>(value); };
  const Costs& k = c.costs;
  const long double parts = c.segment == 0 ? 0 : number(c.bytes) / number(c.segment) + 1;
  const long double window = c.pairs ? number(c.pairs->window) : 0;
  const long double messages = 4 * number(c.p) * (number(c.p) + parts + window);
  const long double bytes = number(c.bytes);
  if (messages * bytes >= number(kBeyondClocks)) return std::nullopt;
  const long double one = number(k.ts.count) + number(k.tr.count) + number(k.tm.count) +
                          number(k.latency.count) + number(k.gap.count) + number(c.p) * number(k.th.count) +
                          bytes * number(k.tw.count);
  int bits = 0;
  for (long double all = messages * one; all >= number(kBeyondClocks); all /= 2) ++bits;
  return bits;
}

Case with_coarser_costs(Case c, int bits) {
  for (const core::NamedCost& cost : core::named_costs()) {
    std::int64_t& count = (c.costs.*cost.ticks).count;
    const std::int64_t rest = count & ((std::int64_t{1} << bits) - 1);
    count = (count >> bits) + (rest != 0 ? 1 : 0);
  }
  c.costs.pieces.clear();
  return c;
}

}  // namespace toruscope::collectives
