// SPDX-License-Identifier: Apache-2.0
// The send side of one PE: gives each message its number and route, books the send port (T2), and
// keeps the sends that cannot be booked when they are posted.
//
// Two kinds cannot. Under direct wormhole switching nobody knows how long the worm before holds its
// port until its header has gone far enough (T8). A send that waits for its receive (T11) asks for
// its port when that has been found, and what its PE sends in the meantime may go first.
//
//   PE        post(): books the send, or puts it behind the others; a worm that finds a port free
//             starts
//   plan      next_start(): when could one of them be booked, as far as that is known? Then start()
//   plan      receive_found(): the receive of a send that waits for it has been posted
//             (engine/announcements.hpp)
//   router    tail_left(): the worm has left; its port is free from then on, its send is complete
//
// Invariants  (1) Messages are numbered in the order in which they are posted; those to the PE
//                 itself are counted apart.
//             (2) A message is in the queue or in the network, never in both.
// Threads     post() by the PE, tail_left() by its worker or while that waits; all else while both
//             wait.
// Source      docs/rules.md, T2, T8, T11; docs/readings.md (q), (r), (v).

#pragma once

#include "runtime/model/port_rules.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/send_queue.hpp"
#include "runtime/pe/strict_ports.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::core {

class Sends {
 public:
  Sends(PeCore& core, StrictPorts& strict) : core_(core), strict_(strict) {}

  /// True if a send of this message is booked when it is posted, and nobody asks how that came
  /// about.
  [[nodiscard]] bool is_booked_at_once(const Message& m) const {
    return !core_.is_any(PeCore::may_queue) || (!core_.run.are_send_ends_unknown && !has_queued() &&
                                                !is_longer_than_eager(m) && core_.paths == nullptr);
  }
  /// Posts a send that is booked at once. Returns its end: to be read before the next send.
  [[gnu::always_inline]] const Stamp& post_at_once(Message& m) {
    write_route(m);
    if (core_.is_any(PeCore::of_machine)) [[unlikely]]
      return post_rarely(m);
    return book_on_one(m, core_.clock);
  }
  /// Posts a send that its PE waits for: the clock of the PE becomes the end of the send.
  [[gnu::always_inline]] void post_and_wait(Message& m) {
    if (core_.is_any(PeCore::of_machine) || !core_.ports.is_free_for_send(core_.clock.time)) [[unlikely]] {
      core_.clock = post_at_once(m);
      return;
    }
    write_route(m);
    m.start = core_.clock;
    add_startup(core_.clock, core_.run.costs);
    m.asks = core_.clock.time;
    add_equal_transmission(core_.clock, core_.run.costs, m.bytes, m.x);
    inject_held(m, core_.clock.time);
  }
  /// Posts a send that begins now, and whose end the call awaits with more: the clock stays.
  /// Returns the end. Precondition: a plain machine, where the port is free.
  [[gnu::always_inline]] Ticks post_held(Message& m) {
    write_route(m);
    m.start = core_.clock;
    m.asks = core_.clock.time + core_.run.costs.ts;
    const Ticks end = m.asks + m.x;
    inject_held(m, end);
    return end;
  }
  /// Posts a send, which waits for its receive if it is longer than the eager limit, or
  /// `is_synchronous`. Its request, if it has one, is told when the send is complete.
  void post(Message& m, RequestState* request, bool is_synchronous);
  /// Messages to the PE itself that have been posted.
  [[nodiscard]] std::int64_t sent_to_self() const { return posted_to_self_; }
  /// Stamps a message to the PE itself, which takes no time (T12).
  void stamp_to_self(Message& m) {
    m.sequence = posted_to_self_++;
    m.start = core_.clock;
    m.complete = m.asks = core_.clock.time;
  }

  /// Keeps a message to the PE itself, stamped, until its receive is found (T11).
  void keep_to_self(Message& m, RequestState* request);
  /// The receive of such a message was found then: ends the send; the message is the caller's. True
  /// if the PE waited for nothing else.
  [[nodiscard]] bool own_receive_found(Message& m, const Stamp& when);

  /// The earliest start among the posted sends that precede the first one waiting for its receive;
  /// with `at_quiet_tick`, among that one and the later ones. kNever if none is known.
  [[nodiscard]] Ticks next_start(bool at_quiet_tick);
  /// Books the sends that can be now. True if none is left.
  [[nodiscard]] bool start(Ticks now, bool at_quiet_tick);
  /// Adds the sends that have not begun and wait for no receive.
  void add_not_begun(std::vector<Message*>& messages);
  /// True if a posted send has not begun, or nobody knows yet when it ends.
  [[nodiscard]] bool has_unfinished() const {
    return unfinished_ != nullptr && (!unfinished_->queue.is_empty() || !unfinished_->worms.empty());
  }
  /// True if a posted send that has not begun waits for its receive, or did until the receive was
  /// found.
  [[nodiscard]] bool has_waiting() const { return unfinished_ != nullptr && unfinished_->queue.has_waiting(); }
  /// True if a send, which may be to the PE itself, waits for its receive.
  [[nodiscard]] bool wait_for_receives() const {
    return has_waiting() || (unfinished_ != nullptr && !unfinished_->to_self.empty());
  }
  /// Lets a send ask for its port, as its receive has been found then.
  void receive_found(const Message& m, const Stamp& found);
  /// Lets a send that has not begun wait for its receive again, as that has been cancelled.
  void receive_lost(const Message& m);
  /// Ends the send of a worm whose tail has left the PE then. True if the PE waited for nothing
  /// else.
  [[nodiscard]] bool tail_left(Message& m, Ticks when);

