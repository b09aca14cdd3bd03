// SPDX-License-Identifier: Apache-2.0
// Why a run ends, and what it then throws.
//
// Threads     Written in the plan, while all workers wait.
// Invariants  Of several failures the earliest in virtual time counts, whatever the host saw first.

#pragma once

#include "runtime/engine/group_table.hpp"
#include "runtime/engine/last_words.hpp"
#include "runtime/pe/host.hpp"
#include "runtime/pe/terms.hpp"

#include <toruscope/error.hpp>

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::core {

/// An error of a PE, or of two that disagree.
struct RunFailure {
  Ticks when;
  Rank rank = 0;
  std::string text;  ///< of a disagreement: groups have no order that the host does not choose
  std::exception_ptr error;
};
/// The earliest of the errors that programs threw, the port rules that PEs broke (policy strict), and the collective calls that
/// differ among the PEs of a group. `differing`: the groups if there are such calls, else null.
std::optional<RunFailure> earliest_failure(const std::vector<PeHost*>& hosts, const GroupTable* differing,
                                           const RunTerms& run);

class Ending {
 public:
  enum class Why { not_yet, finished, errors, deadlock, limit, interrupt, host };

  [[nodiscard]] Why why() const { return why_; }
  /// All PEs have returned from the program (finished), or a PE has thrown (errors).
  void end(Why why) { why_ = why; }
  /// The time limit or Ctrl-C ends the run. `report` tells the virtual time, and which PE waits for which.
  void end_early(Why why, std::string report) {
    why_ = why;
    report_ = std::move(report);
  }
  void end_in_deadlock(DeadlockError::Where where, Ticks when, std::string report);
  /// This computer has refused memory or a thread, by this exception.
  void end_by_host(std::exception_ptr refusal);

  /// The exception that the run will throw, as far as it is known before the PEs are unwound; null if there is none.
  [[nodiscard]] std::exception_ptr error(const std::optional<RunFailure>& earliest) const;
  /// Throws the exception of the run; returns if the run has finished well. Precondition: all PEs have been unwound.
  void throw_error(const std::optional<RunFailure>& earliest) const;

  /// `error` is printed if unwinding the PEs ends the process. Null: nothing is.
  void prepare_last_words(const std::exception_ptr& error);
  void forget_last_words() { last_words_.reset(); }
  [[nodiscard]] const LastWords* last_words() const { return last_words_ ? &*last_words_ : nullptr; }

 private:
  Why why_ = Why::not_yet;
  std::string report_;
  Ticks when_;  ///< of a deadlock
  DeadlockError::Where where_ = DeadlockError::Where::program;
  std::exception_ptr refusal_;
  std::optional<LastWords> last_words_;
};

}  // namespace toruscope::core
