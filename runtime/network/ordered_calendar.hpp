// SPDX-License-Identifier: Apache-2.0
// Records in the order of time, and of their own order within a tick: a calendar of narrow buckets, of which the first is a heap.
//
//   | first bucket: heap | calendar ...
//                        end
//
// Threads     Belongs to one worker.
// Invariants  Everything before `end` is in the heap, everything else in the calendar.
// Cost        That of the calendar, and logarithmic in the records of one bucket.

#pragma once

#include "runtime/network/calendar.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace toruscope::core {

/// `Record` is a small plain struct with a member `Ticks when` and an order: a < b if a is due before b.
template <class Record>
class OrderedCalendar {
 public:
  /// Precondition: width >= 1 tick.
  explicit OrderedCalendar(Ticks width) : later_(width) {}

  [[nodiscard]] bool empty() const { return first_.empty() && later_.empty(); }
  /// kNever if there is none.
  [[nodiscard]] Ticks earliest() const { return first_.empty() ? later_.earliest() : first_.front().when; }

  /// Any time will do, also one before that of a record that was taken.
  void put(const Record& record) {
    if (record.when >= end_) return later_.put(record);
    first_.push_back(record);
    std::push_heap(first_.begin(), first_.end(), kIsAfter);
  }
  /// The record that is due first. Precondition: there is one. When another bucket becomes the first, its records are shown to
  /// look(std::span<const Record>) before, in no order.
  template <class Look>
  [[nodiscard]] const Record& first(Look&& look) {
    if (first_.empty()) {
      end_ = later_.end_of_bucket(later_.earliest());
      later_.take(end_, first_);
      look(std::span<const Record>(first_));
      std::make_heap(first_.begin(), first_.end(), kIsAfter);
    }
    return first_.front();
  }
  /// Takes the record that first() has returned.
  void pop() {
    std::pop_heap(first_.begin(), first_.end(), kIsAfter);
    first_.pop_back();
  }

 private:
  static constexpr auto kIsAfter = [](const Record& a, const Record& b) { return b < a; };

  Ticks end_;
  std::vector<Record> first_;  // heap
  Calendar<Record> later_;
};

}  // namespace toruscope::core
