// SPDX-License-Identifier: Apache-2.0
// toruscope run APP: an application on real input. Without APP: the program that was given to toruscope::main.

#include "apps/application.hpp"
#include "cli/document.hpp"
#include "cli/interrupt.hpp"
#include "cli/memory.hpp"
#include "cli/session.hpp"
#include "cli/settings.hpp"
#include "cli/sheets.hpp"
#include "cli/watched.hpp"
#include "runtime/core/nearest.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace toruscope::detail {

namespace {

/// "--column NAME" and "--column=NAME" of the words that the verb did not know.
std::map<std::string, std::string> own_options(const Application& app, const std::vector<std::string>& rest) {
  std::vector<std::string> known;
  for (const AppOption& option : app.options) known.push_back("--" + option.name);
  std::map<std::string, std::string> given;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::size_t equals = rest[i].find('=');
    const std::string name = rest[i].substr(0, equals);
    if (!name.starts_with("--"))
      throw ConfigError(fmt::format("run {}: \"{}\" was not expected", app.name, rest[i]));
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw ConfigError(
          fmt::format("run {}: {}", app.name, unknown_name("option", "its own options", name, known)));
    if (equals == std::string::npos && i + 1 >= rest.size())
      throw ConfigError(fmt::format("run {}: {}: a value is needed", app.name, name));
    given[name.substr(2)] = equals == std::string::npos ? rest[++i] : rest[i].substr(equals + 1);
  }
  return given;
}

std::string help_of(const Application& app) {
  TextSheet sheet;
  sheet.line(app.name, app.description);
  sheet.line("--input", app.inputs);
  sheet.line("--output", app.outputs);
  for (const AppOption& option : app.options)
    sheet.line("--" + option.name, option.default_value.empty()
                                       ? option.help
                                       : fmt::format("{} (default {})", option.help, option.default_value));
  return sheet.text();
}

void refuse_too_large(const std::string& what, const Topology& topology, std::size_t needed,
                      std::size_t limit) {
  if (needed > limit)
    throw HostLimitError(
        fmt::format("memory: {} on {} needs about {}, but only {} may be used; take a smaller "
                    "machine or give --memory",
                    what, topology.name(), bytes_to_string(needed), bytes_to_string(limit)));
}

std::string result_text(const AppResult& result, const Measurement& m, const Console& console) {
  std::string text = measurement_text(m, console);
  for (const std::string& line : result.explanation) text += "  " + line + "\n";
  for (const std::string& line : result.findings) text += console.bold(line) + "\n";
  for (const auto& file : result.outputs_written) text += "written: " + file.string() + "\n";
  return text;
}

Json result_document(const Session& session, const Settings& settings, const AppResult& result,
                     const Measurement& m) {
  Json json = run_document(session, settings, {m}, result.inputs_read);
  json["results"][0]["check"] = result.check;
  json["results"][0]["findings"] = result.findings;
  return json;
}

/// A file that is named twice would lose what the first use of it holds.
void refuse_same_file(const std::vector<std::pair<const char*, Text>>& named) {
  for (std::size_t i = 0; i < named.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (!named[i].second || !named[j].second) continue;
      const std::filesystem::path a = *named[i].second;
      const std::filesystem::path b = *named[j].second;
      std::error_code error;
      const bool is_special = std::filesystem::exists(a, error) && !std::filesystem::is_regular_file(a, error);
      const bool is_same = std::filesystem::equivalent(a, b, error) ||
                           std::filesystem::weakly_canonical(std::filesystem::absolute(a), error) ==
                               std::filesystem::weakly_canonical(std::filesystem::absolute(b), error);
      if (is_same && !is_special)
        throw ConfigError(fmt::format("run: {} and {} name the same file, {}; give two", named[j].first,
                                      named[i].first, a.string()));
    }
}

ExitCode run_own_program(const Session& session) {
  const CommandOptions& options = session.options;
  for (const auto& [name, given] : {std::pair{"--algorithm", options.algorithm},
                                    {"--input", options.app_input},
                                    {"--output", options.app_output}})
    if (given) throw ConfigError(fmt::format("run: {} is for applications; this program takes none", name));
  const Settings settings = read_settings(session);
  const Console console(options);
  refuse_too_large("the program", *settings.topology, estimate_bytes(*settings.topology, settings.execution),
                   settings.memory_limit);
  Measurement m;
  m.operation = "program";
  m.report = watched("run", settings, console, [&](const Execution& execution) {
    return Machine(settings.topology, settings.parameters, execution).run(session.program);
  });
  console.events(m.report);
  console.printed(m.report.output, settings.parameters);
  console.result(console.is_table() ? measurement_text(m, console)
                                    : text_of(run_document(session, settings, {m}), console));
  return ExitCode::ok;
}

}  // namespace

ExitCode run_application(const Session& session) {
  const CommandOptions& options = session.options;
  if (!options.subject && session.program) return run_own_program(session);
  if (!options.subject) {
    std::vector<std::string> names;
    for (const Application& app : applications()) names.push_back(app.name);
    throw ConfigError(fmt::format("run: an application is needed: {}", fmt::join(names, ", ")));
  }
  const Application& app = application(*options.subject);
  if (options.wants_app_help) {
    write_to_stdout(help_of(app));
    return ExitCode::ok;
  }
  const Settings settings = read_settings(session);
  AppRequest request;
  if (options.app_input) request.input = *options.app_input;
  if (options.app_output) request.output = *options.app_output;
  request.topology = settings.topology;
  request.parameters = settings.parameters;
  request.execution = settings.execution;
  request.algorithm = options.algorithm.value_or("auto");
  request.options = own_options(app, options.rest);
  refuse_same_file({{"--input", options.app_input},
                    {"--output", options.app_output},
                    {"-o", options.output},
                    {"--events", options.events}});
  const Console console(options);
  refuse_too_large(
      app.name, *request.topology,
      saturating_sum(estimate_bytes(*request.topology, request.execution), app.estimate_bytes(request)),
      settings.memory_limit);

  const AppResult result = watched("run " + app.name, settings, console, [&](const Execution& execution) {
    request.execution = execution;
    return app.run(request);
  });
  const Measurement m = measurement_of(result);
  console.events(m.report);
  console.printed(m.report.output, settings.parameters);
  console.result(console.is_table() ? result_text(result, m, console)
                                    : text_of(result_document(session, settings, result, m), console));
  return result.verified ? ExitCode::ok : ExitCode::wrong_result;
}

}  // namespace toruscope::detail
