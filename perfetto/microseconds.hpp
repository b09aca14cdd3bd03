// SPDX-License-Identifier: Apache-2.0
// Virtual times as a trace has them: decimal numbers of microseconds, every digit exact.

#pragma once

#include "runtime/core/decimal.hpp"

#include <toruscope/parameters.hpp>
#include <toruscope/units.hpp>

#include <cstdint>
#include <fmt/core.h>
#include <string>

namespace toruscope::perfetto {

class Microseconds {
 public:
  explicit Microseconds(const Parameters& machine) : factor_(machine.tick.value()) {
    constexpr int kFemtoseconds = 9;
    constexpr int kDigits = 6;
    constexpr std::int64_t kMillion = 1'000'000;
    places_ = kFemtoseconds;
    meaning_ = "a microsecond of virtual time";
    if (factor_ != 0) return;
    const std::int64_t parts = machine.ticks_per_step;
    const bool is_decimal = kMillion % parts == 0;
    factor_ = is_decimal ? kMillion / parts : 1;
    places_ = is_decimal ? kDigits : 0;
    meaning_ = is_decimal ? "a step" : fmt::format("a tick, of which {} are a step", parts);
  }
  [[nodiscard]] std::string text(Ticks time) const {
    return core::decimal_product(time.count, factor_, places_);
  }
  [[nodiscard]] const std::string& meaning() const { return meaning_; }

 private:
  std::int64_t factor_;
  int places_ = 0;
  std::string meaning_;
};

}  // namespace toruscope::perfetto
