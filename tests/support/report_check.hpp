// SPDX-License-Identifier: Apache-2.0
// Checks the laws that tie the parts of a report to each other, and to what its program did.

#pragma once

#include "tests/support/outcome.hpp"
#include "tests/support/program.hpp"

#include <toruscope/report.hpp>

namespace toruscope::test {

/// Adds a fault to the outcome, whose clocks and observations are those of the run, for each law
/// that is broken.
void check_report(const Report& report, const Program& program, bool has_path, Outcome& outcome);

}  // namespace toruscope::test
