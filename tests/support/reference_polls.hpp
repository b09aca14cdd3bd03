// SPDX-License-Identifier: Apache-2.0
// Answers to a PE's questions about what has arrived: T10 and T14.
//
// A poll is test, probe, test_any, test_all, or a wait whose deadline has passed when it begins. A
// wait with a deadline, wait_any and wait_some take what comes first.
//
// Readings    g and z of docs/readings.md.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/reference_mistake.hpp"
#include "tests/support/reference_pe.hpp"

#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

namespace toruscope::test {

/// True if the call looks at what is there now: waits with a deadline too.
bool takes_what_is_there(const Operation& operation);
/// True for these and for the calls that wait for the first of several.
bool is_question(const Operation& operation);

class ReferencePolls {
 public:
  ReferencePolls(const MachineDescription& machine, Mistake mistake, const std::vector<Message>& messages,
                 const std::vector<ReferencePe>& pes)
      : machine_(machine), mistake_(mistake), messages_(messages), pes_(pes) {}

  /// `none` so far; no; the requests that the PE's receives and sends are now those of, to be
  /// completed; a message that a probe sees.
  enum class Answer { none, no, requests, message };
  /// Answers the PE when the tick is quiet. All that arrives by `until` is known.
  Answer answer(ReferencePe& pe, const Operation& operation, Time until, Time now);
  /// The message that the last probe has seen.
  [[nodiscard]] const Message& message() const { return messages_[found_]; }

  /// The PE's call is over: what becomes of its unsuccessful polls in a row.
  void note(ReferencePe& pe, const Operation& operation, const Observation& seen) const;

  /// Tick at which the PE's call ends even if nothing arrives.
  [[nodiscard]] std::optional<Time> own_end(const ReferencePe& pe) const;
  /// The next end of a poll that is no hope for a run in which nothing else is left to happen, or
  /// nothing but that (`is_alone`): then no end after all clocks and arrivals.
  [[nodiscard]] std::optional<Time> next_hopeless(bool is_alone) const;

 private:
  /// Time of completion, then order at one tick.
  using Key = std::tuple<Time, bool, Rank, std::int64_t>;
  struct Complete {
    Key key;
    int index = 0;  ///< in the list
  };
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  [[nodiscard]] bool is_hopeless(const ReferencePe& pe) const;
  [[nodiscard]] std::vector<Complete> complete(const ReferencePe& pe, const std::vector<int>& names,
                                               Time sends_by, Time receives_by) const;
  [[nodiscard]] std::size_t events(const ReferencePe& pe, const Operation& operation, Time now) const;
  [[nodiscard]] std::vector<Moment> arrivals(const ReferencePe& pe, const Operation& operation) const;
  [[nodiscard]] bool is_over(const ReferencePe& pe, const Operation& operation, Time now) const;
  Answer poll(ReferencePe& pe, const Operation& operation, Time now);
  Answer fail(ReferencePe& pe, const Operation& operation, std::optional<Time> last_failure, Time now) const;
  Answer cancel(ReferencePe& pe, const Operation& operation, Time now);
  Answer wait_until(ReferencePe& pe, const Operation& operation, Time now);
  bool look(ReferencePe& pe, const Operation& operation, Time sends_by, Time receives_by);
  void take(ReferencePe& pe, const Operation& operation, const std::vector<Complete>& all) const;

  const MachineDescription& machine_;
  const Mistake mistake_;
  const std::vector<Message>& messages_;
  const std::vector<ReferencePe>& pes_;
  std::size_t found_ = 0;
};

}  // namespace toruscope::test
