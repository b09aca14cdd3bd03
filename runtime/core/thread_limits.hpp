// SPDX-License-Identifier: Apache-2.0
// Starts of threads, which this computer may refuse.

#pragma once

#include "runtime/core/host_advice.hpp"

#include <toruscope/error.hpp>

#include <string>
#include <system_error>

namespace toruscope::core {

/// Calls `start`, which starts threads, and returns its result.
/// Errors    HostLimitError if this computer refuses them; other exceptions of `start`.
template <class Start>
auto within_thread_limits(const Start& start) {
  try {
    return start();
  } catch (const std::system_error& e) {
    throw HostLimitError(std::string("threads: this computer refuses another: ") + e.what() +
                         fewer_threads_advice());
  }
}

}  // namespace toruscope::core
