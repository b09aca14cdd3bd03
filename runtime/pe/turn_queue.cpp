// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/turn_queue.hpp"

#include "runtime/pe/pe.hpp"

#include <algorithm>

namespace toruscope::core {

namespace {

constexpr std::size_t kFew = 64;

// Order for heaps.
constexpr auto kComesLater = [](const TurnQueue::Turn& a, const TurnQueue::Turn& b) { return b.is_before(a); };

/// True if the entry is valid: its PE still waits for this turn.
bool counts(const TurnQueue::Turn& turn) {
  return turn.pe->turns().known() == turn.when;
}

}  // namespace

void TurnQueue::find(Ticks complete_before) {
  for (Pe* pe : unknown_) {
    const Ticks when = pe->turns().when(complete_before);
    if (when != kNever) insert(heaps_[pe->turns().is_hopeless() ? 1 : 0], {when, pe->rank(), pe});
  }
  unknown_.clear();
}

void TurnQueue::insert(Heap& heap, const Turn& turn) {
  if (heap.size() >= kFew && heap.size() >= 2 * waiting_) {
    std::erase_if(heap, [](const Turn& one) { return !counts(one); });
    std::make_heap(heap.begin(), heap.end(), kComesLater);
  }
  heap.push_back(turn);
  std::push_heap(heap.begin(), heap.end(), kComesLater);
}

const TurnQueue::Turn* TurnQueue::first(bool is_hopeless) {
  Heap& heap = heaps_[is_hopeless ? 1 : 0];
  while (!heap.empty() && !counts(heap.front())) drop_first(heap);
  return heap.empty() ? nullptr : &heap.front();
}

Pe* TurnQueue::take(bool is_hopeless) {
  Heap& heap = heaps_[is_hopeless ? 1 : 0];
  Pe* const pe = heap.front().pe;
  drop_first(heap);
  return give(pe);
}

Ticks TurnQueue::take_before(Ticks until, std::vector<Pe*>& given) {
  Ticks latest{-1};
  const auto take_one = [&](const Turn& turn) {
    if (!counts(turn)) return;
    latest = std::max(latest, turn.when);
    given.push_back(give(turn.pe));
  };
  for (Heap& heap : heaps_) {
    // Takes a few turns off the heap one by one; many by a pass over all.
    for (std::size_t few = heap.size() / 8; few != 0 && heap.front().when < until; --few) {
      const Turn first = heap.front();
      drop_first(heap);
      take_one(first);
    }
    if (heap.empty() || heap.front().when >= until) continue;
    auto kept = heap.begin();
    for (const Turn& turn : heap) {
      if (turn.when < until)
        take_one(turn);
      else
        *kept++ = turn;
    }
    heap.erase(kept, heap.end());
    std::make_heap(heap.begin(), heap.end(), kComesLater);
  }
  return latest;
}

Pe* TurnQueue::give(Pe* pe) {
  --waiting_;
  if (pe->turns().are_of_strands()) --of_strands_;
  pe->turns().give();
  return pe;
}

void TurnQueue::drop_first(Heap& heap) {
  std::pop_heap(heap.begin(), heap.end(), kComesLater);
  heap.pop_back();
}

}  // namespace toruscope::core
