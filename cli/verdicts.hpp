// SPDX-License-Identifier: Apache-2.0
// A verified run under watch, and the exit code that its verdict means.

#pragma once

#include "cli/console.hpp"
#include "cli/workload.hpp"

#include <toruscope/error.hpp>

namespace toruscope::detail {

/// Errors    whatever toruscope::verify throws.
Verdict verify_watched(const Operation& operation, const AlgorithmInfo& algorithm, const Settings& settings,
                       const Workload& workload, const Console& console);

/// Wrong data count before a beaten bound (who does nothing is fast), any other fault after it.
ExitCode exit_code(const Verdict& verdict);

}  // namespace toruscope::detail
