// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/mpirun.hpp"

#include "cli/execution/runs.hpp"
#include "cli/process/computer.hpp"
#include "cli/process/ending.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "mpi/clock.hpp"
#include "mpi/launch/copies.hpp"
#include "mpi/launch/faults.hpp"
#include "mpi/launch/output.hpp"
#include "mpi/launch/program_file.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/core.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

using cli::CommandOptions;
using cli::Console;
using cli::Measurement;
using cli::Session;
using cli::Settings;

constexpr std::int64_t kEager = 16 * 1024;                    // bytes
constexpr std::size_t kStack = std::size_t{8} * 1024 * 1024;  // bytes
constexpr std::int64_t kPoll = 100;                           // ns
constexpr std::int64_t kMostRanks = std::int64_t{1} << 20;
using Processes = std::vector<std::unique_ptr<Process>>;

int list_missing(const ProgramFile& program) {
  std::string text;
  for (const std::string& name : missing_functions(program)) text += name + "\n";
  cli::write_to_stdout(text.empty() ? "all MPI functions that it names are there\n" : text);
  return 0;
}

/// Makes a poll without success take time, a whole number of ticks.
void set_poll(Settings& settings) {
  Parameters& machine = settings.parameters;
  const Ticks poll = ticks_of(machine, kPoll);
  const std::int64_t tick = machine.tick.value();
  machine.poll = tick == 0 ? Time(poll) : Time::femtoseconds(poll.count * tick);
  settings.costs = resolve(machine, *settings.topology);
}

/// The machine, by default generic on complete:N, with what MPI programs expect.
Settings settings_of(const Session& session, std::optional<int> ranks) {
  const std::string network = fmt::format("complete:{}", ranks.value_or(1));
  Settings settings = cli::read_settings(session, network.c_str());
  if (!settings.parameters.eager) settings.parameters.eager = kEager;
  if (!session.options.settings["poll"] && settings.parameters.poll.is_zero()) set_poll(settings);
  if (!session.options.stack) settings.execution.stack_bytes = kStack;
  const int pes = settings.topology->pes();
  if (ranks && *ranks > pes)
    throw ConfigError(fmt::format("mpirun: {} ranks, and {} has {} PEs; take fewer ranks, or a larger topology",
                                  *ranks, settings.topology->name(), pes));
  return settings;
}

void check_memory(const ProgramFile& program, const Settings& settings, int ranks) {
  cli::refuse_too_large(
      fmt::format("mpirun {} with {} ranks", program.path().string(), ranks),
      cli::saturating_sum(estimate_bytes(*settings.topology, settings.parameters, settings.execution),
                          static_cast<std::size_t>(ranks) * program.copy().size()),
      settings.memory_limit);
}

/// What each PE does; those behind the last rank do nothing.
void live_as_rank(const Processes& processes, Communicator& world) {
  const auto ranks = static_cast<int>(processes.size());
  if (world.size() == ranks) return live(*processes[static_cast<std::size_t>(world.rank())], world);
  const int pe = world.rank();
  Communicator first = world.split(pe < ranks ? 0 : 1, pe);
  if (pe < ranks) live(*processes[static_cast<std::size_t>(pe)], first);
}

struct Run {
  Measurement measurement;
  std::vector<PrintedLine> lines;
  std::exception_ptr error;
};

