// SPDX-License-Identifier: Apache-2.0
// One directed link: first come, first served, busy for x with each header that it grants (T3).
//
// Threads     All but the channel's pop side belongs to the worker of the router at the tail; if
//             rings are served (network/ring_router.hpp), to the ring's worker, without a channel.
// Not here    The order of asking (network/hop_router.cpp), virtual channels (in the route).

#pragma once

#include "runtime/channel/link_channel.hpp"
#include "runtime/model/clock.hpp"

#include <toruscope/topology.hpp>
#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace toruscope::core {

/// A directed link, in one cache line of the host.
struct alignas(64) Link {
  Ticks free_at;
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  Ticks waited;                          // by headers, for this link
  std::unique_ptr<LinkChannel> channel;  // made by the first message to another worker
  Node head = kNoNode;                   // known from the first message on
  /// Number, plus 1, of the last header served together that asks for this link; 0 if none.
  std::uint32_t last_asking = 0;
  /// The time at which the headers that wait for it are looked at (network/waiting_router.hpp).
  Ticks wake_at = kNever;

  /// Notes a grant to a header that asked at `asks`, for `size` bytes and occupation `x`.
  void occupy(Ticks asks, Ticks granted, Ticks x, std::size_t size) {
    free_at = std::min(granted + x, kBeyond);
    waited += granted - asks;
    ++messages;
    bytes += static_cast<std::int64_t>(size);
  }
};

}  // namespace toruscope::core
