// SPDX-License-Identifier: Apache-2.0
// A schedule as an algorithm of its operation.

#pragma once

#include "formats/rounds.hpp"
#include "formats/schedule.hpp"

#include <toruscope/catalogue.hpp>

#include <string>

namespace toruscope::formats {

/// Adds the schedule to the algorithms of its operation, by this name. It runs on as many PEs as it
/// has GPUs, and its operators commute. It has no formula.
/// Errors    ConfigError if the name is taken; as of check_schedule().
void add_schedule(Catalogue& catalogue, const std::string& name, const Schedule& schedule);
/// Adds a schedule in rounds: a PE's round is one round, with one startup.
void add_schedule(Catalogue& catalogue, const std::string& name, const RoundSchedule& schedule);

}  // namespace toruscope::formats
