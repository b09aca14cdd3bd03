// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/log_size.hpp"

#include "cli/process/computer.hpp"
#include "cli/process/progress.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/model/path_log.hpp"
#include "runtime/trace/observer.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/trace.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <exception>
#include <fmt/core.h>
#include <new>
#include <numeric>
#include <string_view>

namespace toruscope::cli {

namespace {

/// Bytes that a file takes while it is made of the log, by message and hop.
struct WritingCost {
  std::string_view option;
  std::size_t message;
  std::size_t hop;
};
// Measured by `verify` with logs of 200 MiB to 1 GiB.
constexpr WritingCost kWritingCosts[] = {
    {"--export", 480, 0}, {"--traffic", 100, 0}, {"--trace", 48, 72}, {"--view", 300, 300}};

constexpr WritingCost kScheduleCost{"--export", 1300, 0};  // FILE.xml, of each message its blocks

/// Counts what a recorder would keep. check() ends a run that has more rows than `most`.
class RowCounter : public core::Sink {
 public:
  explicit RowCounter(std::size_t most) : most_(most) {}

  void begin(int workers, int /*pes*/) override { parts_.assign(static_cast<std::size_t>(workers), {}); }
  void on_message(int worker, const core::MessageTaken&) override { ++of(worker).messages; }
  void on_hop(int worker, const core::LinkCrossed&) override { ++of(worker).hops; }
  void on_compute(int worker, const core::Computed&) override { ++of(worker).intervals; }
  void on_synchronize(int worker, const core::Synchronized&) override { ++of(worker).intervals; }
  void on_poll(int worker, const core::Polled&) override { ++of(worker).intervals; }
  void on_collective(int worker, const core::CollectiveLeft&) override { ++of(worker).spans; }
  void on_round(int worker, const core::RoundCompleted&) override { ++of(worker).spans; }
  void check() const override {
    if (!are_all()) throw HostLimitError("the log has more rows than this computer can hold");
  }

  [[nodiscard]] bool are_all() const {
    const LogRows rows = sum();
    return rows.messages + rows.hops + rows.intervals <= most_;
  }
  [[nodiscard]] LogRows sum() const {
    const auto add = [](LogRows sum, const Part& part) {
      return LogRows{sum.messages + part.rows.messages, sum.hops + part.rows.hops,
                     sum.intervals + part.rows.intervals, sum.spans + part.rows.spans};
    };
    return std::accumulate(parts_.begin(), parts_.end(), LogRows{}, add);
  }

 private:
  struct alignas(64) Part {
    LogRows rows;
  };
  LogRows& of(int worker) { return parts_[static_cast<std::size_t>(worker)].rows; }

  const std::size_t most_;
  std::vector<Part> parts_;  // by worker
};

/// Ends a run whose logs need more than `room`, or whose trace has more events than a trace holds.
class LogWatch final : public RowCounter {
 public:
  LogWatch(const Settings& settings, std::size_t room)
      : RowCounter(SIZE_MAX), settings_(settings), room_(room) {}

  void check() const override {
    const LogRows rows = sum();
    check_trace(settings_, rows);  // the page's limit is the recorder's
    const LogBytes log = log_bytes(settings_, rows);
    if (std::max(log.in_run, log.after) <= room_) return;
    const std::string logs = core::joined(settings_.logs, " and ");
    throw TooLargeError(fmt::format(
        "memory: after {} rows the log of {} needs more than the {} that may be used; leave {} out, or raise "
        "--memory",
        core::grouped(rows.messages + rows.hops + rows.intervals + rows.spans), logs,
        bytes_to_string(settings_.memory_limit), logs));
  }

