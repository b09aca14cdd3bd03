// SPDX-License-Identifier: Apache-2.0
// The routers of one worker's nodes: they serve the headers that ask for their links in virtual-time order, hand
// messages on through the links' channels, and eject those that have arrived.
//
// Threads     A router belongs to one worker. Two workers share the channels of the links between their nodes and
//             a bell per direction, which says which of those channels has something.
// Invariants  (1) Headers are served by (tick of asking, topological order of the channel, source, sequence): T7.
//             (2) A header pushed while serving up to `until` asks at its next link at `until` or later, unless
//                 hops take no time; then there is one router and its channels are emptied after each push.
// Source      docs/rules.md, T3 and T7.

#pragma once

#include "runtime/path/network.hpp"

#include <toruscope/report.hpp>

#include <algorithm>
#include <boost/lockfree/spsc_queue.hpp>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::detail {

class Router {
 public:
  /// `eject` gets the messages that have arrived; their `asks` is then the time of their mailbox arrival.
  /// Serving ends early, with headers left, once `must_stop` is true.
  Router(Network& network, int worker, bool record, std::function<void(std::span<Message* const>)> eject,
         std::function<bool()> must_stop);

  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;
  virtual ~Router();

  /// Connects the bells between all routers of a run. Called once, before the run.
  static void connect(const std::vector<std::unique_ptr<Router>>& routers);

  /// A message whose header asks for its first link at m->asks.
  virtual void inject(Message* message);
  /// The next header's time of asking; kNever if there is none.
  [[nodiscard]] virtual Ticks earliest() const { return waiting_.empty() ? kNever : waiting_.front().asks; }
  /// The earliest mailbox arrival that any header here can have.
  [[nodiscard]] virtual Ticks earliest_arrival() const;

  /// The earliest beginning of a reception that ends with such an arrival and takes `startup` and x.
  [[nodiscard]] virtual Ticks earliest_reception(Ticks startup) const;
  /// The earliest moment at which a worm's tail may leave its PE, of those for which that is not known yet.
  [[nodiscard]] virtual Ticks earliest_leave() const { return kNever; }

  /// A message that waits in the network for ever: the channels and buffers that it holds, and what it wants.
  struct Jam {
    struct Held {
      LinkIndex link = 0;
      int channel = 0;
      bool is_slot = false;  // of the buffer at the link's end
    };
    const Message* message = nullptr;
    std::vector<Held> holds;
    LinkIndex wants = 0;
    int channel = 0;
  };
  /// Adds the messages that are on their way here and waited for no receive.
  virtual void add_on_their_way(std::vector<Message*>& messages) const;
  /// Messages wait here, and none of them can go on whatever else happens.
  [[nodiscard]] virtual bool is_stuck() const { return false; }
  /// They, by source and send count.
  [[nodiscard]] virtual std::vector<Jam> jam() const { return {}; }

  /// How messages that hold what they wait with have used what there is for them.
  struct RoomUse {
    bool lacked_channel = false;        ///< a header found no channel, or no slot, on a link that was free
    bool took_further_channel = false;  ///< one went on another channel than the first two
    bool waited_in_slot = false;        ///< a worm waited in a buffer
  };
  [[nodiscard]] virtual RoomUse room_use() const { return {}; }

  /// Headers are served in so many phases, between which all workers meet.
  [[nodiscard]] virtual int phases() const { return 1; }
  /// Serves all headers that ask before `until`, in this phase.
  virtual void serve(int phase, Ticks until);
  /// It has stopped before that, so that PEs go on within the tick.
  [[nodiscard]] virtual bool has_stopped() const { return false; }
  /// Takes in what has come through the channels of links from other workers.
  void take_in();

