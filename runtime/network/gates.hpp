// SPDX-License-Identifier: Apache-2.0
// The gate of each link where waiting matters: times of entry by channel, and waiting headers.
//
//   gate    one cache line of the host for each link: looked at with every header
//   room    on machines with finite buffers, for each channel: slots of the buffer at the link's
//           end, and the worm that waits before it
//
// Threads     Belongs to one worker.
// Invariants  Headers wait for a link in the order of asking, one list per lowest possible channel.
// Source      docs/rules.md, T8 and T9; docs/readings.md (t) to (w).

#pragma once

#include "runtime/core/prefetch.hpp"
#include "runtime/model/switching.hpp"
#include "runtime/network/buffer_slots.hpp"
#include "runtime/network/link_table.hpp"
#include "runtime/network/per_link.hpp"
#include "runtime/network/transit.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace toruscope::core {

struct alignas(64) Gate {
  std::array<Ticks, kMostChannels> open{};      // by channel; kNever while unknown
  std::array<Transit*, kMostChannels> first{};  // waiting headers, by lowest channel

  /// Puts a header behind all others that wait. Precondition: its place is behind theirs.
  void put(Transit* t) {
    Transit*& head = first[static_cast<std::size_t>(t->lowest_channel)];
    t->next = nullptr;
    if (head == nullptr) {
      head = t;
    } else {
      head->last->next = t;
    }
    head->last = t;
  }
  /// Takes the first of the headers that wait with this lowest channel.
  void take_first(int lowest) {
    Transit*& head = first[static_cast<std::size_t>(lowest)];
    Transit* const second = head->next;
    if (second != nullptr) second->last = head->last;
    head = second;
  }
  /// True if this header is the last of those that wait.
  [[nodiscard]] bool ends_with(const Transit* t, int lowest) const {
    const Transit* const head = first[static_cast<std::size_t>(lowest)];
    return head != nullptr && head->last == t;
  }
  [[nodiscard]] bool is_awaited() const {
    return std::any_of(first.begin(), first.end(), [](const Transit* t) { return t != nullptr; });
  }
};

/// Room behind one channel of a link.
struct alignas(64) Room {
  BufferSlots slots;
  // the worm that holds the channel and waits behind the link, not in a buffer
  Transit* blocked = nullptr;

  void release(const Transit* t) {
    if (blocked == t) blocked = nullptr;
  }
};

class Gates {
 public:
  Gates(const LinkTable& links, const Flow& flow)
      : flow_(flow),
        gates_(links.size(), links.are_few()),
        rooms_(flow.slots == 0 ? 0 : links.size() * static_cast<std::size_t>(flow.channels), links.are_few(),
               [slots = flow.slots](Room& room) { room.slots = BufferSlots(slots); }) {}

  [[nodiscard]] bool has_rooms() const { return flow_.slots != 0; }
  [[nodiscard]] Gate& operator[](LinkIndex link) { return gates_[link]; }
  /// Precondition: has_rooms().
  [[nodiscard]] Room& room(LinkIndex link, int channel) { return rooms_[place(link, channel)]; }
  /// The first channel, from `lowest` on, on which a header may enter now; -1 if there is none.
  [[nodiscard]] int free_channel(const Gate& gate, int lowest, Ticks now) const {
    for (int c = lowest; c < flow_.channels; c += flow_.step)
      if (gate.open[static_cast<std::size_t>(c)] <= now) return c;
    return -1;
  }
  /// The time at which the first waiting header may enter, as far as known.
  [[nodiscard]] Ticks opens(const Gate& gate) const {
    Ticks earliest = kNever;
    for (int lowest = 0; lowest < flow_.channels; ++lowest) {
      if (gate.first[static_cast<std::size_t>(lowest)] == nullptr) continue;
      for (int c = lowest; c < flow_.channels; c += flow_.step)
        earliest = std::min(earliest, gate.open[static_cast<std::size_t>(c)]);
    }
    return earliest;
  }
  /// Prefetches a gate that will soon be needed.
  void prefetch(LinkIndex link) const { prefetch_lines<1>(gates_.find(link)); }
  void prefetch_room(LinkIndex link, int channel) const {
    if (has_rooms()) prefetch_lines<1>(rooms_.find(place(link, channel)));
  }
  /// Calls use(transit) for each header that may enter a link first.
  template <class Use>
  void for_each_first(LinkIndex link, Use&& use) const {
    if (const Gate* gate = gates_.find(link))
      for (const Transit* t : gate->first)
        if (t != nullptr) use(t);
  }

 private:
  [[nodiscard]] std::size_t place(LinkIndex link, int channel) const {
    return link * static_cast<std::size_t>(flow_.channels) + static_cast<std::size_t>(channel);
  }

  const Flow flow_;
  PerLink<Gate> gates_;
  PerLink<Room> rooms_;  // by link and channel
};

}  // namespace toruscope::core
