// SPDX-License-Identifier: Apache-2.0
// Threads that this computer may refuse.

#pragma once

#include <toruscope/error.hpp>

#include <stdexcept>
#include <string>

namespace toruscope::core {

/// What `start` returns, which starts threads.
/// Errors    HostLimitError if this computer refuses them; what else `start` throws.
template <class Start>
auto within_thread_limits(const Start& start) {
  try {
    return start();
  } catch (const std::runtime_error& e) {  // std::system_error, or oneTBB's
    throw HostLimitError(std::string("threads: this computer refuses another: ") + e.what());
  }
}

}  // namespace toruscope::core
