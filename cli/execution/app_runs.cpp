// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/runs.hpp"
#include "cli/process/computer.hpp"
#include "cli/runs/figures.hpp"
#include "cli/runs/log_size.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <map>
#include <utility>

namespace toruscope::cli {

namespace {

/// The options that the application takes; any other is refused.
std::map<std::string, std::string> own_options(const Application& app, const CommandOptions& options) {
  std::vector<std::string> known;
  for (const AppOption& option : app.options) known.push_back("--" + option.name);
  std::vector<std::string> asked;
  for (const std::string& word : options.rest) asked.push_back(word.substr(0, word.find('=')));
  for (const auto& [name, value] : options.app_options) asked.push_back("--" + name);
  for (const std::string& name : asked) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::vector<std::string> all = known;
    all.insert(all.end(), options.known.begin(), options.known.end());
    throw ConfigError(
        fmt::format("run {}: unknown option {}; its own options are: {}; for those of all see `toruscope "
                    "run --help`.{}",
                    app.name, name, core::joined(known, ", "), core::did_you_mean(name, all)));
  }
  return options.app_options;
}

std::string table_text(const std::string& what, const Parameters& machine, const std::vector<Row>& rows,
                       const Console& console) {
  TextSheet sheet;
  sheet.line("operation", console.bold_cell(what));
  machine_lines(sheet, nullptr, machine);
  const bool has_algorithms =
      std::any_of(rows.begin(), rows.end(), [](const Row& row) { return !row.measurement.algorithm.empty(); });
  MeasurementTable table(has_algorithms ? std::vector<std::string>{"p", "topology", "algorithm"}
                                        : std::vector<std::string>{"p", "topology"});
  for (const Row& row : rows) {
    const Measurement& m = row.measurement;
    std::vector<Cell> cells{core::grouped(row.scaling.p), m.report.topology->name()};
    if (has_algorithms) cells.emplace_back(m.algorithm);
    table.row(std::move(cells), m, console, &row.scaling);
  }
  table.head(sheet);
  std::string text = sheet.text(console.page()) + "\n" + table.text(console);
  const auto measured =
      std::find_if(rows.begin(), rows.end(), [](const Row& row) { return !row.measurement.failure; });
  if (measured == rows.end()) return text;
  const Scaling& any = measured->scaling;
  if (any.serial_operations == 0 && any.serial > Ticks{})
    text += fmt::format("serial time: that of 1 PE, {}\n", to_string(any.serial, machine));
  else if (any.serial_operations == 0 && measured->measurement.operation == "program")
    text += "serial time: p = 1 is not the first of --scale, so there is no speed-up\n";
  else if (any.serial_operations == 0)
    text += "serial time: it declares no operations, so there is no speed-up\n";
  else if (any.serial == Ticks{})
    text += fmt::format("serial time: {} operations, which cost nothing on this machine; give --flop\n",
                        core::grouped(any.serial_operations));
  else
    text += fmt::format("serial time: {} operations at {} each\n", core::grouped(any.serial_operations),
                        core::cost_text(machine.flop, resolve(machine).flop, machine));
  return text;
}

/// What runs: an application, or the program that toruscope::main was given.
struct Subject {
  std::string name;
  std::string algorithm;  ///< that an application was asked for by name
  bool is_application = false;
};

/// The row of one number of PEs, without the check's text, whose figures differ in a few digits.
template <class Run>
Row row_of(const Subject& what, const Settings& settings, const Console& console, const Run& run) {
  Row row;
  auto failure = failure_of(settings.parameters, [&] { row = run(settings, console); });
  if (failure) {
    row.measurement = failed_measurement(settings, std::move(*failure));
    row.measurement.operation = what.name;
    row.measurement.algorithm = what.algorithm;
    row.measurement.knows_block = !what.is_application;
    row.scaling.p = settings.topology->pes();
  }
  Measurement& m = row.measurement;
  console.printed(m.report.output, settings.parameters, settings.topology->name());
  drop_details(m);
  if (m.code == ExitCode::ok) m.check.clear();
  return row;
}

/// `run(settings)` gives the row of one number of PEs.
template <class Run>
ExitCode run_scaled(const Session& session, const Subject& what, const Run& run) {
  const CommandOptions& options = session.options;
  refuse_given(options,
               {"--output", "--events", "--export", "--traffic", "--links", "--heatmap", "--view", "--trace"},
               "run: {} would be written by every run of --scale; leave it out");
  refuse_given(options, {"--critical-path"},
               "run: {} tells one run, --scale makes several; leave one of them out");
  refuse_given(
      options, {"--measure-compute"},
      "run: --scale compares T with the declared work of one PE, which {} does not charge; give one of "
      "them");
  constexpr const char* kTopology = "torus:8x8";
  const Requirements requirements(options);
  const Console console(options);
  const ScaledMachines scaled = read_scaled(session, kTopology);
  const Settings& first = scaled.machines.front();
  requirements.check_values(first.parameters);
  std::vector<Row> rows;
  ExitCode code = scaled.refused.empty() ? ExitCode::ok : ExitCode::usage;
  for (const RefusedSize& size : scaled.refused) report_failure(fmt::format("toruscope: {}", to_string(size)));
  for (const Settings& settings : scaled.machines) {
    rows.push_back(row_of(what, settings, console, run));
    code = worse(code, rows.back().measurement.code);
    if (const auto& failure = rows.back().measurement.failure; failure && failure->ends_command) break;
  }
  // What no number of PEs can do is a mistake in the command.
  if (std::all_of(rows.begin(), rows.end(), [](const Row& row) {
        return row.measurement.failure && row.measurement.failure->code == ExitCode::usage;
      }))
    throw ConfigError(rows.front().measurement.failure->report);
  for (const Row& row : rows)
    if (const Measurement& m = row.measurement; m.failure)
      tell(*m.failure,
           fmt::format("{} on {} (p = {})", what.name, m.report.topology->name(), m.report.topology->pes()));
  console.unused(reports_of(rows), first.given);
  for (const Row& row : rows) code = worse(code, requirements.check(row.measurement, {}, &row.scaling));
  console.result([&](const Console& form) {
    if (form.is_table()) return table_text(what.name, first.parameters, rows, form);
    Json json = rows_document(session, first, rows);
    add_refused_sizes(json, scaled.refused);
    return text_of(json, form);
  });
  return code;
}

/// Inputs are read whole before they tell what a run with them needs.
void refuse_large_inputs(const Application& app, const AppRequest& request, std::size_t memory_limit) {
  std::vector<std::filesystem::path> files;
  if (request.input) files.push_back(*request.input);
  for (const AppOption& option : app.options)
    if (const auto given = request.options.find(option.name); option.is_input && given != request.options.end())
      files.emplace_back(given->second);
  for (const std::filesystem::path& file : files)
    refuse_too_large("reading " + core::escaped(file.string()), core::least_content(file), memory_limit);
}

/// Its inputs are read for that.
std::size_t bytes_of(const Application& app, const AppRequest& request, const Settings& settings) {
  const ReadingLimit limit(settings.execution.time_limit, settings.start);
  return app.estimate_bytes(request);
}

}  // namespace

