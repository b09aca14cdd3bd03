// SPDX-License-Identifier: Apache-2.0
// Common part of engines that serve messages: how many they deliver together, how much of a message
// they prefetch, and what becomes of memory that this computer refuses.

#pragma once

#include "runtime/network/network.hpp"

#include <cstddef>

namespace toruscope::core {

/// Messages that an engine delivers together, so that their PEs still find them in the host's
/// caches.
inline constexpr std::size_t kDelivered = 128;

/// Cache lines of a message that a router reads or writes, from its beginning on.
inline constexpr std::size_t kRouted = 3;

/// Runs an action. If this computer refuses it memory, the run ends; nothing is thrown here.
template <class Action>
void keep_refusal(NetworkClient& client, int worker, const Action& action) {
  try {
    action();
  } catch (...) {
    client.note_refusal(worker);
  }
}

}  // namespace toruscope::core
