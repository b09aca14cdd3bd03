// SPDX-License-Identifier: Apache-2.0
// The calls of a PE's program that ask what is there: polls, waits with a deadline, and the wait
// for some of several requests (T10, T14).
//
// A poll looks when it begins. Without success it lets its time go by, or waits for the next
// arrival, whichever is first, and looks again. Each look is a turn of the PE.
//
// Invariants  A row of polls goes on as long as the PE does nothing else: neither its clock nor
//             what it has posted and completed changes between two of them (Polls::Deeds).
// Threads     Called from inside the PE; is_hopeless() and in_row() by the plan, while it waits.
// Not here    When a turn comes (pe/turns.hpp).
// Source      docs/rules.md, T10 and T14.

#pragma once

#include "runtime/pe/calls.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace toruscope::core {

/// A pending request that a call asks about, and its place in the list.
struct Asked {
  RequestState* request = nullptr;
  std::size_t index = 0;
};

class Polls {
 public:
  Polls(PeCore& core, Calls& calls, Turns& turns) : core_(core), calls_(calls), turns_(turns) {}

  // Each is false, or 0, also if the run is ended.

  /// True if the request is complete by the PE's clock.
  bool test(RequestState* request);
  /// Puts the request that wait_any would take first. False: none is complete by the clock.
  bool test_any(std::span<Asked> asked);
  /// True if all are complete by the clock.
  bool test_all(std::span<Asked> asked);
  /// Waits until one is complete. Puts those that are complete then first, in the order of
  /// wait_any; returns how many.
  std::size_t wait_some(std::span<Asked> asked);
  /// Waits until one is complete, at the latest until then; returns how many are, the first in
  /// front, and leaves them and the clock as they are. Also beside started operations.
  std::size_t wait_some_until(std::span<Asked> asked, Ticks deadline);
  /// Waits until the request is complete, at the latest until then.
  bool wait_until(RequestState* request, Ticks deadline);

  /// Withdraws and releases a receive. False: it has a message by the PE's clock.
  bool cancel(RequestState* receive);

  /// The message that a receive would take, if it has arrived by the PE's clock.
  std::optional<Received> probe(const Place& place, Rank from, int tag);
  /// Waits until there is such a message, at the latest until then.
  std::optional<Received> probe_until(const Place& place, Rank from, Ticks deadline, int tag);
  /// The answer to a destructor while the PE is being unwound: every second time an empty message,
  /// so that a loop until there is one and a loop until there is none both end.
  std::optional<Received> probe_unwound();

  /// The PE does something that ends a row of polls, and that cannot be seen afterwards.
  void begin_anew() {
    if (row_ != nullptr) row_->polls = 0;
  }
  /// Polls without success in this row so far.
  [[nodiscard]] std::int64_t in_row() const { return row_ == nullptr ? 0 : row_->polls; }
  /// True if the PE waits for a message, in probe_until.
  [[nodiscard]] bool waits_for_message() const { return waits_for_message_; }
  /// From this one of its row on a poll is without hope.
  static constexpr std::int64_t kHopeless = 10'000;

 private:
  /// What the PE has done so far, as far as it ends a row.
  struct Deeds {
    Ticks clock{-1};
    std::int64_t sent = 0;
    std::int64_t sent_to_self = 0;
    std::uint64_t receives = 0;
    std::size_t requests = 0;
    friend bool operator==(const Deeds&, const Deeds&) = default;
  };
  struct Row {
    std::int64_t polls = 0;  ///< without success
    Deeds after;             ///< the last of them
  };
  [[nodiscard]] Deeds deeds() const;
  void continue_row();
  template <class Look>
  [[nodiscard]] bool poll(const char* operation, std::span<RequestState* const> asked, Look&& look);
  [[nodiscard]] bool let_time_go_by(const char* operation, std::span<RequestState* const> asked);
  [[nodiscard]] bool await_event(const char* operation, std::span<RequestState* const> asked);
  void go_to_deadline(Ticks deadline, std::int64_t count);
  void go_to_arrival(const char* operation, const Message& m);
  [[nodiscard]] static bool is_complete(const RequestState& request, Ticks by);
  static std::size_t put_complete_first(std::span<Asked> asked, Ticks by);
  [[nodiscard]] static RequestState pattern_of(const Place& place, Rank from, int tag);
  [[nodiscard]] static Received told(const Message& m) { return {m.source_in_group, m.tag, m.bytes}; }

  PeCore& core_;
  Calls& calls_;
  Turns& turns_;
  std::unique_ptr<Row> row_;  // where polls take time, from the first one on
  Ticks unsuccessful_{-1};    // where they take none: the clock of the last unsuccessful one
  bool has_probed_unwound_ = false;
  bool waits_for_message_ = false;
};

}  // namespace toruscope::core
