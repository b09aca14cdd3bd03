// SPDX-License-Identifier: Apache-2.0
// Serves the links of one worker's nodes, an event for each hop: headers that ask are granted in virtual-time order, go to the
// next node through their link's channel, and are delivered at their last.
//
// Threads     A router belongs to one worker. Two workers share the channels of the links between their nodes and a bell per
//             direction, which says which of those channels has something.
// Invariants  (1) Headers are served by (tick of asking, topological order of the channel, source, sequence): T7.
//             (2) A header pushed while serving up to `until` asks at its next link at `until` or later, unless
//                 hops take no time; then there is one router and its channels are drained after each push.
// Source      docs/rules.md, T3 and T7.

#pragma once

#include "runtime/network/grants.hpp"
#include "runtime/network/network.hpp"

#include <boost/lockfree/spsc_queue.hpp>
#include <cstdint>
#include <memory>
#include <vector>

namespace toruscope::detail {

class HopRouter {
 public:
  HopRouter(const NetworkSetup& setup, int worker);
  HopRouter(const HopRouter&) = delete;
  HopRouter& operator=(const HopRouter&) = delete;
  ~HopRouter();

  /// Connects the bells between all routers of a run. Called once, before the run.
  static void connect(const std::vector<std::unique_ptr<HopRouter>>& routers);

  void inject(Message* message);
  [[nodiscard]] Ticks earliest_asking() const { return waiting_.empty() ? kNever : waiting_.front().asks; }
  [[nodiscard]] Ticks earliest_arrival() const;
  [[nodiscard]] Ticks earliest_reception(Ticks startup) const;
  void add_in_flight(std::vector<Message*>& messages) const;
  /// Serves all headers that ask before `until`.
  void serve(Ticks until);
  /// Takes out what other workers have pushed into the channels of links.
  void drain_rung();
  void add_to(NetworkStatistics& sum) const;
  void move_hop_events(std::vector<Event>& events) { grants_.move_events(events); }

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

  template <class After>
  [[nodiscard]] Ticks least_of(Ticks least, After&& after) const;
  void serve(const Header& header);
  void push(LinkIndex link, Message* message);
  void push_to_other(LinkIndex link, Message* message, int owner);
  void let_others_work();
  void arrive(LinkIndex link, Message* message);

  /// Takes all messages out of a channel; they are now at its head.
  void drain(LinkIndex link);

  Wiring& wiring_;
  TeamBarrier& team_;
  NetworkClient& client_;
  const int worker_;
  const bool is_perturbed_;
  Grants grants_;
  std::vector<Header> waiting_;              // heap
  std::vector<LinkIndex> filled_;            // links inside this worker whose channel has something
  std::vector<std::unique_ptr<Bell>> from_;  // by worker: rung by it, heard here
  std::vector<Bell*> to_;                    // by worker: rung here, heard there
  std::int64_t channel_waits_ = 0;
  std::int64_t crossings_ = 0;
};

}  // namespace toruscope::detail
