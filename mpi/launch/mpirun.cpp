// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/mpirun.hpp"

#include "cli/execution/placing.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "cli/tables/verb_texts.hpp"
#include "mpi/launch/input_again.hpp"
#include "mpi/launch/process.hpp"
#include "mpi/launch/program_run.hpp"
#include "mpi/launch/sweep.hpp"

#include <toruscope/error.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

using cli::CommandOptions;
using cli::Console;
using cli::Measurement;
using cli::Session;
using cli::Settings;

constexpr std::int64_t kMostRanks = std::int64_t{1} << 20;

int list_missing(const ProgramFile& program) {
  std::string text;
  for (const std::string& name : missing_functions(program)) text += name + "\n";
  cli::write_to_stdout(text.empty() ? "all MPI functions that it names are there\n" : text);
  return 0;
}

/// Says what nobody received: MPI allows that, and it is often a mistake.
void tell_unclaimed(const Report& report, const Console& console) {
  if (report.unclaimed.empty()) return;
  const UnclaimedMessage& first = report.unclaimed.front();
  const std::size_t count = report.unclaimed.size();
  console.say(fmt::format("toruscope: mpirun: {} {} never received; the first is {} -> {}, tag {}, {}",
                          cli::counted(count, "message"), count == 1 ? "was" : "were", first.source,
                          first.destination, first.tag, cli::counted(first.bytes, "byte")));
}

void add_to(cli::Json& document, int code, const std::vector<CallShare>& calls) {
  cli::Json& result = document["results"][0];
  if (!calls.empty()) result["mpi_calls"] = calls_json(calls);
  result["program_code"] = code;
}

/// Runs it as it is, and once more for each cost that is halved.
int explain(const Launch& launch, const Settings& settings, int ranks, const cli::Requirements& requirements) {
  const Session& session = launch.session;
  const Console& console = launch.console;
  const InputAgain input(settings.memory_limit);
  bool is_first = true;
  int code = 0;  // of the first run, or of the one that failed
  std::vector<CallShare> calls;
  cli::Explanation explanation;
  const auto runner = [&](const Settings& machine) {
    input.rewind();
    if (is_first) console.say("toruscope: mpirun: what the program prints is shown once");
    Outcome outcome = run_program(launch, machine, ranks, is_first ? Shown::to_error : Shown::nowhere);
    if (is_first || outcome.error != nullptr) code = outcome.code;
    if (outcome.error != nullptr) std::rethrow_exception(outcome.error);
    if (is_first) calls = std::move(outcome.calls);
    is_first = false;
    return std::move(outcome.measurement);
  };
  if (auto failure = cli::failure_of(settings.parameters, [&] {
        explanation = cli::explain(runner, settings, false);
        cli::throw_if_interrupted("mpirun");
      })) {
    Measurement m = cli::failed_measurement(settings, std::move(*failure));
    m.operation = "program";
    const ExitCode ours = cli::end_failed_run(session, settings, console, m);
    return code != 0 ? code : static_cast<int>(ours);
  }
  const Measurement& m = explanation.run;
  tell_unclaimed(m.report, console);
  console.unused({&m.report}, settings.given);
  console.result([&](const Console& form) {
    if (form.is_table())
      return cli::explanation_text(explanation, form) + calls_text(calls, m.report, form.page());
    cli::Json document = cli::run_document(session, settings, {m});
    add_to(document, code, calls);
    cli::add_before_host(document, "explanation", cli::explanation_json(explanation));
    return cli::text_of(document, form);
  });
  return code != 0 ? code : static_cast<int>(requirements.check(m));
}

/// The report, to standard error: the program's output is alone on standard output.
void show_report(const Session& session, const Settings& settings, const Console& console, const Measurement& m,
                 int code, const std::vector<CallShare>& calls) {
  console.outputs().write({m.report, settings.trace_filter, cli::view_facts(m, session)});
  tell_unclaimed(m.report, console);
  console.unused({&m.report}, settings.given);
  const auto made = [&](const Console& form) {
    if (form.is_table()) return cli::measurement_text(m, form) + calls_text(calls, m.report, form.page());
    cli::Json document = cli::run_document(session, settings, {m});
    add_to(document, code, calls);
    return cli::text_of(document, form);
  };
  if (session.options.output || !console.is_table()) return console.result(made);
  console.also_as_json(made);
  console.say_lines(made(console));
}

