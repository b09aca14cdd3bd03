// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/runs.hpp"

#include "cli/process/computer.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/in_turn.hpp"
#include "runtime/core/processors.hpp"
#include "runtime/model/named_costs.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <fmt/core.h>
#include <map>
#include <mutex>
#include <new>
#include <numeric>
#include <utility>

namespace toruscope::cli {

namespace {

Case question_of(const PlannedRun& run) {
  return question(*run.operation, *run.settings, run.workload);
}

std::optional<Ticks> expected_of(const PlannedRun& run) {
  const auto predicted = run.algorithm->predicted(question_of(run));
  return predicted ? std::optional(predicted->ticks) : std::nullopt;
}

/// "alltoall by ar1"
std::string short_name(const PlannedRun& run) {
  return run.operation->name + " by " + run.algorithm->name;
}

/// "alltoall by ar1, blocks of 64 bytes, on ring:8 (p = 8)"
std::string name_of(const PlannedRun& run) {
  std::string text = short_name(run);
  if (run.operation->traits.moves != Moves::nothing)
    text += fmt::format(", {}s of {}", block_noun(run.operation->traits), counted(run.workload.bytes, "byte"));
  if (run.workload.values) text += ", " + counted(*run.workload.values, "value");
  const Topology& network = *run.settings->topology;
  return text + fmt::format(", on {} (p = {})", network.name(), network.pes());
}

/// `knows_data`: its messages, and what they carry, were checked in another run.
Measurement verified(const PlannedRun& run, Execution execution, bool knows_data) {
  if (knows_data) execution.data = Data::none;
  Verdict verdict = run.operation->verify(*run.algorithm, run.settings->topology, run.settings->parameters,
                                          execution, run.workload);
  if (knows_data) verdict.data = Data::carried;
  return measurement_of(std::move(verdict), run.workload);
}

/// The machine without its costs.
Parameters rules_of(Parameters machine) {
  for (const core::NamedCost& cost : core::named_times()) {
    machine.*cost.time = Time{};
    if (cost.by_dimension != nullptr) (machine.*cost.by_dimension).clear();
  }
  machine.ticks_per_step = 1;
  machine.slow.clear();
  machine.name.clear();
  return machine;
}

/// True if both send the same messages with the same contents: they differ in costs alone, which
/// the algorithm does not look at.
bool communicate_alike(const PlannedRun& a, const PlannedRun& b) {
  const auto has_details = [](const Settings& s) {
    return s.keeps_details || s.execution.measure_compute || s.execution.data == Data::none;
  };
  return a.algorithm == b.algorithm && a.algorithm->ignores_costs && a.operation == b.operation &&
         a.workload == b.workload && a.settings->topology == b.settings->topology &&
         a.settings->execution.seed == b.settings->execution.seed && !has_details(*a.settings) &&
         !has_details(*b.settings) && rules_of(a.settings->parameters) == rules_of(b.settings->parameters);
}

/// For each run the first one that communicates alike: often itself.
std::vector<std::size_t> first_alike(const std::vector<PlannedRun>& runs) {
  std::vector<std::size_t> first(runs.size());
  std::map<const AlgorithmInfo*, std::vector<std::size_t>> of_algorithm;  // the first ones
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<std::size_t>& known = of_algorithm[runs[i].algorithm];
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](std::size_t k) { return communicate_alike(runs[k], runs[i]); });
    first[i] = found == known.end() ? i : *found;
    if (found == known.end()) known.push_back(i);
  }
  return first;
}

/// True if the data of a run that communicates alike were right.
bool is_data_known(const std::optional<Measurement>& alike) {
  return alike && alike->verified == true;
}

/// A row; the lines that PEs printed are in its report.
Measurement measure_quietly(const PlannedRun& run, bool knows_data, bool shows_progress) {
  const Settings& settings = *run.settings;
  const std::string what = short_name(run);
  Measurement m;
  std::vector<PrintedLine> printed;
  auto failure = failure_of(settings.parameters, [&] {
    Execution execution = settings.execution;
    execution.time_limit = time_left(what, settings);
    execution.failed_output = &printed;
    const Stopwatch watch;
    {
      const Watchdog watchdog(what, execution, settings.parameters, shows_progress, expected_of(run));
      m = verified(run, execution, knows_data);
    }
    m.wall_seconds = watch.seconds();
  });
  if (failure)
    m = failed_measurement(run, std::move(*failure));
  else
    printed = std::move(m.report.output);
  if (!settings.keeps_details || m.failure) drop_details(m);
  m.report.output = std::move(printed);
  m.is_auto = run.is_auto;
  return m;
}

bool ends_command(const Measurement& m) {
  return m.failure && m.failure->ends_command;
}

/// Runs side by side, each begun when there is memory for it.
class RunQueue {
 public:
  /// `first`: for each run the first one that communicates alike.
  RunQueue(const std::vector<PlannedRun>& runs, const std::vector<std::size_t>& first, bool shows_progress)
      : runs_(runs), first_(first), results_(runs.size()), progress_(runs.size(), shows_progress) {}

  /// Errors    of the first run that threw what is no failure of a run.
  std::vector<std::optional<Measurement>> measure(int threads) {
    core::in_turn(threads, runs_.size(), [this](std::size_t run) { measure_one(run); });
    return std::move(results_);
  }

