// SPDX-License-Identifier: Apache-2.0
// The worker threads of a run: an arena of oneTBB.
//
// Threads     work(0) runs on the caller, the others each on a thread of its own, all at the same time.

#pragma once

#include <functional>

namespace toruscope::core {

/// Calls work(w) for w = 0 .. workers-1 concurrently and returns when all have returned. `work` must not throw.
/// oneTBB promises no thread in particular; those it does not supply soon are started here.
/// Errors    HostLimitError, std::bad_alloc if a thread cannot be started; then nobody has worked.
void run_team(int workers, const std::function<void(int)>& work);

}  // namespace toruscope::core
