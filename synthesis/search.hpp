// SPDX-License-Identifier: Apache-2.0
// The search for a schedule: fewest rounds, then the least volume with these rounds.

#pragma once

#include "synthesis/bounds.hpp"
#include "synthesis/instance.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace toruscope::synthesis {

/// `undecided`: stopped before there was a schedule.
enum class Status { optimal, feasible, infeasible, undecided };
std::string to_string(Status status);

struct Search {
  Status status = Status::undecided;
  Plan plan;          ///< empty if infeasible or undecided
  Least rounds;       ///< no schedule has fewer: by counting, or by the search
  Least volume;       ///< no schedule of so many rounds as the plan's has less
  int variables = 0;  ///< variables of the largest formula
  std::size_t clauses = 0;
  int formulas = 0;
};

/// Searches for a schedule. `rounds`: upper limit on rounds, then least volume; without it, fewest
/// rounds. `stop` is asked now and then, and ends the search by true. What is found does not depend
/// on it otherwise.
/// Errors    ConfigError if there is no solver, or no way from a chunk to a PE that needs it.
///           HostLimitError if a formula would be too large, with its size.
Search search(const Instance& instance, std::optional<int> rounds, const std::function<bool()>& stop);

/// Limit on chunks x ways x rounds, beyond which a search is refused before a formula is made.
inline constexpr std::int64_t kMostMoves = 400'000;

}  // namespace toruscope::synthesis
