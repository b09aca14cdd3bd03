// SPDX-License-Identifier: Apache-2.0

#include "cli/verdicts.hpp"

#include "cli/watched.hpp"

namespace toruscope::detail {

Verdict verify_watched(const Operation& operation, const AlgorithmInfo& algorithm, const Settings& settings,
                       const Workload& workload, const Console& console) {
  return watched(operation.name + " by " + algorithm.name, settings, console, [&](const Execution& execution) {
    return operation.verify(algorithm, settings.topology, settings.parameters, execution, workload);
  });
}

ExitCode exit_code(const Verdict& verdict) {
  if (verdict.ok()) return ExitCode::ok;
  return verdict.data_is_right && verdict.beats_bound ? ExitCode::bound_beaten : ExitCode::wrong_result;
}

}  // namespace toruscope::detail