  [[nodiscard]] std::int64_t conflicts() const { return conflicts_; }
  [[nodiscard]] std::int64_t channel_waits() const { return channel_waits_; }
  [[nodiscard]] std::int64_t crossings() const { return crossings_; }
  [[nodiscard]] std::vector<Event>& hop_events() { return hop_events_; }
  /// Host delays for tests, called before each push.
  std::function<void()> perturb;
  /// Called while a full channel of another worker's keeps this one waiting: who sleeps is to take in.
  std::function<void()> wake_others;

 protected:
  /// The header enters a link. Returns when it asks for the next one.
  inline Ticks enter(Link& link, LinkIndex index, Message& message, Ticks granted) const;
  /// A link of its leg, free then or later, gets a header; `asks` becomes when it asks for the next one.
  inline void grant(LinkIndex index, Message& message);
  /// The header has waited so long for a link.
  void note_delay(Message& message, Ticks wait) {
    if (message.link_wait == Ticks{}) ++conflicts_;
    message.link_wait += wait;
  }
  void record_hop(const Message& message, int index, Node from, Node to, int channel, Ticks asked,
                  Ticks granted);
  void eject(std::span<Message* const> messages) const { eject_(messages); }
  /// From the end of the last hop: `asks` becomes the arrival at the mailbox, and where links differ its waits are known.
  inline void reach_mailbox(Message& message) const;
  void count_crossing() { ++crossings_; }
  /// Takes all messages out of a channel; they are now at its head.
  void drain(LinkIndex link);

  Network& network_;
  const int worker_;
  const bool record_;
  std::function<bool()> must_stop_;
  std::int64_t conflicts_ = 0;

 private:
  struct Header {
    Ticks asks;
    std::uint32_t order;
    Rank source;
    std::int64_t sequence;
    Message* message;

    /// For a heap whose front is the header to be served next.
    friend bool operator<(const Header& a, const Header& b) {
      if (a.asks != b.asks) return a.asks > b.asks;
      if (a.order != b.order) return a.order > b.order;
      if (a.source != b.source) return a.source > b.source;
      return a.sequence > b.sequence;
    }
  };
  using Bell = boost::lockfree::spsc_queue<LinkIndex>;

  /// The same where links differ.
  Ticks enter_unequal(Link& link, LinkIndex index, Message& message, Ticks granted) const;
  void reach_over_unequal(Message& message) const;
  template <class After>
  [[nodiscard]] Ticks least_of(Ticks least, After&& after) const;
  void serve(const Header& header);
  void push(LinkIndex link, Message* message);
  void push_to_other(LinkIndex link, Message* message, int owner);
  void let_others_work();
  void arrive(LinkIndex link, Message* message);

  std::function<void(std::span<Message* const>)> eject_;
  std::vector<Header> waiting_;              // heap
  std::vector<LinkIndex> filled_;            // links inside this worker whose channel has something
  std::vector<std::unique_ptr<Bell>> from_;  // by worker: rung by it, heard here
  std::vector<Bell*> to_;                    // by worker: rung here, heard there
  std::int64_t channel_waits_ = 0;
  std::int64_t crossings_ = 0;
  std::vector<Event> hop_events_;
};

inline void Router::grant(LinkIndex index, Message& m) {
  Link& link = network_.link(index);
  const Ticks granted = std::max(m.asks, link.free_at);
  const Ticks asks_next = enter(link, index, m, granted);
  if (granted > m.asks) note_delay(m, granted - m.asks);
  if (record_)
    record_hop(m, m.hops, m.at, network_.head(index), m.legs[m.leg].virtual_channel, m.asks, granted);
  m.asks = asks_next;
  if (perturb) perturb();
}

inline Ticks Router::enter(Link& link, LinkIndex index, Message& m, Ticks granted) const {
  if (!network_.has_equal_links()) return enter_unequal(link, index, m, granted);
  link.occupy(m.asks, granted, m.x, m.bytes);
  return granted + m.hop;
}

inline void Router::reach_mailbox(Message& m) const {
  if (!network_.has_equal_links()) return reach_over_unequal(m);
  m.asks += m.tail(network_.costs());
}

}  // namespace toruscope::detail
