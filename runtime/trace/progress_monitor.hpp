// SPDX-License-Identifier: Apache-2.0
// The sink of Execution::monitor: progress of a run, for other threads.
//
// Threads     Writes atomics that any thread may read; `running` has a place for each worker.

#pragma once

#include "runtime/trace/observer.hpp"

#include <toruscope/machine.hpp>

#include <atomic>

namespace toruscope::core {

class ProgressMonitor final : public Sink {
 public:
  explicit ProgressMonitor(RunMonitor& monitor) : monitor_(monitor) {}

  [[nodiscard]] Wants wants() const override { return {.progress = true}; }
  void begin(int /*workers*/, int pes) override { monitor_.pes.store(pes, std::memory_order_relaxed); }
  void on_progress(const Progress& progress) override {
    if (progress.reached != kNever)
      monitor_.virtual_time.store(progress.reached.count, std::memory_order_relaxed);
    monitor_.messages.store(progress.delivered, std::memory_order_relaxed);
    monitor_.finished.store(progress.ended, std::memory_order_relaxed);
  }
  void on_running(int worker, Rank pe) override {
    monitor_.running[worker].store(pe + 1, std::memory_order_relaxed);
  }

 private:
  RunMonitor& monitor_;
};

}  // namespace toruscope::core
