// SPDX-License-Identifier: Apache-2.0
// Slots of a finite buffer: when the next one is free. Only slots that were used take memory.
//
// Cost        Logarithmic in the slots used so far.

#pragma once

#include "runtime/core/check.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <functional>

namespace toruscope::core {

// NOLINTNEXTLINE(bugprone-exception-escape): Boost moves these few numbers without throwing
class BufferSlots {
 public:
  explicit BufferSlots(int slots = 0) : unused_(slots) {}

  /// The time from which a slot is free; kNever while unknown.
  [[nodiscard]] Ticks available() const {
    if (unused_ != 0) return Ticks{};
    return free_.empty() ? kNever : free_.front();
  }
  /// Takes a slot. Precondition: available() <= now.
  void take(Ticks now) {
    if (!free_.empty() && free_.front() <= now) {
      std::pop_heap(free_.begin(), free_.end(), std::greater<>());
      free_.pop_back();
      return;
    }
    TORUSCOPE_CHECK(unused_ != 0, "a slot is taken at", now.count, "of those free from", available().count);
    --unused_;
  }
  /// Gives a slot back, which is free from `when` on.
  void give_back(Ticks when) {
    free_.push_back(when);
    std::push_heap(free_.begin(), free_.end(), std::greater<>());
  }
  /// Slots that memory has been taken for.
  [[nodiscard]] std::size_t held() const { return free_.capacity(); }

 private:
  static constexpr std::size_t kFew = 2;  // beside the number

  int unused_;
  boost::container::small_vector<Ticks, kFew> free_;  // heap: when used slots are free
};

}  // namespace toruscope::core
