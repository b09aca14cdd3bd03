// SPDX-License-Identifier: Apache-2.0
// The PEs of a run: side by side in huge pages, or, if they are very many, each above its stack.
//
// Where PEs lie side by side, a message takes up to a fifth less of the host's time, because a few
// address translations cover all PEs. A PE above its stack shares the page that the stack touches
// first, which saves a quarter of the memory (bench/EXPERIMENTS.md).
//
// Invariants  PEs are made one after the other and never move.

#pragma once

#include "runtime/core/pages.hpp"
#include "runtime/engine/stack.hpp"
#include "runtime/pe/pe.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

namespace toruscope::core {

class PeArray {
 public:
  /// Bytes that the pool of the stacks of so many PEs leaves above each stack.
  static constexpr std::size_t room_above_stack(int pes) { return pes < kVeryMany ? 0 : sizeof(Pe); }

  /// Makes room for so many PEs: above these stacks if there is any, else beside each other. The
  /// stacks must live longer.
  /// Errors    std::bad_alloc.
  PeArray(int pes, const StackPool& stacks)
      : own_bytes_(stacks.above() < sizeof(Pe) ? static_cast<std::size_t>(pes) * sizeof(Pe) : 0),
        distance_(own_bytes_ == 0 ? stacks.distance() : sizeof(Pe)),
        first_(own_bytes_ == 0 ? stacks.top(0)
                               : static_cast<std::byte*>(allocate_pages(own_bytes_, alignof(Pe)))) {}
  PeArray(const PeArray&) = delete;
  PeArray& operator=(const PeArray&) = delete;
  ~PeArray() {
    std::destroy(begin(), end());
    if (own_bytes_ != 0) free_pages(first_, own_bytes_, alignof(Pe));
  }

  /// Adds a PE. Precondition: there is room for it.
  Pe& add(const RunTerms& run, PeHost& host, Rank rank) {
    Pe* made = ::new (first_ + size_ * distance_) Pe(run, host, rank);
    ++size_;
    return *made;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Pe& operator[](std::size_t i) { return *at(i); }
  [[nodiscard]] const Pe& operator[](std::size_t i) const { return *at(i); }

  /// Iterator over PEs, or over constant ones.
  template <class P>
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Pe;
    using difference_type = std::ptrdiff_t;
    using pointer = P*;
    using reference = P&;

    Iterator() = default;
    Iterator(const PeArray* pes, std::size_t i) : pes_(pes), i_(i) {}
    P& operator*() const { return *pes_->at(i_); }
    P* operator->() const { return pes_->at(i_); }
    Iterator& operator++() {
      ++i_;
      return *this;
    }
    Iterator operator++(int) { return {pes_, i_++}; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.i_ == b.i_; }

   private:
    const PeArray* pes_ = nullptr;
    std::size_t i_ = 0;
  };
  [[nodiscard]] Iterator<Pe> begin() { return {this, 0}; }
  [[nodiscard]] Iterator<Pe> end() { return {this, size_}; }
  [[nodiscard]] Iterator<const Pe> begin() const { return {this, 0}; }
  [[nodiscard]] Iterator<const Pe> end() const { return {this, size_}; }

 private:
  static constexpr int kVeryMany = 1 << 18;

  [[nodiscard]] Pe* at(std::size_t i) const {
    return std::launder(reinterpret_cast<Pe*>(first_ + i * distance_));
  }

  const std::size_t own_bytes_;  // 0: they lie above the stacks
  const std::size_t distance_;   // from one to the next
  std::byte* const first_;
  std::size_t size_ = 0;
};

/// The clock of the PE that is furthest.
[[nodiscard]] inline Ticks latest_clock(const PeArray& pes) {
  Ticks latest;
  for (const Pe& pe : pes) latest = std::max(latest, pe.latest_clock());
  return latest;
}

}  // namespace toruscope::core
