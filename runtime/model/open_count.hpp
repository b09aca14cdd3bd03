// SPDX-License-Identifier: Apache-2.0
// Counts, by tick, of the intervals that are open.
//
// Cost        Logarithmic in the ends of intervals, linear in those inside the added one.

#pragma once

#include <toruscope/units.hpp>

#include <iterator>
#include <map>

namespace toruscope::core {

class OpenCount {
 public:
  /// Adds [from, to). Returns the first tick in it at which more than `limit` are open, or kNever.
  [[nodiscard]] Ticks add(Ticks from, Ticks to, int limit) {
    Ticks first = kNever;
    const auto end = begin_segment(to);
    for (auto segment = begin_segment(from); segment != end; ++segment)
      if (++segment->second > limit && first == kNever) first = segment->first;
    return first;
  }
  /// Forgets all before `tick`, where nothing is added any more.
  void forget_before(Ticks tick) {
    while (open_.size() > 1 && std::next(open_.begin())->first <= tick) open_.erase(open_.begin());
  }

 private:
  using Segments = std::map<Ticks, int>;  // by begin: number open up to the next one

  Segments::iterator begin_segment(Ticks at) {
    const auto next = open_.lower_bound(at);
    if (next != open_.end() && next->first == at) return next;
    return open_.emplace_hint(next, at, next == open_.begin() ? 0 : std::prev(next)->second);
  }

  Segments open_;
};

}  // namespace toruscope::core
