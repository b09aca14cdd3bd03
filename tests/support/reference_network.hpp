// SPDX-License-Identifier: Apache-2.0
// The judge: the timing rules T1-T7, T10 and T12 of the design and nothing else. One thread, one priority queue of
// headers (reference_links.hpp), no windows, no fibers, nothing of the library's runtime.
//
// It knows what a machine of today has: k ports in each direction, policies queue and strict, cut-through.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/program.hpp"
#include "tests/support/reference_mistake.hpp"

namespace toruscope::test {

/// What the program comes to on this machine.
/// Errors    std::runtime_error if a PE goes on for ever, as it may by mistake.
Outcome reference_run(const MachineDescription& machine, const Program& program,
                      Mistake mistake = Mistake::none);

}  // namespace toruscope::test
