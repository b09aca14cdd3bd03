// SPDX-License-Identifier: Apache-2.0
// Check that a message ends before the longest virtual time: a clock is refused, never wrapped.

#pragma once

#include "runtime/model/clock.hpp"
#include "runtime/model/link_costs.hpp"

#include <toruscope/parameters.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace toruscope::core {

class LengthLimit {
 public:
  /// Limit by the dearest link, over the longest route; `stores`: each link takes the whole length.
  LengthLimit(const Costs& costs, const LinkCosts& dearest, int diameter, bool stores) : least_(costs.flit) {
    const std::int64_t lengths = stores ? diameter : 1;
    std::int64_t wires = 0;
    is_any_too_long_ =
        __builtin_mul_overflow(dearest.tw.count, lengths, &per_byte_) ||
        __builtin_mul_overflow(std::int64_t{diameter}, dearest.th.count + dearest.tm.count, &wires);
    for (const std::int64_t part :
         {wires, costs.ts.count, costs.tr.count, dearest.tm.count, costs.latency.count, costs.gap.count})
      is_any_too_long_ = is_any_too_long_ || __builtin_add_overflow(fixed_, part, &fixed_);
    if (allows(Ticks{}, kUsualBytes)) usual_until_ = find_usual();
  }

  [[nodiscard]] bool allows(Ticks now, std::size_t bytes) const {
    if (now <= usual_until_ && bytes <= kUsualBytes) [[likely]]
      return true;
    std::int64_t end = 0;
    return !is_any_too_long_ && bytes <= INT64_MAX &&
           !__builtin_mul_overflow(std::max(static_cast<std::int64_t>(bytes), least_), per_byte_, &end) &&
           !__builtin_add_overflow(end, fixed_, &end) && !__builtin_add_overflow(end, now.count, &end) &&
           Ticks{end} <= kLongest;
  }

 private:
  static constexpr std::size_t kUsualBytes = std::size_t{1} << 20U;

  /// The latest time at which a message of so many bytes is allowed.
  [[nodiscard]] Ticks find_usual() const {
    return kLongest - Ticks{std::max(static_cast<std::int64_t>(kUsualBytes), least_) * per_byte_ + fixed_};
  }

  Ticks usual_until_{-1};
  bool is_any_too_long_ = false;
  std::int64_t least_;  // bytes on a link
  std::int64_t per_byte_ = 0;
  std::int64_t fixed_ = 0;
};

}  // namespace toruscope::core
