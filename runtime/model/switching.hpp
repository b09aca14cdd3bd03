// SPDX-License-Identifier: Apache-2.0
// Effects of a machine's switching on a message that must wait.

#pragma once

#include <toruscope/parameters.hpp>

namespace toruscope::core {

/// The most virtual channels of a link.
inline constexpr int kMostChannels = 4;

/// True if waiting messages hold virtual channels, or slots of finite buffers.
inline bool holds_while_waiting(const Parameters& machine) {
  return machine.switching == Switching::wormhole || machine.buffers.value_or(0) > 0;
}

}  // namespace toruscope::core
