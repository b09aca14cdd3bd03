// SPDX-License-Identifier: Apache-2.0
// Meaning of a machine's switching for a message that must wait.

#pragma once

#include <toruscope/parameters.hpp>

namespace toruscope::core {

/// Virtual channels of a link.
inline constexpr int kMostChannels = 4;

/// True if messages that wait on their way hold virtual channels, or slots of finite buffers, that
/// others need.
inline bool holds_while_waiting(const Parameters& machine) {
  return machine.switching == Switching::wormhole || machine.buffers.value_or(0) > 0;
}

}  // namespace toruscope::core
