// SPDX-License-Identifier: Apache-2.0
// The judge: the timing rules T1-T16 of the design and nothing else. One thread, one priority queue
// of headers, no windows, no fibers, nothing of the library's runtime. Where the rules leave a
// choice: docs/readings.md.
//
// It knows more than the library has; library_has() (machine_description.hpp) says what both know.
//
//   reference_network   operations of PEs, T5, T6, T10, T13   reference_pe, _ports   T2, T4, strict
//   reference_sends     T2, T11                               reference_mailbox      T10
//   reference_links     T1, T3, T7, T8, T9                    reference_route        routes, order
//   reference_polls     T10, T14                              reference_sizes        T15, T16

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
