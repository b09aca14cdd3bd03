// SPDX-License-Identifier: Apache-2.0
// What every engine does when a header gets a link: the link is busy, the header's next time, waits, and what an observer is
// told of it.
//
// Threads     One object for each worker; it changes the links and messages of that worker.
// Source      docs/rules.md, T3.

#pragma once

#include "runtime/network/wiring.hpp"
#include "runtime/trace/observer.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace toruscope::core {

class Grants {
 public:
  Grants(Wiring& wiring, const Observer* observer) : wiring_(wiring), observer_(observer) {}

  /// The header of a message of `bytes` bytes enters a link. Returns when it asks for the next one.
  Ticks enter(Link& link, LinkIndex index, Message& m, std::size_t bytes, Ticks granted) const {
    if (!wiring_.has_equal_links()) return enter_unequal(link, index, m, granted);
    link.occupy(m.asks, granted, m.x, bytes);
    return granted + m.hop;
  }
  /// A header whose message has waited for links before has waited so long for this one.
  void note_delay(Ticks& link_wait, Ticks wait) {
    if (link_wait == Ticks{}) ++conflicts_;
    link_wait += wait;
  }
  /// At the end of the last hop: `asks` becomes the arrival at the mailbox, and where links differ the waits are known.
  void reach_mailbox(Message& m) const {
    if (!wiring_.has_equal_links()) return reach_over_unequal(m);
    m.asks += m.tail(wiring_.costs());
  }
  [[nodiscard]] bool is_observed() const { return observer_ != nullptr; }
  /// The message's hop `index` is over this link. Precondition: is_observed().
  void tell_hop(const Message& m, int index, LinkIndex link, int channel, Ticks asked, Ticks granted,
                Ticks released) const;

  /// Messages that waited for a link.
  [[nodiscard]] std::int64_t conflicts() const { return conflicts_; }

 private:
  Ticks enter_unequal(Link& link, LinkIndex index, Message& m, Ticks granted) const;
  void reach_over_unequal(Message& m) const;

  Wiring& wiring_;
  const Observer* const observer_;
  std::int64_t conflicts_ = 0;
};

/// The header is at the head of a link that it has crossed.
inline void leave_link(Message& m, Node head) {
  m.at = head;
  ++m.hops;
  --m.hops_left;
  if (--m.steps_left == 0 && m.hops_left != 0) m.steps_left = m.legs[++m.leg].steps;
}

}  // namespace toruscope::core
