// SPDX-License-Identifier: Apache-2.0
// Starts of threads, which this computer may refuse.

#pragma once

#include "runtime/core/host_advice.hpp"

#include <toruscope/error.hpp>

#include <exception>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

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

/// Calls work() here and on up to `threads` - 1 further threads, as this computer allows, and waits
/// for all. `work` must not throw, and takes its share by itself.
template <class Work>
void side_by_side(int threads, const Work& work) {
  std::vector<std::jthread> others;
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back([&work] { work(); });
  } catch (const std::exception&) {
    // Leaves all the work to the threads that did start.
  }
  work();
}

}  // namespace toruscope::core
