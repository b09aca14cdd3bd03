// SPDX-License-Identifier: Apache-2.0
// The engine "hop" where a message that must wait holds something: wormhole switching, finite buffers.
//
// Threads     Worker 0 serves all links. What a header is granted decides when the links
//             behind it are free, so nothing can be served ahead of anything else.
// Invariants  (1) Within a tick: what has become free goes to those who have waited; PEs go on because of that, if that takes
//                 no time; blocked worms go into buffers; then headers ask (T7).
//             (2) A link's queue has those that have asked and were not granted, in that order.
// Source      docs/rules.md, T7 to T9; docs/readings.md (t) to (x).

#pragma once

#include "runtime/network/buffer_slots.hpp"
#include "runtime/network/grants.hpp"
#include "runtime/network/network.hpp"
#include "runtime/network/ordered_calendar.hpp"
#include "runtime/network/outboxes.hpp"
#include "runtime/network/transit.hpp"

#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace toruscope::core {

class WaitingNetwork final : public Network {
 public:
  explicit WaitingNetwork(const NetworkSetup& setup);
  ~WaitingNetwork() override;

  [[nodiscard]] std::string name() const override { return "hop"; }
  void inject(int worker, Message* message) override;
  void collect() override;
  [[nodiscard]] Ticks earliest_asking() const override {
    return events_.empty() || under_way_.empty() ? kNever : events_.earliest();
  }
  [[nodiscard]] Ticks earliest_arrival() const override;
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const override;
  [[nodiscard]] Ticks earliest_tail() const override;
  void add_in_flight(std::vector<Message*>& messages) const override;
  /// True if there are messages, and none of them can ever go on.
  [[nodiscard]] bool is_stuck() const override { return events_.empty() && !under_way_.empty(); }
  [[nodiscard]] std::vector<StuckMessage> stuck() const override;
  void set_horizon(Ticks horizon) override;
  /// Also stops where a PE may go on within the tick.
  void advance(int worker) override;
  [[nodiscard]] NetworkStatistics statistics() override;
  [[nodiscard]] RoomUse room_use() const override { return room_use_; }
  /// Memory that a link takes once it is used; what holds messages grows with these.
  [[nodiscard]] static std::size_t bytes_per_link(std::size_t channels) {
    constexpr std::size_t kOfAllocations = 4 * 16;  // the allocator's own, and what a queue takes at first
    return sizeof(Gate) + channels * (sizeof(Channel) + sizeof(int)) + kOfAllocations;
  }

 private:
  enum class Kind { wake, buffer_worm, ask };
  struct Event {
    Ticks when;
    Kind kind = Kind::ask;
    std::uint32_t order = 0;  // of a header: its channel's place, its source and that one's send count
    Rank source = 0;
    std::int64_t sequence = 0;
    Transit* transit = nullptr;
    LinkIndex link = 0;
    int channel = 0;

    friend bool operator<(const Event& a, const Event& b) {
      return a.when != b.when ? a.when < b.when : key(a) < key(b);
    }
    static std::tuple<Kind, std::uint32_t, Rank, std::int64_t> key(const Event& e) {
      return {e.kind, e.order, e.source, e.sequence};
    }
  };
  struct Channel {
    Ticks free_at;      // kNever while a worm holds it and nobody knows for how long
    BufferSlots slots;  // of the buffer at the link's end
    std::vector<Transit*>
        blocked;  // worms that wait behind the link, not in a buffer: the first to enter it first
  };
  struct Gate {  // of one link; without channels until it is used
    std::vector<Channel> channels;
    std::vector<Transit*> queue;
    std::vector<int> waiting;  // how many of the queue may be on which channels: by the lowest of them
    Ticks wake_at = kNever;
  };
  static constexpr std::size_t kBlock = 64;  // of gates, made when one of them is used

  [[nodiscard]] bool is_worm() const { return wiring_.switching() == Switching::wormhole; }
  [[nodiscard]] LinkIndex wanted(const Transit& t) const;
  [[nodiscard]] Ticks available(const Channel& channel) const;
  /// From `lowest` on, the first channel on which a header may enter now; -1 if there is none.
  [[nodiscard]] int free_channel(const Gate& gate, int lowest, Ticks now) const;
  /// Of those who wait, the first that finds a channel now.
  [[nodiscard]] std::vector<Transit*>::iterator first_to_enter(Gate& gate, Ticks now);
  Gate& gate(LinkIndex link);
  /// Null if the link has not been used.
  [[nodiscard]] const Gate* used_gate(LinkIndex link) const {
    const auto& block = gates_[link / kBlock];
    return block ? &block[link % kBlock] : nullptr;
  }
  /// A worm that waits may go into a buffer.
  [[nodiscard]] bool has_slots_for_worms() const { return is_worm() && wiring_.flow().slots != 0; }
  void serve(Ticks until);
  void await_next_link(Message* m);
  void prefetch(std::span<const Event> events);
  static void prefetch_lists(const Gate& gate);
  void ask(Transit* t, LinkIndex link, Ticks now);
  void grant_those_who_wait(LinkIndex link, Ticks now);
  void note_room(const Transit& t, LinkIndex link, int channel, Ticks now);
  void grant(Transit* t, LinkIndex link, int channel, Ticks now);
  void finish_hops(Transit& t);
  void free_slot(const Transit::Hop& hop, Ticks when);
  void buffer_worm(LinkIndex link, int channel, Ticks now);
  void buffer_next_worm(LinkIndex link, int channel, Ticks now);
  void wake(LinkIndex link);
  void cross(LinkIndex link, Message* m);
  void forget(Transit* t);

  Wiring& wiring_;
  TeamBarrier& team_;
  NetworkClient& client_;
  const bool is_perturbed_;
  Grants grants_;
  Outboxes outboxes_;
  Ticks horizon_;
  bool has_news_ = false;  // a PE may go on
  RoomUse room_use_;
  OrderedCalendar<Event> events_;
  std::vector<std::unique_ptr<Gate[]>> gates_;  // by link, in blocks
  std::vector<std::unique_ptr<Transit>> under_way_;
  std::vector<std::unique_ptr<Transit>> spare_;  // to be used again
};

}  // namespace toruscope::core
