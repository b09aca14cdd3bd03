// SPDX-License-Identifier: Apache-2.0
// Records by time: a calendar of buckets of equal width, and a heap for later records.
//
//   base                                                  base + kBuckets * width
//   | bucket | bucket | (empty) | bucket | ...            | far: a heap, moved into
//                                                         buckets as the base advances
//
// Threads     Belongs to one worker.
// Invariants  (1) Buckets begin at multiples of the width: equal widths give equal buckets.
//             (2) Nothing is put before the base, the begin of the bucket that was taken last.
//             (3) A bucket knows the least time of its records; a bit says that it has any.
// Cost        Constant for records due within kBuckets buckets, else logarithmic in the far ones.
//             Memory: reused chunks of records, at least one for each bucket with records.
// Source      R. Brown, "Calendar queues", Communications of the ACM 31(10), 1988.

#pragma once

#include "runtime/core/check.hpp"
#include "runtime/core/divisor.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace toruscope::core {

/// `Record` is a small plain struct with a member `Ticks when`.
template <class Record>
class Calendar {
 public:
  /// Precondition: width >= 1 tick.
  explicit Calendar(Ticks width)
      : width_(width.count),
        span_(width.count <= kLongestSpan / kSignedBuckets ? width.count * kSignedBuckets : kLongestSpan),
        is_narrow_(span_ <= INT32_MAX),
        divisor_(is_narrow_ ? static_cast<int>(width.count) : 1),
        buckets_(kBuckets) {}

  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The least time of all records; kNever if there is none.
  [[nodiscard]] Ticks earliest() const {
    const Ticks far = far_.empty() ? kNever : far_.front().when;
    const std::size_t first = first_from(0);
    return first == kBuckets ? far : std::min(far, buckets_[slot(first)].earliest);
  }
  /// The end of the bucket in which a time lies.
  [[nodiscard]] Ticks end_of_bucket(Ticks when) const {
    return when.count > kNever.count - width_ ? kNever : Ticks{when.count / width_ * width_ + width_};
  }

  [[gnu::always_inline]] void put(const Record& record) {
    TORUSCOPE_CHECK(record.when >= base_, "a record at", record.when.count, "before", base_.count);
    ++count_;
    if (const std::int64_t after = (record.when - base_).count; after < span_) [[likely]]
      put_in(slot(buckets_in(after)), record);
    else
      put_far(record);
  }

  /// Moves the first bucket's records before `until` into `taken`. Precondition: there is one.
  void take(Ticks until, std::vector<Record>& taken) {
    advance_to(earliest());
    Bucket& bucket = buckets_[base_slot_];
    taken.reserve(taken.size() + bucket.size);
    const bool takes_all = end_of_bucket(base_) <= until;
    left_.clear();
    while (bucket.chunks) {
      Chunk* const chunk = bucket.chunks.take();
      const std::span<const Record> records = chunk->contents();
      if (takes_all)
        taken.insert(taken.end(), records.begin(), records.end());
      else
        for (const Record& record : records) (record.when < until ? taken : left_).push_back(record);
      chunk->size = 0;
      spare_.add(chunk);
    }
    count_ -= bucket.size - left_.size();
    bucket.earliest = kNever;
    bucket.size = 0;
    has_records_[base_slot_ / 64] &= ~(std::uint64_t{1} << base_slot_ % 64);
    for (const Record& record : left_) put_in(base_slot_, record);
  }

  /// Calls use(record) for all records.
  template <class Use>
  void for_each(Use&& use) const {
    for (const Bucket& bucket : buckets_) for_each_of(bucket, use);
    for (const Record& record : far_) use(record);
  }

  /// The least of of(record), which is never below record.when + least.
  template <class Of>
  [[nodiscard]] Ticks least_of(Ticks least, Of&& of) const {
    Ticks found = kNever;
    // Visits records by time.
    for (std::size_t i = first_from(0); i != kBuckets; i = first_from(i + 1)) {
      const Bucket& bucket = buckets_[slot(i)];
      if (bucket.earliest + least >= found) break;
      for_each_of(bucket, [&](const Record& record) { found = std::min(found, of(record)); });
    }
    find_least_far(0, least, of, found);
    return found;
  }

 private:
  static constexpr std::size_t kBuckets = 1024;
  static constexpr std::size_t kWords = kBuckets / 64;
  static constexpr auto kSignedBuckets = static_cast<std::int64_t>(kBuckets);
  static constexpr std::int64_t kLongestSpan = INT64_MAX / 4;

  static constexpr auto kIsLater = [](const Record& a, const Record& b) { return a.when > b.when; };

