// SPDX-License-Identifier: Apache-2.0
// One directed link: first come, first served, busy for x with each header that it grants (T3).
//
// Threads     All but the channel's pop side belongs to the worker that owns the router at the
//             tail; served ring by ring (network/ring_router.hpp) it has no channel and belongs to
//             its ring's worker.
// Not here    The order of asking (network/hop_router.cpp), virtual channels (the topology writes
//             them into the route).

#pragma once

#include "runtime/channel/link_channel.hpp"
#include "runtime/model/clock.hpp"

#include <toruscope/topology.hpp>
#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace toruscope::core {

/// A directed link, in one line of the host's cache.
struct alignas(64) Link {
  Ticks free_at;
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  Ticks waited;  // by headers, for this link
  // made by the first message, if the head is another worker's
  std::unique_ptr<LinkChannel> channel;
  Node head = kNoNode;  // known from the first message on
  /// 1 + the index of the last header that asks for this link, among those that are served
  /// together; 0 if none does.
  std::uint32_t last_asking = 0;
  /// The time at which the headers that wait for this link are looked at
  /// (network/waiting_router.hpp).
  Ticks wake_at = kNever;

  /// Notes a grant to a header that asked at `asks` for a message of `size` bytes and occupation
  /// `x`.
  void occupy(Ticks asks, Ticks granted, Ticks x, std::size_t size) {
    free_at = std::min(granted + x, kBeyond);
    waited += granted - asks;
    ++messages;
    bytes += static_cast<std::int64_t>(size);
  }
};

}  // namespace toruscope::core
