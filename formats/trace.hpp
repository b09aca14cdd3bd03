// SPDX-License-Identifier: Apache-2.0
// Data that a collective's messages carry and its PEs combine, from a run on labelled data.
//
// A value is a block, or a combination of the vectors of some PEs:
//   allgather                   the block of PE v
//   alltoall                    the block from PE v / p to PE v % p
//   allreduce, reduce_scatter   the combination of a set of PEs; that of PE v alone for v < p

#pragma once

#include "formats/schedule.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/machine.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace toruscope::formats {

/// A piece of a value: positions in a block, or in the vector. reduce_scatter: all blocks.
struct CarriedRun {
  int value = 0;
  std::int64_t first = 0, count = 0;
};

struct TracedMessage {
  Rank from = 0, to = 0;
  Ticks posted, left;            ///< times of its send
  Ticks begin, end;              ///< times of its receive
  std::vector<CarriedRun> runs;  ///< in the order of the body
};

/// A combination of two values, `count` positions of them, on a PE.
struct TracedCombination {
  Ticks when;
  int left = 0, right = 0, result = 0;
  std::int64_t first = 0, count = 0;
};

struct CollectiveTrace {
  Collective collective = Collective::allreduce;
  int pes = 0;
  std::int64_t length = 0;  ///< positions of a block, of an allreduce of the vector
  int whole = 0;            ///< allreduce, reduce_scatter: the combination of all PEs
  /// messages with data, by source, then in the order in which it sent them
  std::vector<TracedMessage> messages;
  /// combinations of each PE, in its order
  std::vector<std::vector<TracedCombination>> combinations;
};

/// Refuses what trace_of refuses without a run.
/// Errors    ConfigError: an operation that MSCCL lacks; blocks too small for labels.
void check_traceable(std::string_view operation, const AlgorithmInfo& algorithm, std::size_t block);

/// Runs the algorithm once. `operation` is the one of the algorithm.
/// Errors    as check_traceable. ConfigError: a message with other bytes than those of blocks; too
///           many pieces. And whatever Machine::run throws.
CollectiveTrace trace_of(std::string_view operation, const AlgorithmInfo& algorithm,
                         const TopologyPtr& topology, const Parameters& parameters, const Execution& execution,
                         std::size_t block);

}  // namespace toruscope::formats
