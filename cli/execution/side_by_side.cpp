// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/side_by_side.hpp"

#include "cli/process/memory.hpp"
#include "cli/process/progress.hpp"
#include "runtime/core/processors.hpp"
#include "runtime/core/thread_limits.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace toruscope::cli {

namespace {

bool ends_command(const Measurement& m) {
  return m.failure && m.failure->ends_command;
}

/// Threads that take one run after the other, in order, whenever there is memory for the next.
class RunQueue {
 public:
  RunQueue(const collectives::Operation& operation, const std::vector<PlannedRun>& runs, bool shows_progress)
      : operation_(operation), runs_(runs), results_(runs.size()), progress_(runs.size(), shows_progress) {}

  /// Errors    of the first run that threw what is no failure of a run.
  std::vector<std::optional<Measurement>> measure(int threads) {
    {
      std::vector<std::jthread> all;
      try {
        for (int i = 0; i < threads; ++i)
          all.push_back(core::within_thread_limits([this] { return std::jthread([this] { take_all(); }); }));
      } catch (const std::exception&) {
        // This computer gives no further thread: the runs go on in those that there are.
      }
      if (all.empty()) take_all();
    }
    if (error_) std::rethrow_exception(error_);
    return std::move(results_);
  }

 private:
  void take_all() {
    while (const std::optional<std::size_t> mine = take()) {
      const std::size_t bytes = bytes_of(runs_[*mine]);
      std::optional<Measurement> result;
      std::exception_ptr error;
      try {
        result = alone(runs_[*mine]);
      } catch (...) {
        error = std::current_exception();
      }
      give_back(*mine, bytes, std::move(result), error);
    }
  }

  /// The next run, when there is room for it; nothing if there is none left to begin.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return is_over() || under_way_ == 0 || fits(runs_[next_]); });
    if (is_over()) return std::nullopt;
    ++under_way_;
    bytes_ = saturating_sum(bytes_, bytes_of(runs_[next_]));
    return next_++;
  }
  void give_back(std::size_t run, std::size_t bytes, std::optional<Measurement> result,
                 const std::exception_ptr& error) {
    {
      const std::lock_guard lock(mutex_);
      --under_way_;
      bytes_ = under_way_ == 0 ? 0 : bytes_ - std::min(bytes_, bytes);
      if (error && !error_) error_ = error;
      has_ended_ = has_ended_ || error || ends_command(*result);
      results_[run] = std::move(result);
      progress_.step();
    }
    room_.notify_all();
  }

  [[nodiscard]] Measurement alone(const PlannedRun& run) const {
    Settings settings = *run.settings;
    settings.execution.workers = 1;
    settings.failed_report.reset();  // shared by all runs: threads would overwrite it
    settings.execution.failed_report = nullptr;
    return measure_quietly(operation_, *run.algorithm, settings, run.workload, false);
  }
  [[nodiscard]] std::size_t bytes_of(const PlannedRun& run) const {
    return needed_bytes(operation_, *run.settings, run.workload);
  }
  [[nodiscard]] bool is_over() const { return has_ended_ || next_ == runs_.size(); }
  [[nodiscard]] bool fits(const PlannedRun& run) const {
    return saturating_sum(bytes_, bytes_of(run)) <= run.settings->memory_limit;
  }

  const collectives::Operation& operation_;
  const std::vector<PlannedRun>& runs_;
  std::mutex mutex_;
  std::condition_variable room_;
  // guarded by mutex_
  std::size_t next_ = 0;
  int under_way_ = 0;
  std::size_t bytes_ = 0;  ///< that those under way need, about
  bool has_ended_ = false;
  std::exception_ptr error_;
  std::vector<std::optional<Measurement>> results_;
  Progress progress_;
};

int threads_for(const std::vector<PlannedRun>& runs) {
  const int asked = runs.front().settings->execution.workers;
  return static_cast<int>(
      std::min<std::size_t>(runs.size(), static_cast<std::size_t>(asked == 0 ? core::processors() : asked)));
}

}  // namespace

std::vector<std::optional<Measurement>> measure_all(const collectives::Operation& operation,
                                                    const std::vector<PlannedRun>& runs, const Console& console,
                                                    bool side_by_side) {
  if (runs.empty()) return {};
  if (side_by_side) {
    std::vector<std::optional<Measurement>> all =
        RunQueue(operation, runs, console.shows_progress()).measure(threads_for(runs));
    for (std::size_t i = 0; i < runs.size(); ++i)
      if (all[i]) {
        const auto& [settings, workload, algorithm] = runs[i];
        tell_of(*all[i], name_of_run(operation, *algorithm, *settings, workload), console);
      }
    return all;
  }
  std::vector<std::optional<Measurement>> all(runs.size());
  Progress progress(runs.size(), console.shows_progress());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    all[i] = measure_watched(operation, *runs[i].algorithm, *runs[i].settings, runs[i].workload, console);
    if (ends_command(*all[i])) break;
    progress.step();
  }
  return all;
}

}  // namespace toruscope::cli
