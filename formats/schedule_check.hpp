// SPDX-License-Identifier: Apache-2.0
// Check of all that a schedule touches, before it runs; add_schedule() requires it.

#pragma once

#include "formats/rounds.hpp"
#include "formats/schedule.hpp"

namespace toruscope::formats {

/// Errors    ConfigError with the step: chunks outside of a buffer; a partner that is not there; a
///           wait for a step that is not there; a combination in a collective that has none; a
///           message that is sent and not received, or of another length.
void check_schedule(const Schedule& schedule);

/// Errors    ConfigError with the round: a PE that is not there or sends to itself; chunks that are
///           not there; a combination in a collective that has none.
void check_schedule(const RoundSchedule& schedule);

}  // namespace toruscope::formats