AppResult run_watched(const Application& app, const CommandOptions& options, const Settings& settings,
                      const Console& console) {
  AppRequest request;
  if (options.app_input) request.input = *options.app_input;
  if (options.app_output) request.output = *options.app_output;
  request.topology = settings.topology;
  request.parameters = settings.parameters;
  request.execution = settings.execution;
  request.algorithm = options.algorithm;
  request.options = own_options(app, options);
  refuse_large_inputs(app, request, settings.memory_limit);
  const std::size_t needed =
      saturating_sum(estimate_bytes(*request.topology, request.parameters, request.execution),
                     bytes_of(app, request, settings));
  refuse_too_large(fmt::format("run {} on {}", app.name, request.topology->name()), needed,
                   settings.memory_limit);
  const auto watch = log_watch(settings, settings.memory_limit - needed);
  AppResult result = watched("run " + app.name, settings, console, [&](const Execution& execution) {
    request.execution = execution;
    if (watch) request.execution.sink = watch.get();
    return app.run(request);
  });
  if (options.algorithm && result.algorithm.empty())
    result.report.unused.push_back(
        fmt::format("algorithm: {} given, but no collective operation was called", *options.algorithm));
  return result;
}

Measurement run_watched(const std::function<void(Communicator&)>& program, const Settings& settings,
                        const Console& console) {
  const std::size_t needed = estimate_bytes(*settings.topology, settings.parameters, settings.execution);
  refuse_too_large("the program on " + settings.topology->name(), needed, settings.memory_limit);
  const auto log = log_watch(settings, settings.memory_limit - needed);
  const Stopwatch watch;
  Measurement m;
  m.operation = "program";
  m.data = settings.execution.data;
  m.report = watched("run", settings, console, [&](Execution execution) {
    if (log) execution.sink = log.get();
    return Machine(settings.topology, settings.parameters, execution).run(program);
  });
  m.wall_seconds = watch.seconds();
  return m;
}

ExitCode run_application_scaled(const Session& session, const Application& app) {
  const Subject what{app.name, named_algorithm(session.options), true};
  return run_scaled(session, what, [&](const Settings& settings, const Console& console) {
    const Stopwatch watch;
    const AppResult result = run_watched(app, session.options, settings, console);
    Measurement m = measurement_of(result);
    m.wall_seconds = watch.seconds();
    return Row{std::move(m), scaling_of(result.report, result.serial_operations), result.inputs_read};
  });
}

ExitCode run_program_scaled(const Session& session) {
  Ticks serial{};  // of 1 PE, if it comes first
  return run_scaled(session, {"program", {}, false}, [&](const Settings& settings, const Console& console) {
    Measurement m = run_watched(session.program, settings, console);
    Scaling scaling = scaling_of(m.report, 0);
    if (scaling.p == 1) serial = scaling.time;
    scaling.serial = serial;
    return Row{std::move(m), scaling, {}};
  });
}

}  // namespace toruscope::cli
