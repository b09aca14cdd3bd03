// SPDX-License-Identifier: Apache-2.0
// Router of one worker's nodes with an event for each hop: a header is granted its link, goes to
// the next node, and asks there, or is delivered. Channels lead to other workers.
//
//   window      the headers of one bucket of the calendar: only those that ask for the same link
//               can influence each other, and are ordered
//   tick        where hops take no time: the headers of one tick, in the topological order of their
//               channels; what these ask for in no time joins them
//   at once     where every link has one user, the PE at its tail: a header is granted its link as
//               the PE sends; a message to the same worker is delivered at once
//
// Threads     A router belongs to one worker. Two workers share the channels of the links between
//             their nodes and a bell per direction, which tells the channels that have messages.
// Invariants  (1) A link serves headers by (tick of asking, topological order of the channel,
//                 source, sequence): T7.
//             (2) A header that is granted in a window asks for its next link after the window.
//             (3) A header lies in the calendar, among those that are served, in a channel or just
//                 out of it, or has arrived and is to be delivered.
//             (4) Meanwhile it is a record of one cache line. The message stays as it came to this
//                 worker; the router touches it only at the end of the route, at legs that the
//                 header does not know, and where two headers ask for one link in one tick.
// Source      docs/rules.md, T3 and T7; docs/determinism.md, "Three network engines".

#pragma once

#include "runtime/network/calendar.hpp"
#include "runtime/network/grants.hpp"
#include "runtime/network/legs_ahead.hpp"
#include "runtime/network/network.hpp"

#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::core {

class HopRouter {
 public:
  HopRouter(const NetworkSetup& setup, int worker);
  HopRouter(const HopRouter&) = delete;
  HopRouter& operator=(const HopRouter&) = delete;
  ~HopRouter();

  /// Connects the bells between all routers of a run. Called once, before the run.
  static void connect(const std::vector<std::unique_ptr<HopRouter>>& routers);

  void inject(Message* message);
  [[nodiscard]] Ticks earliest_asking() const { return headers_.earliest(); }
  [[nodiscard]] Ticks earliest_arrival() const;
  void add_in_flight(std::vector<Message*>& messages) const;
  /// The end of the window in which headers that ask at `when` are served.
  [[nodiscard]] Ticks end_of_window(Ticks when) const { return headers_.end_of_bucket(when); }
  /// Serves all headers that ask before `until` by windows; several routers: only one window.
  void serve(Ticks until);
  /// The same for one window, while nobody else serves.
  void serve_alone(Ticks until) {
    is_alone_ = true;
    serve(until);
    is_alone_ = false;
  }
  /// Headers that have been served since the last call.
  [[nodiscard]] std::int64_t take_served() { return std::exchange(served_, 0); }
  /// Takes out what other workers have pushed into the channels of links.
  void drain_rung();
  /// Puts messages that have arrived into their mailboxes, and lets their PEs go on.
  void deliver();
  void add_to(NetworkStatistics& sum) const;

 private:
  struct Header {
    Ticks when;  // of asking
    Message* message = nullptr;
    LinkIndex link = 0;
    std::size_t bytes = 0;
    Ticks link_wait;  // so far
    int hops_left = 0;
    int steps_left = 0;  // of this leg
    Port port = 0;       // of this leg
    int leg = 0;
    LegsAhead ahead;  // after it

    /// Reads this leg, and the next ones, from the message.
    void begin_leg(const Message& m, int number) {
      const auto at = static_cast<std::size_t>(number);
      port = m.legs[at].port;
      steps_left = m.legs[at].steps;
      leg = number;
      ahead = LegsAhead(m.legs, at + 1);
    }
    void begin_next_leg() {
      if (ahead.empty()) return begin_leg(*message, leg + 1);
      const Leg next = ahead.pop();
      port = next.port;
      steps_left = next.steps;
      ++leg;
    }
    /// True if its next hop ends the route, or its known legs.
    [[nodiscard]] bool will_touch_message() const {
      return steps_left == 1 && (hops_left == 1 || ahead.empty());
    }
  };
  /// A header served in a window: its link, and rivals.
  struct Served {
    Link* link = nullptr;
    // number of the previous header for the same link, plus 1; 0 if none
    std::uint32_t before = 0;
  };
  /// A header in T7's order.
  struct Ordered {
    Ticks when;
    std::uint32_t order = 0;
    Rank source = 0;
    std::int64_t sequence = 0;
    Header header;

    [[nodiscard]] bool is_before(const Ordered& other) const {
      if (when != other.when) return when < other.when;
      if (order != other.order) return order < other.order;
      if (source != other.source) return source < other.source;
      return sequence < other.sequence;
    }
  };
  /// A message that has come through a channel, and the node that it has reached.
  struct Came {
    Message* message = nullptr;
    Node at = 0;
  };
  using Bell = boost::lockfree::spsc_queue<LinkIndex>;

  [[gnu::noinline]] void put(Message* message);
  [[nodiscard]] Header header_of(Message* message) const;
  static void write_back(const Header& header);
  [[nodiscard]] Ticks arrival(const Header& header) const;
  [[nodiscard]] Ticks hop(const Header& header) const;
  [[nodiscard]] Ordered ordered(const Header& header) const;
  void deliver_at_once(Message* message);
  void serve_window(Ticks until);
  void link_window();
  void prefetch(std::size_t i) const;
  void take_out(Bell& bell);
  void prefetch_rung(std::size_t i) const;
  void serve_in_order(Link& link);
  void serve_tick(Ticks until);
  void cross(Link& link, Header& header);
  void grant(Link& link, Header& header);
  // Not every hop's, so not inlined.
  [[gnu::noinline]] void tell_hop(const Link& link, const Header& header, Ticks asked, Ticks granted) const;
  [[gnu::noinline]] void push_to_other(Link& link, const Header& header);
  [[gnu::noinline]] void arrive(Node node, const Header& header);
  [[gnu::noinline]] void ask_again(const Header& header);
  void let_others_work(HopRouter& consumer);
  void reach(Node node, Header& header);

  Wiring& wiring_;
  TeamBarrier& team_;
  NetworkClient& client_;
  const int worker_;
  const bool is_perturbed_;
  const bool is_by_ticks_;
  const bool stores_messages_;
  const bool is_at_once_;
  const bool is_small_;  // its links and messages are in the host's caches
  Grants grants_;
  Calendar<Header> headers_;
  std::vector<Header> window_;    // headers being served; null messages: done
  std::vector<Served> asking_;    // for each of these
  std::vector<Header*> rivals_;   // headers of the window that ask for one link
  std::vector<Ordered> ordered_;  // headers of one tick: a heap
  Ticks tick_{-1};                // the tick being served
  std::vector<Message*> arrived_;
  std::vector<HopRouter*> all_;              // of the run, by worker
  std::vector<std::unique_ptr<Bell>> from_;  // by worker: rung by it, heard here
  std::vector<Bell*> to_;                    // by worker: rung here, heard there
  std::vector<LinkIndex> rung_;              // of one bell
  // messages that came through these links' channels; null: served
  std::vector<Came> came_;
  bool is_alone_ = false;  // serves while no other router does
  std::int64_t served_ = 0;
  std::int64_t channel_waits_ = 0;
  std::int64_t crossings_ = 0;
};

}  // namespace toruscope::core
