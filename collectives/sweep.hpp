// SPDX-License-Identifier: Apache-2.0
// Runs the algorithms of an operation in every case of a grid and counts what was compared.
//
// Threads     Cases run side by side, each on one worker. The result does not depend on how many.

#pragma once

#include "collectives/grid.hpp"
#include "collectives/operations.hpp"

#include <toruscope/error.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

namespace toruscope::collectives {

/// A failed case.
struct SweepFailure {
  std::string command;              ///< runs the case by itself
  ExitCode code = ExitCode::ok;     ///< of that command
  std::vector<std::string> faults;  ///< a sentence each
};

/// Results of the cases of one algorithm.
struct SweepLine {
  std::string operation;
  std::string algorithm;
  std::string restrictions;            ///< why cases were refused, in words
  std::int64_t runs = 0;               ///< verified, with any outcome
  std::int64_t refused = 0;            ///< by the algorithm's precondition
  std::int64_t predictions = 0;        ///< runs whose critical path was compared with a formula
  std::int64_t bounds = 0;             ///< runs whose time was compared with a lower bound
  std::int64_t conflict_free = 0;      ///< runs that claim no link conflicts, which was checked
  std::vector<SweepFailure> failures;  ///< in the order of the grid
};

/// Verifies each algorithm in each case that it does not refuse. `execution.name` is the program
/// that repeats a case. Its `workers` run cases side by side (0: one per core; fewer where the
/// computer gives no more threads); `before_each` is called before a case, perhaps by several
/// threads at once, and sets its time limit.
/// Errors    InterruptedError, HostLimitError, std::bad_alloc, and whatever before_each throws; any
///           other exception of a case is its failure. With `ended_by` the error goes there, and
///           the lines are those of the cases done.
std::vector<SweepLine> sweep(
    const Operation& operation, const std::vector<const AlgorithmInfo*>& algorithms,
    const std::vector<GridCase>& cases, const Execution& execution,
    const std::function<void(Execution&)>& before_each = [](Execution&) {},
    std::exception_ptr* ended_by = nullptr);

}  // namespace toruscope::collectives
