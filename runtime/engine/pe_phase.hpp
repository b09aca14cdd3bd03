// SPDX-License-Identifier: Apache-2.0
// The PE phase: a worker runs its PEs until each of them waits or has ended.
//
// A PE that waits can give control to the next one itself, where the stacks of the worker's PEs
// stay in the host's caches.
//
// Threads     Constant during the run; all workers call it, each with its own Worker.
// Source      docs/determinism.md, "Phases".

#pragma once

#include "runtime/engine/pe_array.hpp"
#include "runtime/pe/pe.hpp"

namespace toruscope::core {

struct Worker;

class PePhase {
 public:
  /// Keeps a reference. `workers`: how many share the PEs.
  PePhase(const RunTerms& terms, int workers);

  /// True if what PEs need is not in the host's caches.
  [[nodiscard]] bool are_cold() const { return are_cold_; }
  /// Runs the PEs that can go on now, and those that can go on by their messages.
  void run(Worker& worker) const;
  /// Chooses the next PE and finishes the call in which that PE has waited. Null: the worker goes
  /// on, also where the stack of `waiting` is nearly used up.
  PeContext* switch_from(Worker& worker, Pe& waiting) const;
  /// Ends those of the PEs that are the worker's.
  static void unwind(Worker& worker, PeArray& pes);

 private:
  [[nodiscard]] bool begin_batch(Worker& worker) const;
  [[nodiscard]] bool give_next_turn(Worker& worker) const;
  [[nodiscard]] Pe* next(Worker& worker) const;
  static void note_running(Worker& worker, const Pe& pe);

  const RunTerms& terms_;
  const bool can_switch_;  // a PE that waits may give control to the next one
  const bool are_cold_;    // what PEs need is not in the host's caches
};

}  // namespace toruscope::core
