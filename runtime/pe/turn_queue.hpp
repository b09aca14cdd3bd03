// SPDX-License-Identifier: Apache-2.0
// The PEs of one host that wait for their turns (T10), the earliest turn first; at one tick the
// lowest rank is first.
//
//   PE      add(): begins to wait; look_again(): something has come on which its turn may depend
//   plan    find(): the turns that are not known; then first(), take()
//   worker  the same, where turns are given in order (engine/pe_phase.cpp)
//
// Threads     Belongs to one worker; in the plan, while all workers wait, to the plan.
// Invariants  (1) A PE that waits is in `unknown_`, or its turn is known (Waiting::turn); then it
//                 is in a heap, unless the turn is kNever.
//             (2) An entry of a heap counts as long as its PE waits and has this turn. Others are
//                 dropped when they come first, or when they are many.
// Cost        Logarithmic for each turn and each look, however many PEs wait.

#pragma once

#include <toruscope/units.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace toruscope::core {

class Pe;

class TurnQueue {
 public:
  struct Turn {
    Ticks when;
    Rank rank = 0;
    Pe* pe = nullptr;
    [[nodiscard]] bool is_before(const Turn& other) const {
      return when != other.when ? when < other.when : rank < other.rank;
    }
  };

  /// Adds a PE, whose turn is not known. `is_of_strand`: it is a turn of one of its strands (T13).
  void add(Pe* pe, bool is_of_strand = false) {
    // so that look_again() needs no memory
    if (unknown_.capacity() <= waiting_) unknown_.reserve(2 * waiting_ + 1);
    ++waiting_;
    if (is_of_strand) ++of_strands_;
    unknown_.push_back(pe);
  }
  /// Finds the turn of a PE that waits anew. Precondition: it was known, and is not any more.
  void look_again(Pe* pe) { unknown_.push_back(pe); }
  [[nodiscard]] bool is_empty() const { return waiting_ == 0; }
  [[nodiscard]] std::size_t size() const { return waiting_; }
  /// True if a turn is that of a strand.
  [[nodiscard]] bool has_strands() const { return of_strands_ != 0; }

  /// Finds the turns that are not known. Every mailbox has all that arrives before
  /// `complete_before`.
  void find(Ticks complete_before);
  /// The first of the turns that are the end of a poll without hope (T14), or of the others; null
  /// if there is none. Precondition: all turns are known.
  [[nodiscard]] const Turn* first(bool is_hopeless);
  /// Gives that turn: its PE no longer waits. Precondition: there is one.
  Pe* take(bool is_hopeless);
  /// Gives all turns before `until`; adds their PEs to `given`. Returns the latest of these turns.
  Ticks take_before(Ticks until, std::vector<Pe*>& given);

 private:
  using Heap = std::vector<Turn>;
  void insert(Heap& heap, const Turn& turn);
  static void drop_first(Heap& heap);
  Pe* give(Pe* pe);

  std::size_t waiting_ = 0;
  std::size_t of_strands_ = 0;
  std::vector<Pe*> unknown_;
  std::array<Heap, 2> heaps_;  // by is_hopeless
};

}  // namespace toruscope::core
