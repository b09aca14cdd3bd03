// SPDX-License-Identifier: Apache-2.0
// The local work of one PE: what its program declares, or what is measured between its calls, moves
// the clock.
//
// Threads     Belongs to its PE.
// Invariants  Where work is measured, declared work takes no time.
// Source      docs/rules.md, T12.

#pragma once

#include "runtime/pe/body.hpp"
#include "runtime/pe/compute_meter.hpp"
#include "runtime/pe/core.hpp"

#include <memory>
#include <utility>

namespace toruscope::core {

class Work {
 public:
  Work(PeCore& core, const Body& body);

  /// Adds declared work, which costs nothing where work is measured.
  void compute(Ticks duration) {
    if (!core_.run.execution.measure_compute) add(duration);
  }
  /// Charges what the program has computed when it calls the library, or ends. Precondition of this
  /// and the next: work is measured.
  void leave_program();
  /// Starts the meter: the program goes on.
  void enter_program() { meter_->start(); }
  [[nodiscard]] ComputeMeter* meter() { return meter_.get(); }  ///< null: work is not measured
  /// Adds local work, declared if none is measured, or measured.
  void add(Ticks duration);
  /// Adds declared work that leaves the processor to the PE's other strands (T13).
  void add_elsewhere(Ticks duration);
  /// Redirects local work: from now on it is added to `sum` and takes no time; null: it takes its
  /// time. Returns the former target.
  Ticks* exchange_postponed(Ticks* sum) { return std::exchange(postponed_, sum); }

 private:
  void check_length(Ticks duration) const;
  void take_time(Stamp& clock, Ticks duration) const;

  const std::unique_ptr<ComputeMeter> meter_;
  Ticks* postponed_ = nullptr;  // the sum of work that is to take no time yet
  const Body& body_;
  PeCore& core_;
};

}  // namespace toruscope::core
