// SPDX-License-Identifier: Apache-2.0
// The worker threads of a run: an arena of oneTBB.
//
// Threads     work(0) runs on the caller, the others each on a thread of its own, all at the same time.

#pragma once

#include <toruscope/error.hpp>

#include <functional>
#include <stdexcept>
#include <string>

namespace toruscope::detail {

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

/// Calls work(w) for w = 0 .. workers-1 concurrently and returns when all have returned. `work` must not throw.
/// oneTBB promises no thread in particular; those it does not supply soon are started here.
/// Errors    HostLimitError, std::bad_alloc if a thread cannot be started; then nobody has worked.
void run_team(int workers, const std::function<void(int)>& work);

}  // namespace toruscope::detail