  struct Chunk {
    static constexpr std::size_t kBytes = 2048;
    static constexpr std::size_t kRecords = (kBytes - 2 * sizeof(void*)) / sizeof(Record);

    Chunk* next = nullptr;
    std::size_t size = 0;
    std::array<Record, kRecords> records;

    [[nodiscard]] std::span<const Record> contents() const { return {records.data(), size}; }
  };
  class Chunks {
   public:
    Chunks() = default;
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;
    ~Chunks() {
      while (first_ != nullptr) delete take();
    }
    explicit operator bool() const { return first_ != nullptr; }
    [[nodiscard]] Chunk* first() const { return first_; }
    void add(Chunk* chunk) { chunk->next = std::exchange(first_, chunk); }
    Chunk* take() { return std::exchange(first_, first_->next); }

   private:
    Chunk* first_ = nullptr;
  };
  struct Bucket {
    Chunks chunks;  // all but the first are full
    Ticks earliest = kNever;
    std::size_t size = 0;
  };

  [[nodiscard]] std::size_t slot(std::size_t after_base) const { return (base_slot_ + after_base) % kBuckets; }
  /// Number of buckets in `ticks`. Precondition: ticks < span_.
  [[nodiscard]] std::size_t buckets_in(std::int64_t ticks) const {
    return is_narrow_ ? static_cast<std::size_t>(divisor_.quotient(static_cast<int>(ticks)))
                      : static_cast<std::size_t>(ticks / width_);
  }
  /// The first bucket with records, from place `after_base` on; kBuckets if there is none.
  [[nodiscard]] std::size_t first_from(std::size_t after_base) const {
    for (std::size_t i = after_base; i < kBuckets;) {
      const std::size_t at = slot(i);
      if (const std::uint64_t bits = has_records_[at / 64] >> at % 64; bits != 0) {
        const std::size_t found = i + static_cast<std::size_t>(std::countr_zero(bits));
        return std::min(found, kBuckets);
      }
      i += 64 - at % 64;
    }
    return kBuckets;
  }
  [[gnu::always_inline]] void put_in(std::size_t at, const Record& record) {
    Bucket& bucket = buckets_[at];
    if (!bucket.chunks || bucket.chunks.first()->size == Chunk::kRecords) [[unlikely]]
      add_chunk(at);
    Chunk& chunk = *bucket.chunks.first();
    chunk.records[chunk.size++] = record;
    ++bucket.size;
    bucket.earliest = std::min(bucket.earliest, record.when);
  }
  // Rare, so not inlined.
  [[gnu::noinline]] void add_chunk(std::size_t at) {
    buckets_[at].chunks.add(spare_ ? spare_.take() : new Chunk);
    has_records_[at / 64] |= std::uint64_t{1} << at % 64;
  }
  [[gnu::noinline]] void put_far(const Record& record) {
    far_.push_back(record);
    std::push_heap(far_.begin(), far_.end(), kIsLater);
  }
  /// Moves the base to the begin of the bucket of `when`, the least time; fills buckets.
  void advance_to(Ticks when) {
    const std::int64_t buckets = (when - base_).count / width_;
    base_ += Ticks{buckets * width_};
    base_slot_ = slot(static_cast<std::size_t>(buckets % kSignedBuckets));
    while (!far_.empty() && (far_.front().when - base_).count < span_) {
      put_in(slot(buckets_in((far_.front().when - base_).count)), far_.front());
      std::pop_heap(far_.begin(), far_.end(), kIsLater);
      far_.pop_back();
    }
  }
  template <class Use>
  static void for_each_of(const Bucket& bucket, Use&& use) {
    for (const Chunk* chunk = bucket.chunks.first(); chunk != nullptr; chunk = chunk->next)
      for (const Record& record : chunk->contents()) use(record);
  }
  /// Walks down the heap of far records, in which nothing below a record is due before it.
  template <class Of>
  void find_least_far(std::size_t i, Ticks least, Of& of, Ticks& found) const {
    if (i >= far_.size() || far_[i].when + least >= found) return;
    found = std::min(found, of(far_[i]));
    find_least_far(2 * i + 1, least, of, found);
    find_least_far(2 * i + 2, least, of, found);
  }

  std::int64_t width_;
  std::int64_t span_;
  bool is_narrow_;
  Divisor divisor_;
  Ticks base_;                 // the begin of the first bucket
  std::size_t base_slot_ = 0;  // where it lies
  std::size_t count_ = 0;
  std::array<std::uint64_t, kWords> has_records_{};  // by bucket, a bit
  std::vector<Bucket> buckets_;
  std::vector<Record> far_;   // heap
  std::vector<Record> left_;  // of a bucket taken in part
  Chunks spare_;
};

}  // namespace toruscope::core
