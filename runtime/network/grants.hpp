// SPDX-License-Identifier: Apache-2.0
// Grants of links, common to all engines: occupation, the header's next time, waits, observation.
//
// Threads     One object for each worker; it changes that worker's links and messages.
// Source      docs/rules.md, T3.

#pragma once

#include "runtime/network/wiring.hpp"
#include "runtime/trace/observer.hpp"

#include <cstddef>
#include <cstdint>

namespace toruscope::core {

/// A header that asks for a link.
struct Asking {
  Ticks when;
  Ticks x;
  Ticks hop;  ///< time from the grant of a link to asking for the next one
  std::size_t bytes = 0;
};

class Grants {
 public:
  Grants(Wiring& wiring, const Observer* observer)
      : wiring_(wiring), observer_(observer), has_equal_links_(wiring.has_equal_links()) {}

  /// Lets the header enter a link. Returns when it asks for the next one.
  Ticks enter(Link& link, LinkIndex index, const Asking& asking, Message& m, Ticks granted) const {
    if (!has_equal_links_) [[unlikely]] {
      m.asks = asking.when;
      return enter_unequal(link, index, m, granted);
    }
    link.occupy(asking.when, granted, asking.x, asking.bytes);
    return granted + asking.hop;
  }
  /// Adds a wait for a link to a header's; the first one counts as a conflict.
  void note_delay(Ticks& link_wait, Ticks wait) {
    if (link_wait == Ticks{}) ++conflicts_;
    link_wait += wait;
  }
  /// Ends the last hop: `asks` becomes the arrival at the mailbox; then waits are known.
  void reach_mailbox(Message& m) const {
    if (!has_equal_links_) [[unlikely]]
      return reach_over_unequal(m);
    m.asks += m.tail(wiring_.costs());
  }
  [[nodiscard]] bool is_observed() const { return observer_ != nullptr; }
  /// Tells the observer that hop `index` is over this link. Precondition: is_observed().
  void tell_hop(const Message& m, int index, LinkIndex link, int channel, Ticks asked, Ticks granted,
                Ticks released) const;

  /// Messages that waited for a link.
  [[nodiscard]] std::int64_t conflicts() const { return conflicts_; }

 private:
  Ticks enter_unequal(Link& link, LinkIndex index, Message& m, Ticks granted) const;
  void reach_over_unequal(Message& m) const;

  Wiring& wiring_;
  const Observer* const observer_;
  const bool has_equal_links_;
  std::int64_t conflicts_ = 0;
};

}  // namespace toruscope::core
