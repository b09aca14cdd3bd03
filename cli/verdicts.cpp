// SPDX-License-Identifier: Apache-2.0

#include "cli/verdicts.hpp"

#include "cli/watched.hpp"

#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

Verdict verify_watched(const Operation& operation, const AlgorithmInfo& algorithm, const Settings& settings,
                       const Workload& workload, const Console& console, const std::string& label) {
  const auto verify = [&](const Execution& execution) {
    return operation.verify(algorithm, settings.topology, settings.parameters, execution, workload);
  };
  return watched(operation.name + " by " + algorithm.name, settings, console, verify, label);
}

std::string name_of_run(const Operation& operation, const AlgorithmInfo& algorithm, const Settings& settings,
                        const Workload& workload) {
  std::string text = operation.name + " by " + algorithm.name;
  if (operation.traits.moves != Moves::nothing) text += fmt::format(", blocks of {} bytes", workload.bytes);
  if (workload.values) text += fmt::format(", {} values", *workload.values);
  return text + fmt::format(", on {} (p = {})", settings.topology->name(), settings.topology->pes());
}

Measurement failed_measurement(const Operation& operation, const AlgorithmInfo& algorithm,
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

Measurement measure_watched(const Operation& operation, const AlgorithmInfo& algorithm,
                            const Settings& settings, const Workload& workload, const Console& console) {
  Measurement m;
  auto failure = failure_of(settings.parameters, [&] {
    m = measurement_of(verify_watched(operation, algorithm, settings, workload, console, algorithm.name),
                       workload);
  });
  if (failure) {
    tell(*failure, name_of_run(operation, algorithm, settings, workload));
    m = failed_measurement(operation, algorithm, settings, workload, std::move(*failure));
  }
  console.printed(m.report.output, settings.parameters, algorithm.name);
  drop_details(m.report);
  return m;
}

}  // namespace toruscope::detail
