// SPDX-License-Identifier: Apache-2.0
// For tests of timing rules: a program, and the clocks that a reader works out from the design with
// a pencil.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/program.hpp"

#include <toruscope/report.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::test {

/// By PE: its clock after each operation.
using Timeline = std::vector<std::vector<std::int64_t>>;

/// Expects these clocks of the reference and of the Machine (both engines, several workers,
/// capacity 1), and that they agree in everything else. Returns the Machine's report.
Report expect_timeline(const MachineDescription& machine, const Program& program, const Timeline& clocks);

/// The same for a machine that the library may not have yet: then of the reference alone.
void expect_clocks(const MachineDescription& machine, const Program& program, const Timeline& clocks);

/// Expects that this PE is the first to break a strict port rule, at this tick.
void expect_violation(const MachineDescription& machine, const Program& program, Rank rank, std::int64_t when);

/// Expects that reference and Machine stop with a deadlock after these clocks.
void expect_deadlock(const MachineDescription& machine, const Program& program, const Timeline& clocks);

}  // namespace toruscope::test
