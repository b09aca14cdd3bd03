// SPDX-License-Identifier: Apache-2.0
// Events at links where waiting messages hold channels or buffer slots, and prefetches for them.
//
// Invariants  (1) Within a tick: waiters get what is free; then headers ask, in the order of T7;
//                 then worms still blocked go into buffers. Things freed at their own tick are free
//                 for the next pass, after all events of this kind.
//             (2) While an event is served, later events' cache lines are prefetched.
// Source      docs/rules.md, T7; docs/readings.md (t) to (x).

#pragma once

#include "runtime/network/gates.hpp"
#include "runtime/network/ordered_calendar.hpp"
#include "runtime/network/transit.hpp"
#include "runtime/network/wiring.hpp"

#include <cstddef>
#include <cstdint>

namespace toruscope::core {

struct WaitingEvent {
  enum class Kind : std::uint8_t {
    wake,         ///< a header that waits for the link may be granted it
    ask,          ///< a header asks for the link
    buffer_worm,  ///< a worm whose header waits at the link's end may go into the buffer there
  };

  Ticks when;
  std::uint64_t place = 0;     // within the tick
  Transit* transit = nullptr;  // of a header
  LinkIndex link = 0;

  static WaitingEvent wake(LinkIndex link, Ticks when) {
    return {.when = when, .place = place_of(Kind::wake, link, 0), .link = link};
  }
  static WaitingEvent buffer_worm(LinkIndex link, int channel, Ticks when) {
    return {.when = when, .place = place_of(Kind::buffer_worm, link, channel), .link = link};
  }
  /// `order`: the place of the link's channel in the topological order (T7). Channels of one link
  /// at the same place, which no route passes both, have their own order.
  static WaitingEvent ask(Transit* t, LinkIndex link, std::uint32_t order) {
    const std::uint64_t channel = static_cast<std::uint64_t>(t->lowest_channel) << kPeBits;
    return {
        .when = t->asks, .place = place_of(Kind::ask, order, t->source) | channel, .transit = t, .link = link};
  }

  [[nodiscard]] Kind kind() const { return static_cast<Kind>(place >> 62U); }
  /// Precondition: kind() == Kind::buffer_worm.
  [[nodiscard]] int channel() const { return static_cast<int>(place & kMostPes); }
  bool operator<(const WaitingEvent& other) const {
    if (when != other.when) return when < other.when;
    if (place != other.place) return place < other.place;
    return kind() == Kind::ask && transit->message->sequence < other.transit->message->sequence;
  }

 private:
  static constexpr unsigned kPeBits = 28;  // more PEs than memory has room for
  static constexpr std::uint64_t kMostPes = (std::uint64_t{1} << kPeBits) - 1;

  static std::uint64_t place_of(Kind kind, std::size_t order, int last) {
    return static_cast<std::uint64_t>(kind) << 62U | std::uint64_t{static_cast<std::uint32_t>(order)} << 30U |
           static_cast<std::uint64_t>(last);
  }
};

using WaitingEvents = OrderedCalendar<WaitingEvent>;

/// Prefetches for the next events: their objects first, then those that these point to.
void prefetch_for(const WaitingEvents& events, const Gates& gates, Wiring& wiring);

}  // namespace toruscope::core
