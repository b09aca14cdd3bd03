// SPDX-License-Identifier: Apache-2.0
// The network between the PEs: T1, T3 and T7, cut-through. A priority queue of headers and nothing else.

#pragma once

#include "tests/support/outcome.hpp"
#include "tests/support/reference_message.hpp"
#include "tests/support/reference_mistake.hpp"

#include <compare>
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
  /// When the next header asks; nothing if none does.
  [[nodiscard]] std::optional<Time> next_tick() const;
  /// Serves the first header of that tick. Later ones of the tick may come from it, in zero time.
  void serve_one();
  /// When the last link of the directed pair is free; nothing if it was never taken.
  [[nodiscard]] std::optional<Time> free_from(Node tail, Node head) const;
  /// Hops, loads and conflicts.
  void report_to(Outcome& outcome) const;

 private:
  /// A header that asks for a channel. Its members from first to last are the order in which headers are served.
  struct Header {
    Time tick = 0;
    std::int64_t channel_order = 0;
    Node tail = 0;
    Rank source = 0;
    std::int64_t sequence = 0;
    std::size_t message = 0;

    friend auto operator<=>(const Header&, const Header&) = default;
  };
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }

  const MachineDescription& machine_;
  const Mistake mistake_;
  std::vector<Message>& messages_;
  std::priority_queue<Header, std::vector<Header>, std::greater<>> headers_;
  std::map<std::pair<Node, Node>, Time> free_;  ///< directed link by (tail, head)
  std::map<std::pair<Node, Node>, LinkLoad> loads_;
  std::int64_t hops_ = 0;
  std::set<std::size_t> delayed_;  ///< messages that waited for a link
};

}  // namespace toruscope::test
