// SPDX-License-Identifier: Apache-2.0
// The machines, the routing function and the formulas of the paper on the pipelined broadcast,
// typed from it. Nothing here calls a schedule or knows the emulator.
//
// Times are whole sixteenths of a machine's cycle: no machine of Table 1 moves more than 16 bits a
// cycle. Computation C is as many cycles as there are bits, as in all examples. The torus has n x n
// PEs, n even.
// Source    Liu, Li, Cui, "Pipelining: an effective method to reduce the broadcast delay of MPP
//           systems", 1995.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::reproduce {

inline constexpr const char* kPipelinePaper =
    "Liu, Li, Cui, Pipelining: an effective method to reduce the broadcast delay of MPP systems, 1995";

/// A line of Table 1.
struct PipelineMachine {
  const char* name;
  const char* preset;
  std::int64_t cycle;      ///< ns
  std::int64_t bits;       ///< w: bits a cycle
  std::int64_t overheads;  ///< Tsnd + Trcv, cycles
  std::int64_t gap;        ///< g, cycles
  std::int64_t hop;        ///< r, cycles
};
const std::array<PipelineMachine, 5>& pipeline_machines();
const PipelineMachine& pipeline_machine(const std::string& name);

using Sixteenths = std::int64_t;
/// Cycles as a decimal: "1980.5".
std::string cycles_to_string(Sixteenths time);

/// The latest of the times, that of the last PE.
Sixteenths latest(const std::vector<Sixteenths>& times);

/// Formula (1): a message of m bits to a neighbour.
Sixteenths neighbour_message(const PipelineMachine& machine, std::int64_t m);
/// Formula (4): the broadcast in one piece, then the computation.
Sixteenths unpipelined(const PipelineMachine& machine, int n, std::int64_t bits);
/// Formula (6): in blocks of m bits, each computed on as it comes.
Sixteenths pipelined(const PipelineMachine& machine, int n, std::int64_t bits, std::int64_t m);
/// Formula (7) as it is drawn, in cycles: with bits/m blocks, whole or not.
double saved_as_drawn(const PipelineMachine& machine, int n, std::int64_t bits, std::int64_t m);
/// Formula (9), second case, rounded up.
std::int64_t printed_block(const PipelineMachine& machine, int n, std::int64_t bits);

/// The set R(i, j) of the PE at (i, j) of n x n, source (0, 0); in order of sending.
using Place = std::pair<int, int>;
std::vector<Place> printed_children(int n, Place pe);
/// The corrected set R(i, j): its last case up to i = n - 1 and floors for n/2; any M x N.
std::vector<Place> corrected_children(int rows, int columns, Place pe);
/// PEs that a source reaches.
int reached(int n, std::vector<Place> (*children)(int n, Place pe));

/// Times at which the PEs of n x n, row by row, have worked on their last block, by the model's
/// recurrences: each PE finishes a block before it takes the next one; the last is shorter.
std::vector<Sixteenths> finishing_times(const PipelineMachine& machine, int n, std::int64_t bits,
                                        std::int64_t m);

/// Finishing times where what is to be received and sent comes before all work, in closed form, for
/// `blocks` equal blocks.
/// Precondition: m/w, and a PE's time for a block, are at most the source's four gaps.
std::vector<Sixteenths> eager_finishing_times(const PipelineMachine& machine, int n, std::int64_t bits,
                                              std::int64_t blocks);

}  // namespace toruscope::reproduce
