// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/verdicts.hpp"

#include "cli/execution/watched.hpp"

#include <fmt/format.h>
#include <utility>

namespace toruscope::cli {

namespace {

std::optional<Ticks> expected_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                 const Settings& settings, const Workload& workload) {
  const auto predicted = algorithm.predicted(question(operation, settings, workload));
  return predicted ? std::optional(predicted->ticks) : std::nullopt;
}

}  // namespace

Verdict verify_watched(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                       const Settings& settings, const Workload& workload, const Console& console,
                       const std::string& label) {
  const auto verify = [&](const Execution& execution) {
    return operation.verify(algorithm, settings.topology, settings.parameters, execution, workload);
  };
  return watched(operation.name + " by " + algorithm.name, settings, console, verify, label,
                 expected_of(operation, algorithm, settings, workload));
}

std::string name_of_run(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                        const Settings& settings, const Workload& workload) {
  std::string text = operation.name + " by " + algorithm.name;
  if (operation.traits.moves != Moves::nothing)
    text += fmt::format(", {}s of {} bytes", block_noun(operation.traits), workload.bytes);
  if (workload.values) text += fmt::format(", {} values", *workload.values);
  return text + fmt::format(", on {} (p = {})", settings.topology->name(), settings.topology->pes());
}

Measurement failed_measurement(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                               const Settings& settings, const Workload& workload, Failure failure) {
  Measurement m = failed_measurement(settings, std::move(failure));
  m.operation = operation.name;
  m.algorithm = algorithm.name;
  m.block_bytes = workload.bytes;
  const Case c = question(operation, settings, workload);
  m.predicted = algorithm.predicted(c);
  m.bound = operation.bound(c);
  add_inputs(m, operation.traits, c, workload);
  return m;
}

Measurement measure_quietly(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                            const Settings& settings, const Workload& workload, bool shows_progress) {
  const std::string what = operation.name + " by " + algorithm.name;
  Measurement m;
  std::vector<PrintedLine> printed;
  auto failure = failure_of(settings.parameters, [&] {
    Execution execution = settings.execution;
    execution.time_limit = time_left(what, settings);
    execution.failed_output = &printed;
    const Stopwatch watch;
    {
      const Watchdog watchdog(what, execution, settings.parameters, shows_progress,
                              expected_of(operation, algorithm, settings, workload));
      m = measurement_of(
          operation.verify(algorithm, settings.topology, settings.parameters, execution, workload), workload);
    }
    m.wall_seconds = watch.seconds();
  });
  if (failure)
    m = failed_measurement(operation, algorithm, settings, workload, std::move(*failure));
  else
    printed = std::move(m.report.output);
  if (!settings.keeps_details || m.failure) drop_details(m);
  m.report.output = std::move(printed);
  return m;
}

void tell_of(Measurement& m, const std::string& run, const Console& console) {
  console.printed(m.report.output, m.report.parameters, m.algorithm);
  m.report.output.clear();
  if (m.failure) tell(*m.failure, run);
}

Measurement measure_watched(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                            const Settings& settings, const Workload& workload, const Console& console) {
  Measurement m = measure_quietly(operation, algorithm, settings, workload, console.shows_progress());
  tell_of(m, name_of_run(operation, algorithm, settings, workload), console);
  return m;
}

}  // namespace toruscope::cli
