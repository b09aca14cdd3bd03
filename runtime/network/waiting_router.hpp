// SPDX-License-Identifier: Apache-2.0
// Serves the links of one worker's nodes where a message that must wait holds something: virtual channels as a worm, slots of finite
// buffers.
//
//   window    headers that ask within the lookahead cannot influence each other at nodes of different routers
//   between   routers take in what the others have told them: headers that come, channels and slots that become free behind a
//             header, tails that have left, messages that have arrived
//
// Threads     A router belongs to one worker. In a window it writes what it tells, between two windows the others read it.
// Invariants  (1) Events are served in their order (network/waiting_events.hpp). Between those of a tick that wake links and the others
//                 of the tick PEs go on, if that takes no time.
//             (2) At a link's gate wait those that have asked and were not granted, in that order.
//             (3) A link, its gate and its rooms belong to the router of the link's tail; a transit belongs to the router that its
//                 header is at, and goes back to the one that has made it.
// Source      docs/rules.md, T7 to T9; docs/readings.md (t) to (x); docs/determinism.md, "Three network engines".

#pragma once

#include "runtime/network/gates.hpp"
#include "runtime/network/grants.hpp"
#include "runtime/network/network.hpp"
#include "runtime/network/transit.hpp"
#include "runtime/network/waiting_events.hpp"

#include <algorithm>
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

  /// The routers of a run know each other. Called once, before the run.
  static void connect(std::span<const std::unique_ptr<WaitingRouter>> routers);

  void inject(Message* message);
  /// kNever if no message is under way here. At that time it may turn out that nobody can go on.
  [[nodiscard]] Ticks earliest_asking() const {
    return events_.empty() || under_way_ == 0 ? kNever : events_.earliest();
  }
  [[nodiscard]] Ticks earliest_arrival() const;
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const;
  [[nodiscard]] Ticks earliest_tail() const;
  [[nodiscard]] bool has_messages() const { return under_way_ != 0; }
  void add_in_flight(std::vector<Message*>& messages) const;
  /// Precondition: no message can go on.
  void add_stuck(std::vector<StuckMessage>& all) const;
  /// What a header is granted matters to other routers no sooner than so many ticks later.
  [[nodiscard]] Ticks lookahead() const { return lookahead_; }
  /// Serves all that asks before `until`, a window at most if there are other routers. Ends early where a PE may go on within the
  /// tick.
  void serve(Ticks until);
  /// What the other routers have told.
  void take_in();
  /// Messages that have arrived go into their mailboxes. Precondition: no router knows of a tail that has left and has not been told.
  void deliver();
  /// Events served since the last call.
  [[nodiscard]] std::int64_t take_served() { return std::exchange(served_, 0); }
  void add_to(NetworkStatistics& sum) const;
  [[nodiscard]] const RoomUse& room_use() const { return room_use_; }

 private:
  // What a router tells another.
  struct HeaderComes {
    Transit* transit;  // it asks for a link there
  };
  struct ChannelOpens {
    LinkIndex link;
    int channel;
    Ticks when;  // the tail of the worm that holds it has passed
  };
  struct SlotIsFree {
    LinkIndex link;
    int channel;
    Ticks when;
  };
  struct TailLeaves {
    Message* message;  // of a PE there
    Ticks when;
  };
  struct HasArrived {
    Message* message;  // for a PE there
  };
  struct IsSpent {
    Transit* transit;  // made there
  };
  using Notice = std::variant<HeaderComes, ChannelOpens, SlotIsFree, TailLeaves, HasArrived, IsSpent>;

  [[nodiscard]] LinkIndex wanted(const Transit& t) const { return wiring_.link_index(t.at, t.port); }
  /// A worm that waits may go into a buffer.
  [[nodiscard]] bool has_slots_for_worms() const { return is_worm_ && gates_.has_rooms(); }
  template <class Of>
  [[nodiscard]] Ticks earliest_of(Of&& of) const;

  // what becomes known
  template <class OfOne>
  void tell(int router, const OfOne& notice) {
    if (router == worker_)
      take(notice);
    else
      told_[static_cast<std::size_t>(router)].push_back(notice);
  }
  void take(const HeaderComes& notice);
  void take(const ChannelOpens& notice);
  void take(const SlotIsFree& notice);
  void take(const TailLeaves& notice);
  void take(const HasArrived& notice) { arrived_.push_back(notice.message); }
  void take(const IsSpent& notice) { transits_.end(notice.transit); }

  // who may go on
  Transit* take_first_to_enter(Gate& gate, Ticks now);
  void ask(Transit* t, LinkIndex link, Ticks now);
  void grant_those_who_wait(LinkIndex link, Ticks now);
  void note_room(const Transit& t, LinkIndex link, int channel, Ticks now);
  void grant(Transit* t, LinkIndex index, int channel, Ticks now);
  void finish_hops(Transit& t);
  [[nodiscard]] bool take_slot(LinkIndex link, int channel, Ticks now);
  void free_slot(const Transit::Hop& hop, Ticks when);
  void buffer_worm(LinkIndex link, int channel, Ticks now);
  void buffer_next_worm(LinkIndex link, int channel, Ticks now);
  void await_slot(LinkIndex link, int channel, Ticks when);
  void wake(LinkIndex index);
  void go_on(Transit* t);

  Wiring& wiring_;
  NetworkClient& client_;
  const int worker_;
  const bool is_perturbed_;
  const bool is_worm_;
  Gates& gates_;
  Grants grants_;
  std::span<const std::unique_ptr<WaitingRouter>> all_;
  std::vector<std::vector<Notice>> told_;  // by router
  Ticks lookahead_;
  bool has_news_ = false;  // a PE may go on
  RoomUse room_use_;
  WaitingEvents events_;
  Transits transits_;          // made here: of messages under way whose last link is not entered
  std::size_t under_way_ = 0;  // messages whose headers are here
  std::uint64_t places_ = 0;   // given to those that wait for a link, in the order in which they asked
  std::int64_t crossings_ = 0;
  std::int64_t served_ = 0;
  std::vector<Message*> arrived_;
};

}  // namespace toruscope::core
