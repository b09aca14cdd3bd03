// SPDX-License-Identifier: Apache-2.0
// Records by time and by their order within a tick: a calendar of narrow buckets, the first sorted.
//
//   | first bucket: sorted, last record first; what joins it late: a heap | calendar ...
//                                                                         end
//
// Threads     Belongs to one worker.
// Invariants  Everything before `end` is sorted or in the heap, everything else in the calendar.
// Cost        The calendar's, and logarithmic in the records of one bucket.

#pragma once

#include "runtime/network/calendar.hpp"

#include <algorithm>
#include <vector>

namespace toruscope::core {

/// `Record` is a small plain struct with `Ticks when` and an order: a < b if a is due before b.
template <class Record>
class OrderedCalendar {
 public:
  /// Precondition: width >= 1 tick.
  explicit OrderedCalendar(Ticks width) : later_(width) {}

  [[nodiscard]] bool empty() const { return sorted_.empty() && late_.empty() && later_.empty(); }
  /// The least time of all records; kNever if there is none.
  [[nodiscard]] Ticks earliest() const {
    if (sorted_.empty() && late_.empty()) return later_.earliest();
    const Ticks sorted = sorted_.empty() ? kNever : sorted_.back().when;
    return late_.empty() ? sorted : std::min(sorted, late_.front().when);
  }

  /// Puts a record in, at any time, even before that of a record taken earlier.
  void put(const Record& record) {
    if (record.when >= end_) return later_.put(record);
    late_.push_back(record);
    std::push_heap(late_.begin(), late_.end(), IsAfter{});
  }
  /// The record that is due first. Precondition: there is one.
  [[nodiscard]] const Record& first() {
    open_bucket();
    return is_late_first() ? late_.front() : sorted_.back();
  }
  /// Takes the record that is due first.
  [[nodiscard]] Record take() {
    open_bucket();
    const bool is_late = is_late_first();
    if (is_late) std::pop_heap(late_.begin(), late_.end(), IsAfter{});
    std::vector<Record>& from = is_late ? late_ : sorted_;
    const Record record = from.back();
    from.pop_back();
    return record;
  }
  /// The record `steps` after the next one, for prefetching; null if not known yet.
  [[nodiscard]] const Record* ahead(std::size_t steps) const {
    return steps < sorted_.size() ? &sorted_[sorted_.size() - 1 - steps] : nullptr;
  }

 private:
  struct IsAfter {
    bool operator()(const Record& a, const Record& b) const { return b < a; }
  };

  void open_bucket() {
    if (!sorted_.empty() || !late_.empty()) return;
    end_ = later_.end_of_bucket(later_.earliest());
    later_.take(end_, sorted_);
    std::sort(sorted_.begin(), sorted_.end(), IsAfter{});
  }
  [[nodiscard]] bool is_late_first() const {
    return sorted_.empty() || (!late_.empty() && late_.front() < sorted_.back());
  }

  Ticks end_;
  std::vector<Record> sorted_;
  std::vector<Record> late_;  // heap
  Calendar<Record> later_;
};

}  // namespace toruscope::core