Run carried_out(const Session& session, const Settings& settings, const Console& console,
                const Processes& processes) {
  Run run;
  Execution execution = settings.execution;
  execution.failed_output = &run.lines;
  execution.tell_unclaimed = true;  // MPI allows it
  execution.name = session.command;
  const cli::Stopwatch watch;
  run.measurement.operation = "program";
  const auto start = [&] {
    execution.time_limit = cli::time_left("mpirun", settings);
    const cli::Watchdog watchdog("mpirun", execution, settings.parameters, console.shows_progress());
    run.measurement.report =
        Machine(settings.topology, settings.parameters, execution).run([&](Communicator& world) {
          live_as_rank(processes, world);
        });
    run.lines = run.measurement.report.output;
  };
  if (auto failure = cli::failure_of(settings.parameters, [&] {
        try {
          start();
        } catch (...) {
          run.error = std::current_exception();
          throw;
        }
      })) {
    run.measurement = cli::failed_measurement(settings, std::move(*failure));
    run.measurement.operation = "program";
  }
  run.measurement.wall_seconds = watch.seconds();
  return run;
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

/// The MPI calls in which the ranks of a deadlock are: the report has calls of the engine.
std::string calls_of_ranks(const Processes& processes) {
  constexpr std::size_t kMost = 8;  // ranks of a call
  std::map<std::string_view, std::vector<std::string>> ranks;
  for (const auto& process : processes)
    if (process->is_stopped) ranks[process->last_call].push_back(std::to_string(process->number));
  std::vector<std::string> calls;
  for (auto& [call, all] : ranks) {
    const std::size_t others = all.size() - std::min(all.size(), kMost);
    all.resize(all.size() - others);
    calls.push_back(fmt::format("{} by rank{} {}{}", call, all.size() > 1 ? "s" : "", core::joined(all, ", "),
                                others > 0 ? fmt::format(" and {} more", others) : ""));
  }
  return "  MPI calls: " + core::joined(calls, "; ");
}

void show_lines(const Run& run, const Processes& processes, const CommandOptions& options,
                const Console& console) {
  std::vector<const Output*> outputs;
  for (const auto& process : processes) outputs.push_back(&process->output);
  show(run.lines, outputs, options.tags_output, !console.is_table() && !options.output);
}

/// The report, to standard error: the program's output is alone on standard output.
void show_report(const Session& session, const Settings& settings, const Console& console, const Measurement& m,
                 int code) {
  console.outputs().write({m.report, settings.trace_filter, cli::view_facts(m, session)});
  console.unused({&m.report}, settings.given);
  if (console.is_table()) {
    const std::string text = cli::measurement_text(m, console);
    session.options.output ? console.result(text) : console.say_lines(text);
    return;
  }
  cli::Json document = cli::run_document(session, settings, {m});
  document["results"][0]["program_code"] = code;
  console.result(cli::text_of(document, console));
}

}  // namespace

int run(const Session& session) {
  const CommandOptions& options = session.options;
  if (!options.subject) throw ConfigError("mpirun: a program is needed: toruscope mpirun -n 4 ./heat");
  const ProgramFile program(find_program(*options.subject));
  if (options.checks_names) return list_missing(program);
  std::optional<int> asked;
  if (options.ranks) asked = static_cast<int>(cli::parse_whole(*options.ranks, "ranks", 1, kMostRanks));
  const cli::Requirements requirements(options);
  const Settings settings = settings_of(session, asked);
  requirements.check_values(settings.parameters);
  const Console console(options);
  const int ranks = asked.value_or(settings.topology->pes());
  check_memory(program, settings, ranks);
  // Before libgomp and libgfortran are loaded, which read them then.
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("OMP_THREAD_LIMIT", "1", 1);
  set_terminate_of_ranks();
  Processes processes;
  Run result;
  {
    const SharedStreams streams;
    processes = load_copies(program, ranks, options.files);
    const auto job = make_job(ranks);
    for (const auto& process : processes) process->job = job;
    const CrashReport crash(processes, *settings.topology);
    result = carried_out(session, settings, console, processes);
  }
  show_lines(result, processes, options, console);
  const int code = program_code(processes, result.error);
  const Measurement& m = result.measurement;
  if (m.failure) {
    const ExitCode ours = cli::end_failed_run(session, settings, console, m);
    if (ours == ExitCode::deadlock) std::fputs((calls_of_ranks(processes) + "\n").c_str(), stderr);
    return code != 0 ? code : static_cast<int>(ours);
  }
  show_report(session, settings, console, m, code);
  return code != 0 ? code : static_cast<int>(requirements.check(m));
}

}  // namespace toruscope::mpi