 private:
  const Settings& settings_;
  const std::size_t room_;
};

/// True if the algorithm came with Toruscope or is a schedule: it does nothing but communicate.
bool may_be_tried(const collectives::Operation& operation, const AlgorithmInfo& algorithm) {
  const auto all = operation.algorithms(builtin_catalogue());
  return algorithm.name.starts_with("file:") ||
         std::any_of(all.begin(), all.end(),
                     [&](const AlgorithmInfo* one) { return one->name == algorithm.name; });
}

/// A message travels half the diameter in the mean, as a rule.
LogRows guess(const collectives::Operation& operation, const Topology& topology, const Workload& workload) {
  const auto p = static_cast<std::size_t>(topology.pes());
  const std::size_t each = operation.traits.moves == Moves::blocks ? p
                           : operation.traits.moves == Moves::message
                               ? static_cast<std::size_t>(workload.window)
                               : std::bit_width(p);
  const std::size_t messages = saturating_product(p, each);
  const auto way = static_cast<std::size_t>((topology.diameter() + 1) / 2);
  return {
      .messages = messages, .hops = saturating_product(messages, way), .spans = messages, .are_guessed = true};
}

}  // namespace

std::unique_ptr<core::Sink> log_watch(const Settings& settings, std::size_t room) {
  return settings.logs.empty() ? nullptr : std::make_unique<LogWatch>(settings, room);
}

LogRows rows_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                const Settings& settings, const Workload& workload) {
  if (!may_be_tried(operation, algorithm)) return guess(operation, *settings.topology, workload);
  const auto shown = static_cast<std::size_t>(settings.execution.event_limit.most);
  RowCounter counter(std::min(settings.memory_limit / sizeof(core::LinkCrossed), shown));
  Execution execution = settings.execution;
  execution.record_events = execution.record_spans = execution.record_critical_path = false;
  execution.event_limit = {};
  execution.failed_report = nullptr;
  execution.data = Data::none;
  execution.time_limit = time_left("counting the rows of the log", settings);
  execution.sink = &counter;
  try {
    const Watchdog watchdog("counting the rows of the log", execution, settings.parameters, false);
    (void)operation.verify(algorithm, settings.topology, settings.parameters, execution, workload);
  } catch (const InterruptedError&) {
    throw;
  } catch (const HostLimitError&) {
    if (counter.are_all()) throw;  // the time limit
  } catch (const std::exception&) {
    // The run itself says what is wrong. It has the rows that were counted.
  }
  LogRows rows = counter.sum();
  rows.are_all = counter.are_all();
  return rows;
}

void check_trace(const Settings& settings, const LogRows& rows) {
  if (rows.are_guessed) return;  // the trace itself is refused when it is written
  using Kind = TraceFilter::Kind;
  const TraceFilter& filter = settings.trace_filter;
  const bool is_whole =
      filter.pes.empty() && filter.links.empty() && filter.from == Ticks{} && filter.to == kNever;
  if (!is_whole || std::find(settings.logs.begin(), settings.logs.end(), "--trace") == settings.logs.end())
    return;
  // Each begins and ends; a message does on both ports, with an arrow.
  std::size_t events = 0;
  if (filter.has(Kind::message)) events += (filter.has(Kind::arrow) ? 6 : 4) * rows.messages;
  if (filter.has(Kind::hop)) events += 2 * rows.hops;
  if (filter.has(Kind::collective) && filter.has(Kind::round)) events += 2 * rows.spans;
  const auto most = static_cast<std::size_t>(kMostTraceEvents);
  if (events <= most) return;
  const auto pes = static_cast<std::size_t>(settings.topology->pes());
  throw ConfigError(
      fmt::format("trace: the run has {} trace events or more; a trace holds up to {}; show a part of it, by "
                  "--trace-filter pe=0-{} or by time=FROM-TO",
                  core::grouped(events), core::grouped(kMostTraceEvents),
                  std::max<std::size_t>(pes * most / events / 4, 1) - 1));
}

LogBytes log_bytes(const Settings& settings, const LogRows& rows) {
  const Execution& execution = settings.execution;
  const auto times = saturating_product;
  const auto plus = saturating_sum;
  const auto wants = [&](std::string_view option) {
    return std::find(settings.logs.begin(), settings.logs.end(), option) != settings.logs.end();
  };
  const bool exports_schedule = wants("--export") && !execution.record_events;
  std::size_t events = 0;
  if (execution.record_events || exports_schedule)
    events = times(rows.messages + rows.hops + rows.intervals, sizeof(Event));
  if (execution.record_spans || exports_schedule) events = plus(events, times(rows.spans, sizeof(Span)));
  std::size_t path = 0;
  if (execution.record_critical_path) {
    constexpr std::size_t kTwoMessages = 9 * sizeof(core::PathNode);  // of up to five moments each
    path = plus(times(rows.messages, kTwoMessages) / 2, times(rows.hops, sizeof(core::LinkCrossed)));
  }
  std::size_t writing = 0;  // the files are written one after the other
  const auto write = [&](const WritingCost& cost) {
    writing = std::max(writing, plus(times(rows.messages, cost.message), times(rows.hops, cost.hop)));
  };
  for (const WritingCost& cost : kWritingCosts)
    if (wants(cost.option)) write(cost);
  if (exports_schedule) write(kScheduleCost);
  return {.in_run = plus(events, path), .after = plus(events, writing), .is_all = rows.are_all};
}

}  // namespace toruscope::cli
