// SPDX-License-Identifier: Apache-2.0
// toruscope verify OPERATION: one algorithm on stamped data, everything that it claims compared.

#include "cli/execution/placing.hpp"
#include "cli/execution/runs.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "cli/verbs/verbs.hpp"
#include "formats/compile.hpp"
#include "formats/goal.hpp"
#include "formats/trace.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstddef>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

/// True if `auto` would take another algorithm without this setting: then it was used.
bool decides(const std::string& setting, const Session& session, const Settings& settings,
             const collectives::Operation& asked, const Workload& workload, const std::string& taken) {
  Settings other = settings;
  other.parameters = without(settings.parameters, setting);
  try {
    return asked.choose(session.tables.algorithms, "auto", question(asked, other, workload)).name != taken;
  } catch (const ConfigError&) {
    return true;  // nothing would fit
  }
}

/// True if the report says that the run never used it.
bool is_unused(const std::string& setting, const Report& report) {
  return std::any_of(report.unused.begin(), report.unused.end(),
                     [&](const std::string& sentence) { return sentence.starts_with(setting + ":"); });
}

/// Refuses what --export cannot write, as far as that is known before the run.
void check_export(const CommandOptions& options, const collectives::Operation& asked,
                  const AlgorithmInfo& algorithm, const Settings& settings, const Workload& workload) {
  if (!options.exported) return;
  if (exported_form("--export", *options.exported) == ExportedForm::msccl)
    formats::check_traceable(asked.name, algorithm, workload.bytes);
  else
    formats::check_goal(algorithm, question(asked, settings, workload));
}

/// Runs an allreduce once more, on doubles whose sum depends on grouping: all PEs must end alike.
void compare_bits(const PlannedRun& run, Measurement& m) {
  constexpr std::size_t kDouble = sizeof(double);
  const Settings& settings = *run.settings;
  Workload workload = run.workload;
  workload.operands = Operands::rounded;
  workload.bytes = (workload.bytes + kDouble - 1) / kDouble * kDouble;
  constexpr const char* kNumbers = "doubles whose sum depends on grouping";
  if (run.algorithm->refusal(question(*run.operation, settings, workload))) {
    m.bits = fmt::format("could differ between PEs for {}: it refuses them", kNumbers);
    return;
  }
  Execution execution;
  execution.engine = settings.execution.engine;
  execution.workers = settings.execution.workers;
  execution.time_limit = settings.execution.time_limit;
  const Verdict verdict =
      run.operation->verify(*run.algorithm, settings.topology, settings.parameters, execution, workload);
  m.faults.insert(m.faults.end(), verdict.faults.begin(), verdict.faults.end());
  m.code = std::max(m.code, verdict.code());
  m.bits = fmt::format("{} on all PEs for {}", verdict.data_is_right ? "the same" : "not the same", kNumbers);
}

/// Bytes of all vectors up to which it is tried.
constexpr std::size_t kMostComparedBytes = std::size_t{64} << 20U;

}  // namespace

ExitCode verify_algorithm(const Session& session) {
  CommandOptions options = session.options;
  if (options.all_items) return verify_everything(session);
  refuse_given(options, {"--shard", "--resume"},
               "verify: {} is for --all, which has many rows; give both, or neither");
  if (options.is_long) throw ConfigError("verify: --long is for --all; give both, or neither");
  const collectives::Operation& asked = operation_asked("verify", options.subject);
  const Requirements requirements(options);
  const auto rule = take_traffic_rule(options);
  const Session unplaced{options, session.tables, session.program, session.command};
  Settings settings = read_settings(unplaced);
  requirements.check_values(settings.parameters);
  if (options.algorithm.value_or("auto") == "auto" && asks_for_block_rule(options, asked))
    options.algorithm = kRuledAlgorithm;
  Workload workload = read_workload(options, asked, settings);
  workload.staggered = options.staggered;
  const std::string name = one_algorithm("verify", options);
  const AlgorithmInfo& algorithm =
      asked.choose(session.tables.algorithms, name, question(asked, settings, workload));
  const Console console(options);
  refuse_too_large(asked, algorithm, settings, workload,
                   options.values ? SizeOption::values : SizeOption::block);
  check_export(options, asked, algorithm, settings, workload);

  const PlannedRun run{&asked, &algorithm, &settings, workload};
  Measurement m;
  auto failure = failure_of(settings.parameters, [&] {
    const Stopwatch watch;
    std::string placing;
    if (rule)
      placing = place_ranks(*rule, unplaced, settings, [&](const Settings& there) {
        return verified({&asked, &algorithm, &there, workload}, console).report;
      });
    m = verified(run, console);
    if (rule) m.reading.emplace_back("placement", placing);
    const std::size_t all_bytes = workload.bytes * static_cast<std::size_t>(settings.topology->pes());
    if (asked.name == "allreduce" && m.data == Data::carried && m.faults.empty() && all_bytes > 0 &&
        all_bytes <= kMostComparedBytes)
      compare_bits(run, m);
    m.wall_seconds = watch.seconds();
    throw_if_interrupted("verify");
  });
  if (failure) return end_failed_run(session, settings, console, failed_measurement(run, std::move(*failure)));
  console.outputs().schedule([&] {
    return watched("export", settings, console, [&](const Execution& execution) {
      return formats::compiled(formats::trace_of(asked.name, algorithm, settings.topology, settings.parameters,
                                                 execution, workload.bytes),
                               algorithm.name + " on " + settings.topology->name());
    });
  });
  console.outputs().write({m.report, settings.trace_filter, view_facts(m, session)});
  console.printed(m.report.output, settings.parameters);
  std::vector<std::string> given = settings.given;
  std::erase_if(given, [&](const std::string& setting) {
    // PEs come late by them.
    if (workload.staggered && (setting == "ts" || setting == "th")) return true;
    return name == "auto" && is_unused(setting, m.report) &&
           decides(setting, session, settings, asked, workload, algorithm.name);
  });
  console.unused({&m.report}, given);
  console.result([&](const Console& form) {
    return form.is_table() ? measurement_text(m, form) : text_of(run_document(session, settings, {m}), form);
  });
  console.faults(m.faults);
  return worse(m.code, requirements.check(m));
}

}  // namespace toruscope::cli
