// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/program_run.hpp"

#include "cli/execution/runs.hpp"
#include "cli/process/computer.hpp"
#include "collectives/operations.hpp"
#include "mpi/clock.hpp"
#include "mpi/launch/copies.hpp"
#include "mpi/launch/faults.hpp"
#include "runtime/core/nearest.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fmt/core.h>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

using cli::Measurement;
using cli::Settings;

constexpr std::int64_t kEager = 16 * 1024;                    // bytes
constexpr std::size_t kStack = std::size_t{8} * 1024 * 1024;  // bytes
constexpr std::int64_t kPoll = 100;                           // ns
using Processes = std::vector<std::unique_ptr<Process>>;

/// Makes a poll without success take time, a whole number of ticks.
void set_poll(Settings& settings) {
  Parameters& machine = settings.parameters;
  const Ticks poll = ticks_of(machine, kPoll);
  const std::int64_t tick = machine.tick.value();
  machine.poll = tick == 0 ? Time(poll) : Time::femtoseconds(poll.count * tick);
  settings.costs = resolve(machine, *settings.topology);
}

void check_memory(const ProgramFile& program, const Settings& settings, int ranks) {
  cli::refuse_too_large(
      fmt::format("mpirun {} with {} ranks", program.path().string(), ranks),
      cli::saturating_sum(estimate_bytes(*settings.topology, settings.parameters, settings.execution),
                          static_cast<std::size_t>(ranks) * program.copy().size()),
      settings.memory_limit);
}

/// The last moment at which a call may end.
Ticks limit_of(const cli::CommandOptions& options, const Parameters& machine) {
  if (!options.virtual_time_limit) return kNever;
  const Time limit = cli::parse_duration(*options.virtual_time_limit, "virtual time limit");
  if (!limit.is_physical())
    throw ConfigError(fmt::format("virtual time limit: it needs a unit, got {}; write 30s or 500ms",
                                  *options.virtual_time_limit));
  constexpr std::int64_t kFemtoseconds = 1'000'000;  // in a nanosecond
  return ticks_of(machine, (limit.value() + kFemtoseconds - 1) / kFemtoseconds);
}

/// What each PE does; those behind the last rank do nothing.
void live_as_rank(const Processes& processes, Communicator& world) {
  const auto ranks = static_cast<int>(processes.size());
  if (world.size() == ranks) return live(*processes[static_cast<std::size_t>(world.rank())], world);
  const int pe = world.rank();
  Communicator first = world.split(pe < ranks ? 0 : 1, pe);
  if (pe < ranks) live(*processes[static_cast<std::size_t>(pe)], first);
}

Measurement measured(const Launch& launch, const Settings& settings, const Processes& processes, Screen& lines,
                     std::exception_ptr& error) {
  Measurement m;
  Execution execution = settings.execution;
  execution.line_sink = [&lines](const PrintedLine& line) { lines.show(line); };
  execution.tell_unclaimed = true;  // MPI allows it
  execution.name = launch.session.command;
  const cli::Stopwatch watch;
  const auto start = [&] {
    execution.time_limit = cli::time_left("mpirun", settings);
    const cli::Watchdog watchdog("mpirun", execution, settings.parameters, launch.console.shows_progress());
    m.report = Machine(settings.topology, settings.parameters, execution).run([&](Communicator& world) {
      live_as_rank(processes, world);
    });
    lines.end();
  };
  if (auto failure = cli::failure_of(settings.parameters, [&] {
        try {
          start();
        } catch (...) {
          error = std::current_exception();
          throw;
        }
      }))
    m = cli::failed_measurement(settings, std::move(*failure));
  m.operation = "program";
  m.wall_seconds = watch.seconds();
  return m;
}

/// The program's: of the rank whose MPI_Abort, or abort, ended the run, else the largest. A rank
/// that has exited, and that others wait for, has ended the run, too.
int program_code(const Processes& processes, const std::exception_ptr& error) {
  if (error != nullptr) {
    try {
      std::rethrow_exception(error);
    } catch (const ProgramError& of_rank) {
      const auto rank = static_cast<std::size_t>(of_rank.rank());
      return rank < processes.size() ? processes[rank]->code : 0;
    } catch (const DeadlockError&) {  // the largest
    } catch (...) {
      return 0;
    }
  }
  int code = 0;
  for (const auto& process : processes) code = std::max(code, process->code);
  return code;
}

}  // namespace

Job::Algorithms algorithms_of(const cli::CommandOptions& options) {
  Job::Algorithms named;
  if (!options.algorithm) return named;
  for (const std::string& one : cli::split(*options.algorithm, ',')) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos)
      throw ConfigError(fmt::format(
          "mpirun: --algorithm {}: of which operation? Write OPERATION=NAME, as allreduce=ring,bcast=auto",
          one));
    const collectives::Operation& operation = collectives::operation(one.substr(0, equals));
    if (operation.traits.moves == Moves::message || operation.traits.has_distance)
      throw ConfigError(
          fmt::format("mpirun: --algorithm {}: MPI has no function of operation {}", one, operation.name));
    const std::string algorithm = one.substr(equals + 1);
    std::vector<std::string> known{"auto"};
    for (const AlgorithmInfo* each : operation.algorithms(builtin_catalogue())) known.push_back(each->name);
    if (std::find(known.begin(), known.end(), algorithm) == known.end())
      throw ConfigError("mpirun: --algorithm: " + core::unknown_name(operation.name + " algorithm",
                                                                     operation.name + " algorithms", algorithm,
                                                                     known));
    named[operation.name] = algorithm;
  }
  return named;
}

void set_for_mpi(Settings& settings, const cli::CommandOptions& options, int ranks) {
  limit_of(options, settings.parameters);  // refuses before standard input is read
  algorithms_of(options);
  if (!settings.parameters.eager) settings.parameters.eager = kEager;
  if (!options.settings["poll"] && settings.parameters.poll.is_zero()) set_poll(settings);
  if (!options.stack) settings.execution.stack_bytes = kStack;
  const int pes = settings.topology->pes();
  if (ranks > pes)
    throw ConfigError(fmt::format("mpirun: {} ranks, and {} has {} PEs; take fewer ranks, or a larger topology",
                                  ranks, settings.topology->name(), pes));
}

Outcome run_program(const Launch& launch, const Settings& settings, int ranks, Shown shown) {
  const cli::CommandOptions& options = launch.session.options;
  check_memory(launch.program, settings, ranks);
  const bool keeps_calls = settings.execution.record_critical_path;
  const Ticks limit = limit_of(options, settings.parameters);
  Screen screen(options.tags_output, shown);
  Outcome outcome;
  const SharedStreams streams;
  const Processes processes = load_copies(launch.program, ranks, options.files);
  const auto job = make_job(ranks);
  job->algorithms = algorithms_of(options);
  std::vector<std::unique_ptr<CallLog>> logs;
  for (const auto& process : processes) {
    process->job = job;
    process->lines = &launch.lines;
    if (!keeps_calls && !options.virtual_time_limit) continue;
    logs.push_back(std::make_unique<CallLog>(keeps_calls, limit, options.virtual_time_limit.value_or("")));
    process->watch = logs.back().get();
  }
  const CrashReport crash(*settings.topology, screen);
  outcome.measurement = measured(launch, settings, processes, screen, outcome.error);
  outcome.code = program_code(processes, outcome.error);
  if (keeps_calls && outcome.error == nullptr)
    outcome.calls = critical_calls(outcome.measurement.report, processes);
  return outcome;
}

}  // namespace toruscope::mpi
