// SPDX-License-Identifier: Apache-2.0
// Common part of engines: joint deliveries, prefetched parts of a message, and refused memory.

#pragma once

#include "runtime/network/network.hpp"

#include <cstddef>

namespace toruscope::core {

/// Messages delivered together, so that their PEs still find them in the host's caches.
inline constexpr std::size_t kDelivered = 128;

/// Cache lines of a message, from its beginning, that a router touches.
inline constexpr std::size_t kRouted = 3;

/// True if the links, and so the messages, are few enough to stay in the host's caches.
inline bool is_small(const Wiring& wiring) {
  constexpr std::size_t kSmall = std::size_t{128} << 10U;  // bytes of links
  return wiring.links().size() * sizeof(Link) <= kSmall;
}

/// Runs an action without throwing. If this computer refuses it memory, the run ends.
template <class Action>
void keep_refusal(NetworkClient& client, int worker, const Action& action) {
  try {
    action();
  } catch (...) {
    client.note_refusal(worker);
  }
}

}  // namespace toruscope::core
