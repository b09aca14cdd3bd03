// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/pe_phase.hpp"

#include "runtime/core/check.hpp"
#include "runtime/engine/pe_context.hpp"
#include "runtime/engine/turn_taking.hpp"
#include "runtime/engine/worker.hpp"
#include "runtime/pe/prefetch.hpp"

#include <cstddef>
#include <utility>

namespace toruscope::core {

namespace {

// So many PEs of a worker have their stacks in the host's caches, or all that they need
// (bench/EXPERIMENTS.md).
constexpr int kWarmStacks = 1024;
constexpr int kWarmPes = 512;

// Then the workers plan, so that an error is told although PEs go on for ever.
constexpr int kBatches = 64;

}  // namespace

PePhase::PePhase(const RunTerms& terms, int workers)
    : terms_(terms),
      can_switch_(!context_kind(terms.execution.engine).is_thread &&
                  terms.topology.pes() <= kWarmStacks * workers),
      are_cold_(terms.topology.pes() / kWarmPes >= workers) {}

void PePhase::run(Worker& worker) const {
  worker.batch.left = kBatches;
  static_cast<void>(begin_batch(worker));
  const auto to_run = [&] {
    Pe* const chosen = std::exchange(worker.batch.to_start, nullptr);
    return chosen != nullptr ? chosen : next(worker);
  };
  while (Pe* pe = to_run()) {
    note_running(worker, *pe);
    worker.keep_host_error([&] { pe->resume(); });
  }
  worker.batch.switches_directly = false;  // a run that is ended is unwound PE by PE
  worker.batch.pes.clear();
  worker.batch.next = worker.batch.end = 0;
  worker.turns_in_order.are_given = false;
  if (worker.progress != nullptr) worker.progress->note_running(-1);
}

/// Begins with the PEs that can go on now. Their messages may be delivered at once, to PEs that can
/// then go on in the next batch. False if there are none.
inline bool PePhase::begin_batch(Worker& worker) const {
  Batch& batch = worker.batch;
  if (batch.left == 0 || (worker.runnable.empty() && !give_next_turn(worker))) return false;
  --batch.left;
  batch.next = 0;
  // where turns are given in order, the next PE is known when this one has run
  batch.switches_directly = can_switch_ && !worker.turns_in_order.are_given;
  if (batch.end == 1 && worker.runnable.size() == 1) {
    batch.pes[0] = worker.runnable[0];
    worker.runnable.clear();
  } else {
    batch.pes.clear();
    batch.pes.swap(worker.runnable);
    batch.end = batch.pes.size();
  }
  if (worker.perturbation.is_on()) [[unlikely]]
    worker.perturbation.disturb(batch.pes, batch.switches_directly);
  worker.are_stacks_cold = !batch.switches_directly || (are_cold_ && batch.end == 1);
  return true;
}

/// Where turns are given in order (T10): gives the next one. False if there is none.
inline bool PePhase::give_next_turn(Worker& worker) const {
  if (!worker.turns_in_order.are_given) return false;
  bool is_given = false;
  worker.keep_host_error([&] { is_given = give_next_in_order(worker, terms_.known.complete_before); });
  return is_given;
}

/// The next PE of the phase. Null: the phase is over, or the run has to end.
inline Pe* PePhase::next(Worker& worker) const {
  Batch& batch = worker.batch;
  if (terms_.must_stop() || worker.host_error) return nullptr;
  if (batch.next == batch.end && !begin_batch(worker)) return nullptr;
  if (are_cold_) prefetch_after(batch.pes, batch.next);
  return batch.pes[batch.next++];
}

PeContext* PePhase::switch_from(Worker& worker, Pe& waiting) const {
  // What is done here for another PE, be it to tell its error, must not be what uses up the stack
  // of this one.
  if (__builtin_frame_address(0) < waiting.body().context().floor()) return nullptr;
  PeContext* next = nullptr;
  worker.keep_host_error([&] {
    Pe* const pe = this->next(worker);
    TORUSCOPE_CHECK(pe != &waiting, "it waits, and can go on: PE",
                    waiting.rank());  // nothing comes to it so early
    if (pe != nullptr && pe->body().has_started() && pe->has_one_strand()) {
      note_running(worker, *pe);
      next = &pe->go_on();
    } else {
      worker.batch.to_start = pe;
    }
  });
  return next;
}

inline void PePhase::note_running(Worker& worker, const Pe& pe) {
  worker.perturbation.maybe_delay();
  if (worker.progress != nullptr) worker.progress->note_running(pe.rank());
}

void PePhase::unwind(Worker& worker, PeArray& pes) {
  for (Pe& pe : pes)
    if (&pe.host() == &worker) {
      note_running(worker, pe);
      worker.keep_host_error([&] { pe.unwind(); });
    }
  if (worker.progress != nullptr) worker.progress->note_running(-1);
}

}  // namespace toruscope::core
