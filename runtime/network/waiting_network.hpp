// SPDX-License-Identifier: Apache-2.0
// The engine "hop" where a message that must wait holds something: wormhole switching, finite buffers.
//
// Threads     Worker 0 serves all links. What a header is granted decides when the links
//             behind it are free, so nothing can be served ahead of anything else.
// Invariants  (1) Within a tick: what has become free goes to those who have waited; PEs go on because of that, if that takes
//                 no time; blocked worms go into buffers; then headers ask (T7).
//             (2) At a link's gate wait those that have asked and were not granted, in that order.
//             (3) What an event needs is prefetched while those before it are served: no line of it is in the host's caches.
// Source      docs/rules.md, T7 to T9; docs/readings.md (t) to (x).

#pragma once

#include "runtime/network/gates.hpp"
#include "runtime/network/grants.hpp"
#include "runtime/network/network.hpp"
#include "runtime/network/ordered_calendar.hpp"
#include "runtime/network/outboxes.hpp"
#include "runtime/network/transit.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::core {

class WaitingNetwork final : public Network {
 public:
  explicit WaitingNetwork(const NetworkSetup& setup);
  WaitingNetwork(const WaitingNetwork&) = delete;
  WaitingNetwork& operator=(const WaitingNetwork&) = delete;
  ~WaitingNetwork() override;

  [[nodiscard]] std::string name() const override { return "hop"; }
  void inject(int worker, Message* message) override;
  void collect() override;
  [[nodiscard]] Ticks earliest_asking() const override {
    return events_.empty() || transits_.empty() ? kNever : events_.earliest();
  }
  [[nodiscard]] Ticks earliest_arrival() const override;
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const override;
  [[nodiscard]] Ticks earliest_tail() const override;
  void add_in_flight(std::vector<Message*>& messages) const override;
  /// True if there are messages, and none of them can ever go on.
  [[nodiscard]] bool is_stuck() const override { return events_.empty() && !transits_.empty(); }
  [[nodiscard]] std::vector<StuckMessage> stuck() const override;
  void set_horizon(Ticks horizon) override;
  /// Also stops where a PE may go on within the tick.
  void advance(int worker) override;
  [[nodiscard]] NetworkStatistics statistics() override;
  [[nodiscard]] RoomUse room_use() const override { return room_use_; }
  /// Memory that a link takes once it is used; what holds messages grows with these.
  [[nodiscard]] static std::size_t bytes_per_link(std::size_t channels) {
    return sizeof(Gate) + channels * sizeof(Room);
  }

 private:
  enum class Kind : std::uint8_t { wake, buffer_worm, ask };
  struct Event {
    Ticks when;
    std::uint64_t place = 0;     // within the tick: kind; of a header its channel's order, and its source
    Transit* transit = nullptr;  // of a header
    LinkIndex link = 0;

    [[nodiscard]] Kind kind() const { return static_cast<Kind>(place >> 62U); }
    /// What place_of() was given last.
    [[nodiscard]] int last() const { return static_cast<int>(place & kMostPes); }
    bool operator<(const Event& other) const {
      if (when != other.when) return when < other.when;
      if (place != other.place) return place < other.place;
      return kind() == Kind::ask && transit->message->sequence < other.transit->message->sequence;
    }
  };
  static constexpr std::uint64_t kMostPes = (std::uint64_t{1} << 30U) - 1;  // more than memory has room for
  static std::uint64_t place_of(Kind kind, std::size_t order, int last) {
    return static_cast<std::uint64_t>(kind) << 62U | std::uint64_t{static_cast<std::uint32_t>(order)} << 30U |
           static_cast<std::uint64_t>(last);
  }

  [[nodiscard]] LinkIndex wanted(const Transit& t) const { return wiring_.link_index(t.at, t.port); }
  /// A worm that waits may go into a buffer.
  [[nodiscard]] bool has_slots_for_worms() const { return is_worm_ && gates_.has_rooms(); }
  void serve(Ticks until);
  void await_next_link(Transit& t);
  void prefetch() const;
  static void prefetch_end_of_leg(const Transit& t);
  void prefetch_behind(const Transit& t) const;
  Transit* take_first_to_enter(Gate& gate, Ticks now);
  void ask(Transit* t, LinkIndex link, Ticks now);
  void grant_those_who_wait(LinkIndex link, Ticks now);
  void note_room(const Transit& t, LinkIndex link, int channel, Ticks now);
  void begin(Message* m) { await_next_link(*transits_.begin(m, wiring_.flow())); }
  void grant(Transit* t, LinkIndex index, int channel, Ticks now);
  void finish_hops(Transit& t);
  [[nodiscard]] bool take_slot(LinkIndex link, int channel, Ticks now);
  void free_slot(const Transit::Hop& hop, Ticks when);
  void buffer_worm(LinkIndex link, int channel, Ticks now);
  void buffer_next_worm(LinkIndex link, int channel, Ticks now);
  void await_slot(LinkIndex link, int channel, Ticks when);
  void wake(LinkIndex index);
  /// The least of of(transit) of those under way; kNever if nothing will happen.
  template <class Of>
  [[nodiscard]] Ticks earliest_of(Of&& of) const {
    Ticks least = kNever;
    if (!events_.empty()) transits_.for_each([&](const Transit& t) { least = std::min(least, of(t)); });
    return least;
  }
  void arrive(Transit* t);
  void deliver();

  Wiring& wiring_;
  TeamBarrier& team_;
  NetworkClient& client_;
  const bool is_perturbed_;
  const bool is_worm_;
  Grants grants_;
  Outboxes outboxes_;
  Ticks horizon_;
  bool has_news_ = false;  // a PE may go on
  RoomUse room_use_;
  OrderedCalendar<Event> events_;
  Gates gates_;
  Transits transits_;         // of messages under way whose last link is not entered
  std::uint64_t places_ = 0;  // given to those that wait for a link, in the order in which they asked
  std::vector<Message*> arrived_;
};

}  // namespace toruscope::core
