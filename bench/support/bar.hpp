// SPDX-License-Identifier: Apache-2.0
// Units of the rows of docs/performance.md: processor time of this process, all its threads, for
// one message or for one run, beside the bar that the row must stay below.
//
// Counters  cpu_ns_per_message or cpu_s_per_run; bar, in the same unit; of_bar = cost / bar: up to
//           1 the bar is met. Beside them wall_ns_per_message, wall_s_per_run: what passed
//           meanwhile, of use on a quiet computer only.

#pragma once

#include <benchmark/benchmark.h>
#include <cstdint>
#include <ctime>
#include <sys/resource.h>
#include <utility>

namespace toruscope::bench {

inline double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
inline double cpu_seconds() {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
inline double wall_seconds() {
  return seconds_of(CLOCK_MONOTONIC);
}

/// The most memory that the process has had so far.
inline double peak_mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Value for "no bar": the figure is reported alone.
inline constexpr double kNoBar = 0;

inline void set_cost(benchmark::State& state, const char* unit, double cost, double bar) {
  state.counters[unit] = cost;
  if (bar == kNoBar) return;
  state.counters["bar"] = bar;
  state.counters["of_bar"] = cost / bar;
}

/// Adds up what the iterations of a benchmark cost.
class Meter {
 public:
  /// Calls work(), which returns what it returns, and counts it as one run.
  template <class Work>
  auto run(Work&& work) {
    const double cpu = cpu_seconds();
    const double wall = wall_seconds();
    auto result = std::forward<Work>(work)();
    cpu_ += cpu_seconds() - cpu;
    wall_ += wall_seconds() - wall;
    ++runs_;
    return result;
  }
  void count_messages(std::int64_t messages) { messages_ += messages; }

  [[nodiscard]] double cpu_of_a_run() const { return cpu_ / static_cast<double>(runs_); }
  [[nodiscard]] double wall_of_a_run() const { return wall_ / static_cast<double>(runs_); }
  void report_per_message(benchmark::State& state, double bar_ns) const {
    set_cost(state, "cpu_ns_per_message", 1e9 * cpu_ / static_cast<double>(messages_), bar_ns);
    state.counters["wall_ns_per_message"] = 1e9 * wall_ / static_cast<double>(messages_);
  }
  void report_per_run(benchmark::State& state, double bar_s) const {
    set_cost(state, "cpu_s_per_run", cpu_of_a_run(), bar_s);
    state.counters["wall_s_per_run"] = wall_of_a_run();
  }

 private:
  double cpu_ = 0;
  double wall_ = 0;
  std::int64_t runs_ = 0;
  std::int64_t messages_ = 0;
};

/// The columns of a whole program: milliseconds, processor time of all threads.
inline void whole_process(benchmark::internal::Benchmark* benchmark) {
  benchmark->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
}

}  // namespace toruscope::bench
