// SPDX-License-Identifier: Apache-2.0
// The turns of one PE: receives that name no source, wait_any, test and probe take what comes first
// in virtual time, so they go on only when the plan knows that nothing earlier can come (T10).
//
//   PE      begin(): lies in its host's queue `in_turn`
//   plan    when(): when could it go on, if nothing else arrived? Earliest first, give() makes it
//           runnable
//   PE      end(): what arrived by then is matched, in the order of arrival
//
// Invariants  A turn that was found stays as long as nothing has come (Waiting::turn); one that was
//             given stays for good.
// Threads     when() is called in the plan, while all workers wait; hear() by whoever delivers; all
//             else by the PE itself.
// Not here    How the PE gives control away while it waits (pe/body.hpp).
// Source      docs/rules.md, T10; docs/determinism.md, "Turns".

#pragma once

#include "runtime/path/mailbox.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/requests.hpp"
#include "runtime/pe/sends.hpp"
#include "runtime/pe/strands.hpp"

#include <optional>
#include <span>
#include <vector>

namespace toruscope::core {

class Turns {
 public:
  Turns(PeCore& core, Requests& requests, Sends& sends, Mailbox& mailbox)
      : core_(core), requests_(requests), sends_(sends), mailbox_(mailbox) {}
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;
  ~Turns();

  /// True if a call that completes these requests has to wait for its turn.
  [[nodiscard]] static bool are_needed(const Sends& sends, const Mailbox& mailbox,
                                       std::span<RequestState* const> requests);

  /// Begins the wait for the PE's turn.
  void begin(const PeWait& wait);
  /// The time at which the PE can go on if nothing else arrives; kNever if it cannot. Every mailbox
  /// has all that arrives before `complete_before`.
  [[nodiscard]] Ticks when(Ticks complete_before) {
    return are_of_strands() ? core_.strands->when() : when_alone(complete_before);
  }
  /// True if the PE has started operations, so that each turn is one of its strands'.
  [[nodiscard]] bool are_of_strands() const { return core_.is_shared(); }
  /// Gives the turn that when() has found.
  void give() {
    if (are_of_strands()) return core_.strands->give();
    given_ = *core_.waiting.turn();
    core_.waiting.forget_turn();
  }
  /// The turn, as far as it has been found and nothing has come since.
  [[nodiscard]] const std::optional<Ticks>& known() const { return core_.waiting.turn(); }
  [[nodiscard]] Ticks given() const { return given_; }
  /// Ends the wait: matches what came until then, and forgets the requests of the wait, whose list
  /// may lie on its stack.
  void end(const PeWait& wait);

  /// The request of these handles that completes first, among those that are pending and known to
  /// complete; null if there is none.
  [[nodiscard]] RequestState* first_known(std::span<const Request> handles);
  /// The requests of the call that waits, for reports.
  [[nodiscard]] std::vector<const RequestState*> awaited() const;
  /// Sets the time at which a wait for one of several requests ends although none is complete;
  /// kNever: it does not.
  /// So does a wait for the next event. `is_hopeless`: it is the end of a poll without hope (T14).
  void set_deadline(Ticks deadline, bool is_hopeless = false) {
    deadline_ = deadline;
    is_hopeless_ = is_hopeless;
  }
  [[nodiscard]] Ticks deadline() const { return deadline_; }
  /// True if the turn that when() has found is the end of a poll without hope.
  [[nodiscard]] bool is_hopeless() const {
    return is_hopeless_ && core_.waiting.now().until == PeWait::Until::turn_event &&
           core_.waiting.turn() == deadline_;
  }

  // --- the next event, for which a second unsuccessful test or probe at one clock waits ----------
  struct Event {
    Ticks time = kNever;
    const Message* arrival = nullptr;  // either this
    const Stamp* sent = nullptr;       // or this one's time
  };
  /// Forgets the events so far: the PE has looked at what was there by then.
  void forget_events(Ticks looked);
  /// `tested`: the request of the test or probe.
  [[nodiscard]] Event next_event(std::span<RequestState* const> tested);
  /// Hears of a message whose announcement had come before: that may be the event. Ends the
  /// announcement.
  void hear(Message* announcement);

 private:
  [[nodiscard]] Ticks when_alone(Ticks complete_before);
  [[nodiscard]] Ticks find();
  [[nodiscard]] Ticks all_complete_at();
  [[nodiscard]] Ticks any_complete_at();
  [[nodiscard]] bool is_awaited(const RequestState& receive) const;

  PeCore& core_;
  Requests& requests_;
  Sends& sends_;
  Mailbox& mailbox_;
  // the earliest announcement of those whose messages have come since forget_events()
  Message* heard_ = nullptr;
  Ticks given_;
  Ticks deadline_ = kNever;
  Ticks looked_;
  Ticks known_by_;  // the latest of what was known when the wait began
  bool is_hopeless_ = false;
};

}  // namespace toruscope::core
