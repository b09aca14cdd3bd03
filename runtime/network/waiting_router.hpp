// SPDX-License-Identifier: Apache-2.0
// Router of one worker's nodes where waiting messages hold virtual channels or buffer slots.
//
//   window    grants affect other routers' links only after the window
//   between   each router applies the notices of the others: headers that come, channels and slots
//             that become free behind a header, tails that have left, messages that have arrived
//   together  where a grant affects another router at its tick, one worker serves all routers
//
// Threads     A router belongs to one worker. Others read its notices between two windows.
// Invariants  (1) Events are served in their order (network/waiting_events.hpp). If ts = 0, PEs go
//                 on after the wake events of a tick.
//             (2) Headers wait at a link's gate in the order of asking.
//             (3) A link, its gate and its rooms belong to the router of the link's tail. A transit
//                 belongs to the router at its header; after arrival it returns to its maker.
//             (4) A message belongs to its transit's router. The sender's router writes to it once
//                 more when its tail leaves the PE: between windows, or with the header there.
// Source      docs/rules.md, T7 to T9; docs/readings.md (t) to (x); docs/determinism.md.

#pragma once

#include "runtime/network/gates.hpp"
#include "runtime/network/grants.hpp"
#include "runtime/network/network.hpp"
#include "runtime/network/transit.hpp"
#include "runtime/network/waiting_events.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace toruscope::core {

class WaitingRouter {
 public:
  WaitingRouter(const NetworkSetup& setup, Gates& gates, int worker);
  WaitingRouter(const WaitingRouter&) = delete;
  WaitingRouter& operator=(const WaitingRouter&) = delete;
  ~WaitingRouter();

  /// Connects the routers of a run. Called once, before the run.
  static void connect(std::span<const std::unique_ptr<WaitingRouter>> routers);

  void inject(Message* message);
  /// The earliest asking here, perhaps in vain; kNever if no message is under way.
  [[nodiscard]] Ticks earliest_asking() const {
    return events_.empty() || under_way_ == 0 ? kNever : events_.earliest();
  }
  [[nodiscard]] Ticks earliest_arrival() const;
  [[nodiscard]] Ticks earliest_tail() const;
  [[nodiscard]] bool has_messages() const { return under_way_ != 0; }
  void add_in_flight(std::vector<Message*>& messages) const;
  /// Adds the messages that wait. Precondition: none can go on.
  void add_stuck(std::vector<StuckMessage>& all) const;
  /// The least time from a grant to its effect on another router, of messages that started here.
  [[nodiscard]] Ticks lookahead() const;
  /// Serves all askings before `until` at these routers, in order: at one of several within a
  /// window, or at all. Ends early where a PE may go on within the tick.
  static void serve(std::span<const std::unique_ptr<WaitingRouter>> routers, Ticks until);
  /// Applies the others' notices in order: messages from PE to PE arrive in the order of their last
  /// grants. A refusal of memory loses none.
  void apply_notices();
  /// Puts arrived messages into their mailboxes. Precondition: tails are noted.
  void deliver();
  /// Events served since the last call.
  [[nodiscard]] std::int64_t take_served() { return std::exchange(served_, 0); }
  void add_to(NetworkStatistics& sum) const;
  [[nodiscard]] const RoomUse& room_use() const { return room_use_; }

 private:
  // Notices to another router.
  struct HeaderComes {
    Transit* transit = nullptr;  // asks for a link there
  };
  struct ChannelOpens {
    LinkIndex link = 0;
    int channel = 0;
    Ticks when;  // the tail of the worm that held it has passed
  };
  struct SlotIsFree {
    LinkIndex link = 0;
    int channel = 0;
    Ticks when;
  };
  struct TailLeaves {
    Message* message = nullptr;  // of a PE there
    Ticks when;
  };
  struct HasArrived {
    Message* message = nullptr;  // for a PE there; null once delivered
  };
  struct TransitIsFree {
    Transit* transit = nullptr;  // made there
  };
  using Notice = std::variant<HeaderComes, ChannelOpens, SlotIsFree, TailLeaves, HasArrived, TransitIsFree>;

  [[nodiscard]] LinkIndex next_link(const Transit& t) const { return wiring_.link_index(t.at, t.port); }
  /// True if waiting worms may go into buffers.
  [[nodiscard]] bool has_slots_for_worms() const { return is_worm_ && gates_.has_rooms(); }
  template <class Of>
  [[nodiscard]] Ticks earliest_of(Of&& of) const;

  // notices
  template <class OfOne>
  void tell(int router, OfOne notice) {
    if (router == worker_)
      apply(notice);
    else if (serves_together_)
      all_[static_cast<std::size_t>(router)]->apply(notice);
    else
      notices_[static_cast<std::size_t>(router)].push_back(notice);
  }
  void apply(const HeaderComes& notice);
  void apply(const ChannelOpens& notice);
  void apply(const SlotIsFree& notice);
  void apply(const TailLeaves& notice);
  void apply(HasArrived& notice);
  void apply(const TransitIsFree& notice) { transits_.end(notice.transit); }

  // events
  void serve(const WaitingEvent& event);
  [[nodiscard]] bool comes_before(WaitingRouter& other);

  // passes
  struct Freed {
    int router = 0;
    ChannelOpens channel;
  };
  /// Lets the next pass grant what is freed at this tick.
  void free_in_next_pass(const Freed& freed, WaitingEvent::Kind by);
  [[nodiscard]] bool ends_pass(const WaitingEvent& next) const {
    return !freed_.empty() && (next.when > freed_.front().channel.when || next.kind() > freed_by_);
  }
  void begin_next_pass();

  // grants
  Transit* take_first_to_enter(Gate& here, Ticks now);
  void ask(Transit* t, LinkIndex link, Ticks now);
  void grant_those_who_wait(LinkIndex link, Ticks now);
  void note_room(const Transit& t, LinkIndex link, int channel, Ticks now);
  void grant(Transit* t, LinkIndex index, int channel, Ticks now);
  void release_passed_links(Transit& t, Ticks now);
  [[nodiscard]] bool take_slot(LinkIndex link, int channel, Ticks now);
  void buffer_worm(LinkIndex link, int channel, Ticks now);
  void await_slot(LinkIndex link, int channel, Ticks when);
  void wake(LinkIndex index);
  void forward(Transit* t);

  Wiring& wiring_;
  NetworkClient& client_;
  const int worker_;
  const bool is_perturbed_;
  const bool is_worm_;
  Gates& gates_;
  Grants grants_;
  std::span<const std::unique_ptr<WaitingRouter>> all_;
  std::vector<std::vector<Notice>> notices_;  // for each router
  bool serves_together_ = false;              // with all others: its notices take effect at once
  // freed links for the next pass; of routers that serve together the first has all
  std::vector<Freed> freed_;
  WaitingEvent::Kind freed_by_{};  // the kind of event that freed them
  WaitingEvent::Kind serving_{};
  bool has_news_ = false;  // a PE may go on
  RoomUse room_use_;
  WaitingEvents events_;
  // Transits made here, of messages whose last link is not entered.
  Transits transits_;
  std::size_t under_way_ = 0;  // messages whose headers are here
  // given to waiters for a link, in the order of asking
  std::uint64_t places_ = 0;
  std::int64_t crossings_ = 0;
  std::int64_t served_ = 0;
  std::vector<Message*> arrived_;
};

}  // namespace toruscope::core
