// SPDX-License-Identifier: Apache-2.0
// toruscope run APP: an application on real input. Without APP: the program of toruscope::main.

#include "cli/execution/placing.hpp"
#include "cli/execution/runs.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/command_files.hpp"

#include <filesystem>
#include <fmt/core.h>
#include <system_error>
#include <utility>
#include <vector>

namespace toruscope::cli {

namespace {

std::string result_text(const AppResult& result, const Measurement& m, const Console& console) {
  std::string text = measurement_text(m, console);
  for (const std::string& line : result.explanation) text += folded_text("  " + line + "\n", console.page());
  for (const std::string& line : result.findings) text += console.bold(line) + "\n";
  for (const auto& file : result.outputs_written) text += "written: " + core::escaped(file.string()) + "\n";
  return text;
}

Json result_document(const Session& session, const Settings& settings, const AppResult& result,
                     const Measurement& m) {
  Json json = run_document(session, settings, {m}, result.inputs_read);
  json["results"][0]["check"] = result.check;
  json["results"][0]["findings"] = result.findings;
  return json;
}

ExitCode end_failed_application(const Session& session, const Settings& settings, const Application& app,
                                const Console& console, Failure failure) {
  Measurement m = failed_measurement(settings, std::move(failure));
  m.operation = app.name;
  m.algorithm = named_algorithm(session.options);
  m.knows_block = false;
  std::vector<std::filesystem::path> inputs;
  std::error_code error;
  if (const Text& input = session.options.app_input; input && std::filesystem::is_regular_file(*input, error))
    inputs.emplace_back(*input);
  return end_failed_run(session, settings, console, m, inputs);
}

/// Only a table of several runs has columns.
void refuse_columns(const CommandOptions& options) {
  if (options.columns)
    throw ConfigError(
        "run: --columns chooses those of the table that --scale makes; leave it out, or give --scale");
}

ExitCode run_own_program(const Session& session) {
  CommandOptions options = session.options;
  refuse_given(options, {"--algorithm", "--input", "--output"},
               "run: {} is for applications; this program takes none");
  const Requirements requirements(options);
  const Console console(options);
  if (options.scale) return run_program_scaled(session);
  refuse_columns(options);
  const auto rule = take_traffic_rule(options);
  const Session unplaced{options, session.tables, session.program, session.command};
  Settings settings = read_settings(unplaced);
  requirements.check_values(settings.parameters);
  Measurement m;
  const auto run = [&] {
    std::string placement;
    if (rule)
      placement = place_ranks(*rule, unplaced, settings, [&](const Settings& there) {
        return run_watched(session.program, there, console).report;
      });
    m = run_watched(session.program, settings, console);
    if (rule) m.reading.emplace_back("placement", placement);
  };
  if (auto failure = failure_of(settings.parameters, run)) {
    m = failed_measurement(settings, std::move(*failure));
    m.operation = "program";
    return end_failed_run(session, settings, console, m);
  }
  console.outputs().write({m.report, settings.trace_filter, view_facts(m, session)});
  console.printed(m.report.output, settings.parameters);
  console.unused({&m.report}, settings.given);
  console.result([&](const Console& form) {
    return form.is_table() ? measurement_text(m, form) : text_of(run_document(session, settings, {m}), form);
  });
  return requirements.check(m);
}

}  // namespace

ExitCode run_application(const Session& session) {
  CommandOptions options = session.options;
  if (options.exported && exported_form("--export", *options.exported) == ExportedForm::msccl)
    throw ConfigError(
        "run: --export FILE.xml is for the algorithms of verify; what a run sent is written as GOAL: --export "
        "FILE.goal");
  if (!options.subject && session.program) return run_own_program(session);
  if (!options.subject)
    throw ConfigError("run: an application is needed: " + core::joined(names_of_applications(), ", "));
  const Application& app = application(*options.subject);
  if (options.data == "none" && app.has_data)
    throw ConfigError(
        fmt::format("run: with --data none messages have lengths only, and {} computes with what it receives; "
                    "leave --data out",
                    app.name));
  if (options.data && !app.has_data)
    throw ConfigError(fmt::format(
        "run: the messages of {} have lengths only, so --data says nothing; leave --data out", app.name));
  (void)one_algorithm("run", options);
  if (options.app_input) core::note_input(*options.app_input);
  if (options.scale) return run_application_scaled(session, app);
  refuse_columns(options);
  const Requirements requirements(options);
  const auto rule = take_traffic_rule(options);
  const Session unplaced{options, session.tables, session.program, session.command};
  Settings settings = read_settings(unplaced);
  requirements.check_values(settings.parameters);
  const Console console(options);
  const Stopwatch watch;
  AppResult result;
  const auto run = [&] {
    std::string placement;
    if (rule) {
      CommandOptions without_output = options;
      without_output.app_output.reset();
      placement = place_ranks(*rule, unplaced, settings, [&](const Settings& there) {
        return run_watched(app, without_output, there, console).report;
      });
    }
    result = run_watched(app, options, settings, console);
    if (rule) result.reading.emplace_back("placement", placement);
  };
  if (auto failure = failure_of(settings.parameters, run))
    return end_failed_application(session, settings, app, console, std::move(*failure));
  Measurement m = measurement_of(result);
  m.wall_seconds = watch.seconds();
  console.outputs().write({m.report, settings.trace_filter, view_facts(m, session)});
  console.printed(m.report.output, settings.parameters);
  console.unused({&m.report}, settings.given);
  console.result([&](const Console& form) {
    return form.is_table() ? result_text(result, m, form)
                           : text_of(result_document(session, settings, result, m), form);
  });
  const Scaling scaling = scaling_of(m.report, result.serial_operations);
  return worse(m.code, requirements.check(m, {}, &scaling));
}

}  // namespace toruscope::cli
