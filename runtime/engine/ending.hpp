// SPDX-License-Identifier: Apache-2.0
// Why a run ends, and what it then throws.
//
// Threads     Written in the plan, while all workers wait.
// Not here    Which failure of several counts (engine/failures.hpp).

#pragma once

#include "runtime/engine/failures.hpp"
#include "runtime/engine/last_words.hpp"

#include <toruscope/error.hpp>

#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace toruscope::core {

class Ending {
 public:
  enum class Why { not_yet, finished, failure, deadlock, limit, interrupt, host };

  [[nodiscard]] Why why() const { return why_; }
  [[nodiscard]] bool has_come() const { return why_ != Why::not_yet; }
  /// The failure that ends the run; nothing if another reason does.
  [[nodiscard]] const std::optional<RunFailure>& failure() const { return failure_; }

  /// Ends the run well: all PEs have returned from the program.
  void end_well() { why_ = Why::finished; }
  void end_by_failure(RunFailure failure);
  /// The time limit or Ctrl-C ends the run. `report` tells the virtual time, and which PE waits for
  /// which.
  void end_early(Why why, std::string report) {
    why_ = why;
    report_ = std::move(report);
  }
  void end_in_deadlock(DeadlockError::Where where, Ticks when, std::string report);
  /// Ends the run because this computer has refused memory or a thread, by this exception.
  void end_by_host(std::exception_ptr refusal);

  /// The exception that the run will throw, as far as it is known before the PEs are unwound; null
  /// if there is none.
  [[nodiscard]] std::exception_ptr error() const;
  /// Throws the exception of the run; returns if the run has finished well. `under_way`: the
  /// earliest failure of a PE, if there is one. Precondition: all PEs have been unwound.
  void throw_error(const std::optional<RunFailure>& under_way) const;

  /// Prints the exception from now on if unwinding the PEs ends the process.
  void prepare_last_words();
  void forget_last_words() { last_words_.reset(); }
  [[nodiscard]] const LastWords* last_words() const { return last_words_ ? &*last_words_ : nullptr; }

 private:
  Why why_ = Why::not_yet;
  std::string report_;
  Ticks when_;  ///< virtual time of a deadlock
  DeadlockError::Where where_ = DeadlockError::Where::program;
  std::optional<RunFailure> failure_;
  std::exception_ptr refusal_;
  std::optional<LastWords> last_words_;
};

}  // namespace toruscope::core
