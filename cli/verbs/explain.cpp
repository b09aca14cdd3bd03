// SPDX-License-Identifier: Apache-2.0
// toruscope explain: why an algorithm, an application or the own program takes the time it takes.

#include "cli/execution/runs.hpp"
#include "cli/tables/verb_texts.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

/// Refuses a name that is neither an operation's nor an application's.
[[noreturn]] void refuse_subject(const std::string& name) {
  std::vector<std::string> all = names_of_applications();
  for (const collectives::Operation& operation : collectives::operations()) all.push_back(operation.name);
  throw ConfigError(fmt::format(
      "explain: there is no operation or application \"{}\"; operations are: {}; applications are: {}.{}",
      core::shown(name), operation_names(), core::joined(names_of_applications(), ", "),
      core::did_you_mean(name, all)));
}

/// Refuses what only an application takes.
void refuse_application_options(const CommandOptions& options) {
  refuse_given(options, {"--input"}, "explain: {} is for applications");
  if (!options.app_options.empty())
    throw ConfigError(fmt::format("explain: --{} is for applications", options.app_options.begin()->first));
}

/// Refuses what only an operation takes.
void refuse_workload_options(const CommandOptions& options) {
  refuse_given(options, {"--block", "--values", "--root", "--partner", "--window", "--shift", "--segment"},
               "explain: {} is for collective operations");
}

struct ExplainedSubject {
  Runner run;
  std::string name;           ///< for messages
  bool counts_ticks = false;  ///< the program may name times in ticks
};

ExplainedSubject algorithm_asked(const Session& session, const Settings& settings, const Console& console) {
  CommandOptions options = session.options;
  refuse_application_options(options);
  if (!options.subject)
    throw ConfigError(
        fmt::format("explain: what is to be explained is missing: an operation ({}), or an application ({})",
                    operation_names(), core::joined(names_of_applications(), ", ")));
  if (collectives::find_operation(*options.subject) == nullptr) refuse_subject(*options.subject);
  const collectives::Operation& asked = operation_asked("explain", options.subject);
  if (options.algorithm.value_or("auto") == "auto" && asks_for_block_rule(options, asked))
    options.algorithm = kRuledAlgorithm;
  const Workload workload = read_workload(options, asked, settings);
  const AlgorithmInfo& algorithm = asked.choose(session.tables.algorithms, one_algorithm("explain", options),
                                                question(asked, settings, workload));
  refuse_too_large(asked, algorithm, settings, workload,
                   options.values ? SizeOption::values : SizeOption::block);
  return {[&asked, &algorithm, workload, &console](const Settings& machine) {
            return verified({&asked, &algorithm, &machine, workload}, console);
          },
          asked.name + " by " + algorithm.name};
}

ExplainedSubject subject_asked(const Session& session, const Settings& settings, const Console& console) {
  const CommandOptions& options = session.options;
  if (!options.subject && session.program) {
    refuse_application_options(options);
    refuse_workload_options(options);
    return {[&](const Settings& machine) { return run_watched(session.program, machine, console); },
            "the program", true};
  }
  const Application* const named = options.subject ? find_application(*options.subject) : nullptr;
  if (named == nullptr) return algorithm_asked(session, settings, console);
  refuse_workload_options(options);
  const Application& app = *named;
  CommandOptions own = options;
  if (options.combine) own.app_options["operator"] = *options.combine;  // --operator means both
  return {[&app, own, &console](const Settings& machine) {
            return measurement_of(run_watched(app, own, machine, console));
          },
          app.name};
}

}  // namespace

ExitCode explain_run(const Session& session) {
  const Settings settings = read_settings(session);
  const Console console(session.options);
  const ExplainedSubject subject = subject_asked(session, settings, console);
  Explanation explanation;
  if (auto failure = failure_of(settings.parameters, [&] {
        const Stopwatch watch;
        explanation = explain(subject.run, settings, subject.counts_ticks);
        explanation.run.wall_seconds = watch.seconds();
        throw_if_interrupted("explain");
      })) {
    Measurement m = failed_measurement(settings, std::move(*failure));
    m.operation = subject.name;
    return end_failed_run(session, settings, console, m);
  }
  const Measurement& m = explanation.run;
  console.result([&](const Console& form) {
    if (form.is_table()) return explanation_text(explanation, form);
    Json json = run_document(session, settings, {m});
    add_before_host(json, "explanation", explanation_json(explanation));
    return text_of(json, form);
  });
  if (session.options.algorithm) console.unused({&m.report}, {"algorithm"});
  for (const std::string& fault : m.faults) console.say("toruscope: " + fault);
  return m.code;
}

}  // namespace toruscope::cli
