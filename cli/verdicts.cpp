// SPDX-License-Identifier: Apache-2.0

#include "cli/verdicts.hpp"

#include "cli/watchdog.hpp"

namespace toruscope::detail {

Verdict verify_watched(const Operation& operation, const AlgorithmInfo& algorithm, const Settings& settings,
                       Execution execution, const Workload& workload, const Console& console) {
  const Watchdog watchdog(operation.name + " by " + algorithm.name, execution, settings.parameters,
                          console.shows_progress());
  return operation.verify(algorithm, settings.topology, settings.parameters, execution, workload.bytes,
                          workload.root);
}

ExitCode exit_code(const Verdict& verdict) {
  if (verdict.ok()) return ExitCode::ok;
  return verdict.data_is_right && verdict.beats_bound ? ExitCode::bound_beaten : ExitCode::wrong_result;
}

}  // namespace toruscope::detail
