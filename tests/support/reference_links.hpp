// SPDX-License-Identifier: Apache-2.0
// The network between the PEs: T1, T3, T7, T8 and T9. A priority queue of headers that ask, and a
// queue at each link.
//
//   cut-through, store-and-forward   a header needs the link, and a slot where buffers are finite
//   wormhole                         it needs the link and a virtual channel, held until r_j
//
// Readings (docs/readings.md, s to x): at its tick of asking a header gets its place in the link's
// queue; whenever the link is free the first whose channel is free is granted. What becomes free at
// a tick goes first to those queued before; PEs that go on because of that ask with the others of
// the tick. What a grant frees at its own tick is granted in passes when the headers of the tick
// are served. Messages from one PE to another stay in order in their flight, too (T15).

#pragma once

#include "tests/support/outcome.hpp"
#include "tests/support/reference_message.hpp"
#include "tests/support/reference_mistake.hpp"

#include <compare>
#include <deque>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>
#include <vector>

namespace toruscope::test {

class ReferenceLinks {
 public:
  ReferenceLinks(const MachineDescription& machine, Mistake mistake, std::vector<Message>& messages)
      : machine_(machine), mistake_(mistake), messages_(messages) {}

  /// A message's header asks for the next channel of its route.
  void ask(std::size_t message, Time tick);
  /// When the next header asks, or what one waits for may be free; nothing if nothing will happen.
  [[nodiscard]] std::optional<Time> next_tick() const;
  /// Does the first thing of that tick: grants what becomes free to those who were queued before
  /// (true), serves the first header, or, when there is none, passes on what grants of the tick
  /// have freed. Headers may ask at the same tick because of it, in zero time.
  bool serve_one();
  /// When the last link of the directed pair is free; nothing if it was never taken.
  [[nodiscard]] std::optional<Time> free_from(Node tail, Node head) const;
  /// Hops, loads and conflicts, and the headers that wait for ever.
  void report_to(Outcome& outcome) const;

 private:
  /// A header that asks for a channel. Its members from first to last are the order in which
  /// headers are served.
  struct Header {
    Time tick = 0;
    std::int64_t channel_order = 0;
    Node tail = 0;
    Rank source = 0;
    std::int64_t sequence = 0;
    std::size_t message = 0;

    friend auto operator<=>(const Header&, const Header&) = default;
  };
  struct VirtualChannel {
    Time free = 0;
    std::vector<Time> slots = {};  ///< of the buffer behind it: when each is free
  };
  struct Link {
    Time free = 0;
    std::vector<VirtualChannel> channels = {};
    std::deque<std::size_t> queue = {};  ///< messages whose headers wait
  };
  using Ends = std::pair<Node, Node>;  ///< (tail, head) of a directed link

  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  [[nodiscard]] bool is_wormhole() const { return machine_.switching == SwitchingMode::wormhole; }
  [[nodiscard]] static Ends ends(const Hop& hop) { return {hop.channel.tail, hop.channel.head}; }
  Link& link_of(const Hop& hop);

  /// Grants what is free, then what these grants free, and so on. False if there was nothing to
  /// grant again.
  void serve_queues(Time now);
  bool free_again();
  void serve_queue(const Ends& link, Time now);
  [[nodiscard]] std::optional<int> channel_for(const Link& link, const Hop& hop, Time now) const;
  void enter(Link& link, std::size_t message, int virtual_channel, Time now);
  [[nodiscard]] Parts parts_of_arrival(const Message& message) const;
  bool take_slot(Hop& hop, Time now);
  void take_in_worms(Time now);
  void release(Message& message, Time now);
  void give_slot_back(const Hop& hop, Time tail_left, Time now);
  void wake_at(Time tick, Time now);

  const MachineDescription& machine_;
  const Mistake mistake_;
  std::vector<Message>& messages_;
  std::priority_queue<Header, std::vector<Header>, std::greater<>> headers_;
  std::map<std::size_t, Time> asked_;  ///< by message whose header waits or asks: since when
  std::map<Ends, Link> links_;
  std::set<Ends> crowded_;  ///< links with a queue
  std::set<Time> wakes_;    ///< ticks at which something becomes free
  /// channels that grants of the tick have freed
  std::vector<std::pair<Ends, int>> freed_;
  /// the tick whose grants may have freed some
  std::optional<Time> open_;
  std::map<std::pair<Rank, Rank>, Time> last_arrivals_;  ///< by (source, destination)
  std::map<Ends, LinkLoad> loads_;
  std::int64_t hops_ = 0;
  std::set<std::size_t> delayed_;  ///< messages that waited for a link
};

}  // namespace toruscope::test
