// SPDX-License-Identifier: Apache-2.0
// When the last message of each sender arrives at a PE: what is sent later, and announced ahead (T11), is known no earlier.

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/units.hpp>

#include <cstdint>
#include <unordered_map>

namespace toruscope::detail {

/// Of a message without an announcement.
struct Arrival {
  Rank source;
  std::int64_t sequence;
  Stamp when;

  /// Of two messages of one sender, the one that its announcements have to wait for.
  [[nodiscard]] bool is_later_than(const Arrival& other) const {
    return when.time != other.when.time ? when.time > other.when.time : sequence < other.sequence;
  }
};

class LastArrivals {
 public:
  void note(const Arrival& arrival) {
    const auto [last, is_first] = by_source_.try_emplace(arrival.source, arrival);
    if (!is_first && arrival.is_later_than(last->second)) last->second = arrival;
  }
  /// Null if none has come from there.
  [[nodiscard]] const Arrival* of(Rank source) const {
    const auto last = by_source_.find(source);
    return last == by_source_.end() ? nullptr : &last->second;
  }

 private:
  std::unordered_map<Rank, Arrival> by_source_;
};

}  // namespace toruscope::detail