 private:
  void measure_one(std::size_t run) {
    if (!begin(run)) return;
    std::optional<Measurement> result;
    std::exception_ptr error;
    try {
      result = alone(run);
    } catch (...) {
      error = std::current_exception();
    }
    end(run, std::move(result), error != nullptr);
    if (error) std::rethrow_exception(error);
  }
  /// Waits until there is room for it, and its data are known if another run checks them. False:
  /// the command has ended.
  bool begin(std::size_t run) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return has_ended_ || first_[run] == run || results_[first_[run]]; });
    room_.wait(lock, [&] {
      return has_ended_ || under_way_ == 0 ||
             saturating_sum(bytes_, runs_[run].needs) <= runs_[run].settings->memory_limit;
    });
    if (has_ended_) return false;
    ++under_way_;
    bytes_ = saturating_sum(bytes_, runs_[run].needs);
    return true;
  }
  void end(std::size_t run, std::optional<Measurement> result, bool threw) {
    {
      const std::lock_guard lock(mutex_);
      --under_way_;
      bytes_ = under_way_ == 0 ? 0 : bytes_ - std::min(bytes_, runs_[run].needs);
      has_ended_ = has_ended_ || threw || ends_command(*result);
      results_[run] = std::move(result);
      try {
        progress_.step();
      } catch (const std::bad_alloc&) {  // a line on the screen less
      }
    }
    room_.notify_all();
  }
  [[nodiscard]] Measurement alone(std::size_t run) {
    const bool knows_data = [&] {
      const std::lock_guard lock(mutex_);
      return is_data_known(results_[first_[run]]);
    }();
    const Settings settings = side_by_side(*runs_[run].settings);
    PlannedRun one = runs_[run];
    one.settings = &settings;
    return measure_quietly(one, knows_data, false);
  }

  const std::vector<PlannedRun>& runs_;
  const std::vector<std::size_t>& first_;
  std::mutex mutex_;
  std::condition_variable room_;
  // guarded by mutex_
  int under_way_ = 0;
  std::size_t bytes_ = 0;  ///< that those under way need, about
  bool has_ended_ = false;
  std::vector<std::optional<Measurement>> results_;
  Progress progress_;
};

int threads_for(const std::vector<PlannedRun>& runs) {
  const int asked = runs.front().settings->execution.workers;
  return static_cast<int>(
      std::min<std::size_t>(runs.size(), static_cast<std::size_t>(asked == 0 ? core::processors() : asked)));
}

}  // namespace

Settings side_by_side(Settings settings) {
  settings.execution.workers = 1;
  settings.failed_report.reset();  // shared by all runs: threads would overwrite it
  settings.execution.failed_report = nullptr;
  return settings;
}

ShardUnit unit_of(const PlannedRun& run) {
  constexpr double kMessage = 1000;  // bytes that are copied in the time that a message takes
  const Case c = question_of(run);
  const auto predicted = run.algorithm->predicted(c);
  const bool moves_blocks = run.operation->traits.moves == Moves::blocks;
  const double p = c.p;
  const double startups = predicted && predicted->startups ? static_cast<double>(*predicted->startups)
                          : moves_blocks                   ? p
                                                           : std::log2(p);
  return {name_of(run) + (run.is_auto ? ", auto" : ""),
          kMessage * p * (1 + startups) + static_cast<double>(run.needs)};
}

std::vector<std::size_t> take_part(Shard& shard, std::vector<PlannedRun>& runs, const Places& places) {
  std::vector<std::size_t> numbers(runs.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  if (!shard.is_asked()) return numbers;
  std::string plan;
  for (const SweepPoint& place : places.places) {
    const Settings& s = place.settings;
    plan += fmt::format("{} seed {} {}\n", machine_json(s.parameters, s.costs, s.topology.get()).dump(),
                        s.execution.seed, to_string(place.swept));
  }
  std::vector<ShardUnit> units;
  for (const PlannedRun& run : runs) {
    const Case c = question_of(run);
    units.push_back(unit_of(run));
    units.back().name += fmt::format(" {} {} {} {} {}", run.place, c.root, run.workload.values.value_or(0),
                                     c.segment, c.distance);
  }
  shard.deal(units, plan);
  std::vector<PlannedRun> mine;
  std::vector<std::size_t> numbers_of_mine;
  for (const std::size_t i : numbers) {
    if (!shard.has(i)) continue;
    mine.push_back(runs[i]);
    numbers_of_mine.push_back(i);
  }
  runs = std::move(mine);
  return numbers_of_mine;
}

Measurement verified(const PlannedRun& run, const Console& console) {
  return watched(
      short_name(run), *run.settings, console,
      [&](const Execution& execution) { return verified(run, execution, false); }, expected_of(run));
}

Measurement failed_measurement(const PlannedRun& run, Failure failure) {
  Measurement m = failed_measurement(*run.settings, std::move(failure));
  m.operation = run.operation->name;
  m.algorithm = run.algorithm->name;
  m.block_bytes = run.workload.bytes;
  const Case c = question_of(run);
  m.predicted = run.algorithm->predicted(c);
  m.bound = run.operation->bound(c);
  add_inputs(m, run.operation->traits, c, run.workload);
  return m;
}

std::vector<std::optional<Measurement>> measure_all(const std::vector<PlannedRun>& runs, const Console& console,
                                                    bool side_by_side) {
  if (runs.empty()) return {};
  std::vector<std::optional<Measurement>> all(runs.size());
  const std::vector<std::size_t> first = first_alike(runs);
  if (side_by_side) all = RunQueue(runs, first, console.shows_progress()).measure(threads_for(runs));
  Progress progress(runs.size(), console.shows_progress() && !side_by_side);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!side_by_side)
      all[i] = measure_quietly(runs[i], is_data_known(all[first[i]]), console.shows_progress());
    if (!all[i]) continue;
    Measurement& m = *all[i];
    console.printed(m.report.output, m.report.parameters, m.algorithm);
    m.report.output.clear();
    if (m.failure) tell(*m.failure, name_of(runs[i]));
    if (!side_by_side && ends_command(m)) break;
    progress.step();
  }
  return all;
}

}  // namespace toruscope::cli