/// --embed by traffic: two runs that print nothing. Returns what they showed; nothing if the
/// program fails in order, as it will again where that is told.
std::string place(const Launch& launch, const cli::TrafficRule& rule, Settings& settings, int ranks,
                  const std::string& usual) {
  struct ProgramFailed {};
  const InputAgain input(settings.memory_limit);
  std::string shown;
  bool is_first = true;
  try {
    shown = cli::place_ranks(
        rule, launch.session, settings,
        [&](const Settings& there) {
          input.rewind();
          Outcome outcome = run_program(launch, there, ranks, Shown::nowhere);
          if (outcome.error != nullptr && is_first) throw ProgramFailed();
          if (outcome.error != nullptr) std::rethrow_exception(outcome.error);
          is_first = false;
          return std::move(outcome.measurement.report);
        },
        usual.c_str());
  } catch (const ProgramFailed&) {
  }
  input.rewind();
  return shown;
}

}  // namespace

int run(const Session& asked_session) {
  CommandOptions options = asked_session.options;
  const auto rule = options.sweeps.empty() ? cli::take_traffic_rule(options) : std::nullopt;
  const Session session{options, asked_session.tables, asked_session.program, asked_session.command};
  if (!options.subject) throw ConfigError("mpirun: a program is needed: toruscope mpirun -n 4 ./heat");
  const ProgramFile program(find_program(*options.subject));
  if (options.checks_names) return list_missing(program);
  std::optional<int> asked;
  if (options.ranks) asked = static_cast<int>(cli::parse_whole(*options.ranks, "ranks", 1, kMostRanks));
  const cli::Requirements requirements(options);
  // Before libgomp and libgfortran are loaded, which read them then.
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("OMP_THREAD_LIMIT", "1", 1);
  set_terminate_of_ranks();
  if (!options.sweeps.empty()) return run_sweep(session, program, asked);
  if (options.columns)
    throw ConfigError("mpirun: --columns chooses those of the table that --sweep makes; give --sweep");
  if (options.explains)
    cli::refuse_given(options,
                      {"--events", "--export", "--traffic", "--links", "--heatmap", "--view", "--trace"},
                      "mpirun: {} is for one run, --explain makes several; leave one of the two out");
  // By default generic on complete:N.
  const std::string usual = fmt::format("complete:{}", asked.value_or(1));
  Settings settings = cli::read_settings(session, usual.c_str());
  const int ranks = asked.value_or(settings.topology->pes());
  set_for_mpi(settings, options, ranks);
  requirements.check_values(settings.parameters);
  const Console console(options);
  const Launch launch{session, console, program};
  if (rule && options.explains)
    throw ConfigError(
        fmt::format("mpirun: --explain tells one machine, and --embed {} tries two; let a run write "
                    "its traffic by --traffic FILE.csv, then give --embed {}:FILE.csv",
                    rule->name, rule->name));
  const std::string placement = rule ? place(launch, *rule, settings, ranks, usual) : "";
  if (options.explains) return explain(launch, settings, ranks, requirements);
  const bool is_free = console.is_table() || options.output;  // of a report
  auto [m, code, calls, error] =
      run_program(launch, settings, ranks, is_free ? Shown::as_printed : Shown::to_error);
  if (!placement.empty()) m.reading.emplace_back("placement", placement);
  if (m.failure) {
    const ExitCode ours = cli::end_failed_run(session, settings, console, m);
    return code != 0 ? code : static_cast<int>(ours);
  }
  show_report(session, settings, console, m, code, calls);
  return code != 0 ? code : static_cast<int>(requirements.check(m));
}

}  // namespace toruscope::mpi