  /// The time at which a send asks for its port, if its end is not known yet; kNever while it waits
  /// for its receive.
  [[nodiscard]] static Ticks asks_at(const RequestState& send);
  /// True if sends and receptions use the same ports, so that a reception may have to wait for
  /// sends that have asked before it.
  [[nodiscard]] bool share_ports_with_receptions() const { return are_shared(core_.run.parameters.ports); }
  [[nodiscard]] bool may_hold_up_receptions() const {
    return core_.run.are_send_ends_unknown && share_ports_with_receptions();
  }
  /// Puts the sends that have asked by `now` before the receptions of the call that waits.
  void mark_before_receptions(Ticks now);
  /// True if the end of a send that the call waits for, or that comes before its receptions, is not
  /// known.
  [[nodiscard]] bool hold_up(std::span<RequestState* const> requests) const;
  /// Notes requests in `ended` from now on when the end of their send is known.
  void note_ended_in(std::vector<RequestState*>* ended) { ended_ = ended; }

 private:
  /// Sends whose ends are not known.
  struct Unfinished {
    Unfinished() = default;
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;
    ~Unfinished() {
      for (Message* m : to_self) discard(m);
    }
    SendQueue queue;                    // posted, not begun
    std::vector<const Message*> worms;  // under way
    std::vector<Message*> to_self;      // wait for their receives
  };

  /// Returns the queues of unfinished sends, which are kept from now on.
  Unfinished& make_unfinished() {
    if (unfinished_ == nullptr) unfinished_ = std::make_unique<Unfinished>();
    core_.note_unusual(PeCore::may_queue);
    return *unfinished_;
  }
  [[nodiscard]] bool has_queued() const { return unfinished_ != nullptr && !unfinished_->queue.is_empty(); }
  [[nodiscard]] bool is_longer_than_eager(const Message& m) const {
    const auto& eager = core_.run.parameters.eager;
    return eager && static_cast<std::int64_t>(m.bytes) > *eager;
  }
  /// The way to the PE that got the last message.
  struct Way {
    Rank to = -1;
    int hops = 0;
    int steps = 0;  // of the first leg
    bool is_detour = false;
    Legs legs;
  };
  [[gnu::noinline]] void find_way(Rank to);
  /// Writes the message's number and route, and what the route takes, and counts it.
  [[gnu::always_inline]] void write_route(Message& m) {
    if (way_ == nullptr || way_->to != m.destination) [[unlikely]]
      find_way(m.destination);
    const Way& way = *way_;
    m.sequence = posted_++;
    m.legs.assign(way.legs);
    m.hops_left = way.hops;
    m.steps_left = way.steps;
    m.x = core_.run.costs.transmission(m.bytes);
    m.hop = core_.run.costs.th;
    m.at = core_.rank;
    if (core_.is_any(PeCore::of_machine)) [[unlikely]]
      measure_way(m);
    ++core_.book.messages_sent;
    core_.book.detours += way.is_detour ? 1 : 0;
    core_.book.bytes_sent += static_cast<std::int64_t>(m.bytes);
  }
  [[gnu::noinline]] void measure_way(Message& m) const;
  [[gnu::noinline]] const Stamp& post_rarely(Message& m);
  void enqueue(Message& m, bool waits);
  void announce(Message& m);
  [[nodiscard]] Ticks start_of(const QueuedSend& send);
  const Stamp& book(Message& m, const Stamp& asks);
  [[gnu::always_inline]] const Stamp& book_on_one(Message& m, const Stamp& asks) {
    const Costs& costs = core_.run.costs;
    const PortUse held_by = core_.ports.book_send_on_one(
        asks, {m.destination, 0, m.bytes, m.x, m.sequence, true}, true, costs, m.start);
    core_.note_port_wait(asks.time, m.start.time, {true, m.destination}, held_by);
    m.complete = core_.ports.last_end().time;
    m.asks = m.start.time + costs.ts;
    core_.host.inject(&m);
    return core_.ports.last_end();
  }
  [[gnu::always_inline]] void inject_held(Message& m, Ticks end) {
    m.complete = end;
    core_.ports.hold_for_send(m.destination, end);
    core_.host.inject(&m);
  }
  void book_and_tell(Message& m, const Stamp& asks);
  [[nodiscard]] bool end(Message& m, const Stamp& complete);

  PeCore& core_;
  StrictPorts& strict_;
  std::int64_t posted_ = 0;
  std::vector<RequestState*>* ended_ = nullptr;
  std::int64_t posted_to_self_ = 0;
  std::unique_ptr<Unfinished> unfinished_;  // once there was one
  std::unique_ptr<Way> way_;                // once a message was sent
};

}  // namespace toruscope::core
