// SPDX-License-Identifier: Apache-2.0
// What a PE waits for, and how it stops waiting when the run is ended.

#pragma once

#include "runtime/engine/group.hpp"
#include "runtime/path/request.hpp"

#include <toruscope/communicator.hpp>

#include <cstdint>
#include <span>

namespace toruscope::detail {

/// Unwinds a PE whose run is being ended. Not a std::exception, so that programs do not swallow it.
struct Unwound {};

/// A communicator as one of its PEs sees it.
struct Place {
  Group& group;
  std::uint32_t context;
  Rank rank;  // of the PE in the group
};

/// What a waiting PE waits for. Those that take what comes first in virtual time wait for their turn: the plan
/// says when nothing earlier can come any more (T10, engine/pe_turns.cpp).
struct PeWait {
  enum class Until {
    matched,  // each of the receives has its message, of each send the end is known; all receives name their source
    own_sends,   // the ends of the sends that share a port with the receptions and come before them are known
    met,         // all members have come to the meeting
    turn_all,    // each of the requests is complete
    turn_any,    // one of the requests is complete
    turn_now,    // the PE's clock: a test or a probe
    turn_event,  // the next arrival, or end of an own send: an unsuccessful test or probe at one clock again
  };
  Until until = Until::matched;
  const char* operation = "";
  std::span<RequestState* const> requests{};  // receives without a message are missing
  Group* meeting = nullptr;
  std::span<const Request> any{};  // instead of `requests`, until turn_any: one of these that are pending

  [[nodiscard]] bool is_for_turn() const { return until >= Until::turn_all; }
};

}  // namespace toruscope::detail
