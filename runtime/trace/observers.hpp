// SPDX-License-Identifier: Apache-2.0
// The sinks of one run, made from its Execution: the only reader of these settings.
//
// Threads     Observers and path logs belong to their workers; check() is called in the plan, other
//             functions before the run and after it.

#pragma once

#include "runtime/model/path_log.hpp"
#include "runtime/trace/observer.hpp"

#include <toruscope/machine.hpp>
#include <toruscope/report.hpp>

#include <atomic>
#include <memory>
#include <vector>

namespace toruscope::core {

class Observers {
 public:
  /// Sinks that can keep no more set `stop`, if there is one.
  Observers(const Execution& execution, int workers, int pes, std::atomic<bool>* stop = nullptr);
  Observers(const Observers&) = delete;
  Observers& operator=(const Observers&) = delete;
  ~Observers();

  /// The observer of the machine's events, or null.
  [[nodiscard]] Observer* of(int worker) const { return at(events_, worker); }
  /// The observer of the run's progress, or null.
  [[nodiscard]] Observer* progress(int worker) const { return at(progress_, worker); }
  /// The log of clocks' origins, or null.
  [[nodiscard]] PathLog* paths(int worker) const;
  /// Called in the plan. Errors: what a sink cannot keep.
  void check() const;
  /// Called after a run without errors. `end` is the clock of the PE that ended last.
  void finish(Report& report, const Stamp& end) const;
  /// Called after a run with an error: reports what was recorded, without a critical path. Errors:
  /// ConfigError above the limit of events.
  void finish_early(Report& report) const;

 private:
  using PerWorker = std::vector<std::unique_ptr<Observer>>;

  [[nodiscard]] static Observer* at(const PerWorker& observers, int worker) {
    return observers.empty() ? nullptr : observers[static_cast<std::size_t>(worker)].get();
  }

  std::vector<std::unique_ptr<Sink>> own_;
  std::vector<Sink*> sinks_;
  std::vector<std::unique_ptr<PathLog>> paths_;
  PerWorker events_, progress_;
};

}  // namespace toruscope::core
