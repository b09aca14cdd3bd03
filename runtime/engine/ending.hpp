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

namespace toruscope::detail {

/// An error of a PE, or of two that disagree.
struct RunFailure {
  Ticks when;
  Rank rank = 0;
  std::string text;  ///< of a disagreement: groups have no order that the host does not choose
  std::exception_ptr error;
};
/// Of errors in programs, broken port rules (policy strict), and collectives that differ, if any do: then `differing` are the
/// groups, else null.
std::optional<RunFailure> earliest_failure(const std::vector<PeHost*>& hosts, const GroupTable* differing,
                                           const RunTerms& run);

class Ending {
 public:
  enum class Why { not_yet, finished, errors, deadlock, limit, interrupt, host };

  [[nodiscard]] Why why() const { return why_; }
  /// All PEs have ended, or some by an error.
  void end(Why why) { why_ = why; }
  /// From outside, by the time limit or by Ctrl-C: `report` says at which time, and who waited for whom.
  void end_early(Why why, std::string report) {
    why_ = why;
    report_ = std::move(report);
  }
  void end_in_deadlock(DeadlockError::Where where, Ticks when, std::string report);
  /// This computer has refused something.
  void end_by_host(std::exception_ptr refusal);

  /// What the run will throw, as far as that is known before the PEs are unwound; null if nothing.
  [[nodiscard]] std::exception_ptr error(const std::optional<RunFailure>& earliest) const;
  /// Throws what the PEs, which are all unwound, and the end of the run amount to; nothing if the run has finished well.
  void throw_error(const std::optional<RunFailure>& earliest) const;

  /// Before PEs are unwound: `error` is told, should that end the process.
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

}  // namespace toruscope::detail
