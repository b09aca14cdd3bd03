// SPDX-License-Identifier: Apache-2.0
// The worker threads of a run, in an arena of oneTBB.
//
// Threads     work(0) runs on the caller, the others each on a thread of its own, all at the same time. The
//             arena has a place for each of them, so that oneTBB starts no thread: it would do so from a thread
//             of its own, where a refusal by the computer ends the process.

#pragma once

#include <functional>

namespace toruscope::core {

/// Calls work(w) for w = 0 .. workers-1 concurrently and returns when all have returned. `work` must not throw.
/// Errors    HostLimitError, std::bad_alloc if a thread cannot be started or has no place; then nobody has worked.
void run_team(int workers, const std::function<void(int)>& work);

}  // namespace toruscope::core
