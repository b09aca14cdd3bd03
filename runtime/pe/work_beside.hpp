// SPDX-License-Identifier: Apache-2.0
// Local work that goes on while messages come and started operations go on: what a program does
// that has several things to work on at once, and one clock.
//
//     while (const auto first = core::work_until(end, requests)) comm.wait(*requests[*first]);

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace toruscope::core {

/// No end: work_until() waits for a request.
inline constexpr Ticks kNoEnd{INT64_MAX};

/// Work of the PE that runs until `end`, if none of the requests is complete by then: the clock is
/// `end`, and the PE's processor is left to the operations that it has started (T13). Else the
/// index of the one that wait_any would take; the clock stays, and a wait for it comes next. Null
/// pointers and requests that are complete already count for nothing.
/// Errors    ProgramError for an `end` after the longest time.
[[nodiscard]] std::optional<std::size_t> work_until(Ticks end, std::span<Request* const> requests);

}  // namespace toruscope::core
