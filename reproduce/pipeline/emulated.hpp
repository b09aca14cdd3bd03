// SPDX-License-Identifier: Apache-2.0
// The pipelined broadcast as it runs on the emulator with real buffers, in the paper's units.

#pragma once

#include "reproduce/item.hpp"
#include "reproduce/pipeline/formulas.hpp"
#include "reproduce/runs.hpp"

#include <toruscope/toruscope.hpp>

namespace toruscope::reproduce {

/// Times at which the PEs of n x n have worked on their last block, by rank; source 0. A PE that
/// ends with wrong data counts as never.
std::vector<Sixteenths> emulated_times(const Runs& runs, const PipelineMachine& machine, int n,
                                       std::int64_t bits, std::int64_t m, Overlap overlap = Overlap::block);
/// Converts a clock of the preset to the machine's cycles.
Sixteenths in_cycles(const PipelineMachine& machine, Ticks time);

/// A row with times of formula and run, and their difference: recurrences' time, and erratum.
Row timed_row(Row row, Sixteenths formula, Sixteenths recurrences, Sixteenths measured, std::string erratum);
/// The erratum that explains why formula (6) gives another time for such blocks than the
/// recurrences do: a last block that is shorter only saves time, and a gap that is longer than a
/// block's message only takes more. Where both happen the larger effect is named.
std::string erratum_of_blocks(std::int64_t bits, std::int64_t m, Sixteenths formula, Sixteenths recurrences);

}  // namespace toruscope::reproduce
