// SPDX-License-Identifier: Apache-2.0
// Serves the links of one worker's nodes where a message that must wait holds something: virtual
// channels as a worm, slots of finite buffers.
//
//   window    a grant affects the links of other routers after the window at the earliest
//   between   each router applies the notices of the others: headers that come, channels and slots
//             that become free behind a header, tails that have left, messages that have arrived
//   together  where a grant affects another router at its very tick, one worker serves all routers
//             event by event
//
// Threads     A router belongs to one worker. It writes notices in a window; the others read them
//             between two windows.
// Invariants  (1) Events are served in their order (network/waiting_events.hpp). If ts = 0, PEs go
//                 on between the wake events of a tick and its other events.
//             (2) At a link's gate wait the headers that have asked and were not granted, in the
//                 order of asking.
//             (3) A link, its gate and its rooms belong to the router of the link's tail. A transit
//                 belongs to the router at which its header is; after arrival it goes back to the
//                 router that has made it.
//             (4) A message belongs to the router to which its transit belongs. The router of the
//                 sender writes to it once more, when its tail leaves the PE: between two windows,
//                 or in a window if the header is still at that router.
// Source      docs/rules.md, T7 to T9; docs/readings.md (t) to (x); docs/determinism.md, "Three
//             network engines".

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
  /// The earliest asking here; kNever if no message is under way. At that time it may turn out that
  /// nobody can go on.
  [[nodiscard]] Ticks earliest_asking() const {
    return events_.empty() || under_way_ == 0 ? kNever : events_.earliest();
  }
  [[nodiscard]] Ticks earliest_arrival() const;
  [[nodiscard]] Ticks earliest_tail() const;
  [[nodiscard]] bool has_messages() const { return under_way_ != 0; }
  void add_in_flight(std::vector<Message*>& messages) const;
  /// Precondition: no message can go on.
  void add_stuck(std::vector<StuckMessage>& all) const;
  /// The least time from a grant until it affects the links of another router, of all messages that
  /// started here and are under way.
  [[nodiscard]] Ticks lookahead() const;
  /// Serves all that asks before `until` at these routers, in the order of all events: at one, if
  /// there are others, in a window at most, or at all. Ends early where a PE may go on within the
  /// tick.
  static void serve(std::span<const std::unique_ptr<WaitingRouter>> routers, Ticks until);
  /// Applies the notices of the other routers, in their order: messages from one PE to another
  /// arrive in the order in which they were granted the last link. A refusal of memory loses none.
  void apply_notices();
  /// Puts messages that have arrived into their mailboxes. Precondition: all notices of tails have
  /// been applied.
  void deliver();
  /// Events served since the last call.
  [[nodiscard]] std::int64_t take_served() { return std::exchange(served_, 0); }
  void add_to(NetworkStatistics& sum) const;
  [[nodiscard]] const RoomUse& room_use() const { return room_use_; }

 private:
  // Notices to another router.
  struct HeaderComes {
    Transit* transit = nullptr;  // it asks for a link there
  };
  struct ChannelOpens {
    LinkIndex link = 0;
    int channel = 0;
    Ticks when;  // the tail of the worm that holds it has passed
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
    Message* message = nullptr;  // for a PE there; null once it is there
  };
  struct TransitIsFree {
    Transit* transit = nullptr;  // made there
  };
  using Notice = std::variant<HeaderComes, ChannelOpens, SlotIsFree, TailLeaves, HasArrived, TransitIsFree>;

  [[nodiscard]] LinkIndex next_link(const Transit& t) const { return wiring_.link_index(t.at, t.port); }
  /// True if a worm that waits may go into a buffer.
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
  /// Lets the next pass grant what is freed at this very tick.
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
  bool serves_together_ = false;              // with all others: what it tells takes effect at once
  // for the next pass; the first of routers that serve together has all
  std::vector<Freed> freed_;
  WaitingEvent::Kind freed_by_{};  // the kind of event that freed them
  WaitingEvent::Kind serving_{};
  bool has_news_ = false;  // a PE may go on
  RoomUse room_use_;
  WaitingEvents events_;
  Transits transits_;          // made here: of messages under way whose last link is not entered
  std::size_t under_way_ = 0;  // messages whose headers are here
  // given to those that wait for a link, in the order in which they asked
  std::uint64_t places_ = 0;
  std::int64_t crossings_ = 0;
  std::int64_t served_ = 0;
  std::vector<Message*> arrived_;
};

}  // namespace toruscope::core
