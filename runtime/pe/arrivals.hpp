// SPDX-License-Identifier: Apache-2.0
// Times at which messages have arrived at a PE: what their senders send later, and announce ahead
// (T11), is known no earlier.
//
// As long as no announcement has come, only messages are remembered that were taken and may be to
// come in virtual time (the others are found in the mailbox and at their receives); from the first
// announcement on, the last arrival from each sender.
//
// Threads     Belongs to its PE; while the PE waits, to whoever delivers to it.
// Invariants  Of taken messages that arrive at `complete_before` or later none is forgotten, but
//             where a later one of the same sender is remembered. The last one taken may lie in the
//             receive port alone (remember_in_port).
// Source      docs/rules.md, T11; docs/readings.md (q) and (r).

#pragma once

#include "runtime/model/port_ledger.hpp"
#include "runtime/path/message.hpp"

#include <toruscope/account.hpp>
#include <toruscope/units.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace toruscope::core {

/// Arrival of a message without an announcement.
struct Arrival {
  Rank source;
  std::int64_t sequence;
  Stamp when;
  std::size_t bytes = 0;  // for the critical path

  /// Compares two messages of one sender: true for the one that its announcements have to wait for.
  [[nodiscard]] bool is_later_than(const Arrival& other) const {
    return when.time != other.when.time ? when.time > other.when.time : sequence < other.sequence;
  }
};

class Arrivals {
 public:
  // --- before the first announcement -------------------------------------------------------------
  /// Remembers a message that is taken.
  [[gnu::noinline]] void remember(const Arrival& arrival, Ticks complete_before) {
    if (taken_.size() == taken_.capacity()) {
      std::erase_if(taken_, [&](const Arrival& a) { return a.when.time <= complete_before; });
      taken_.reserve(2 * taken_.size() + 1);  // to look again only when there are as many more
    }
    taken_.push_back(arrival);
  }
  /// Remembers a message whose arrival the receive port tells (PortLedger::last_reception), because
  /// it did not wait there.
  void remember_in_port(std::int64_t sequence) { in_port_ = sequence; }
  /// Saves the arrival that the port is about to forget, because of `next` if given.
  [[gnu::always_inline]] void before_reception(const Message* next, const PortLedger& ports,
                                               Ticks complete_before) {
    if (in_port_ < 0) return;
    const PortFree& last = ports.last_reception();
    // what waits for both waits for the later one
    const bool is_before_next = next != nullptr && !next->was_announced && next->source == last.by.partner &&
                                next->asks > last.when.time;
    if (!is_before_next && last.when.time > complete_before)
      remember({last.by.partner, in_port_, last.when}, complete_before);
    in_port_ = -1;
  }

  // --- from the first announcement on ------------------------------------------------------------
  [[nodiscard]] bool is_by_sender() const { return by_sender_ != nullptr; }
  /// Keeps by sender what is remembered, once an announcement has come.
  void keep_by_sender(const PortLedger& ports, Ticks complete_before) {
    by_sender_ = std::make_unique<std::unordered_map<Rank, Arrival>>();
    before_reception(nullptr, ports, complete_before);
    for (const Arrival& a : std::exchange(taken_, {})) note(a);
  }
  /// Notes that a message has arrived, be it taken or not. Precondition: is_by_sender().
  void note(const Arrival& arrival) {
    const auto [last, is_first] = by_sender_->try_emplace(arrival.source, arrival);
    if (!is_first && arrival.is_later_than(last->second)) last->second = arrival;
  }
  /// The last arrival from this source; null if none has come. Precondition: is_by_sender().
  [[nodiscard]] const Arrival* last_of(Rank source) const {
    const auto last = by_sender_->find(source);
    return last == by_sender_->end() ? nullptr : &last->second;
  }

 private:
  std::int64_t in_port_ = -1;  // the send count of the message that lies in the receive port
  std::unique_ptr<std::unordered_map<Rank, Arrival>> by_sender_;
  std::vector<Arrival> taken_;
};

}  // namespace toruscope::core
