// SPDX-License-Identifier: Apache-2.0
// Takes the place of the process's allocation, and of how it starts threads, to refuse either when
// a test wants it.
//
// Threads     Any may allocate.

#pragma once

namespace toruscope::refusing {

/// From now on so many allocations are granted, then one is refused, and all after it if
/// `from_then_on`. Negative: none is.
void grant(long allocations, bool from_then_on);
/// None is refused any more.
void grant_all();
/// Since the last grant().
bool has_refused();

/// From now on so many threads are granted, then all are refused. Negative: none is.
void grant_threads(long threads);
/// How many have been asked for since then.
long threads_asked_for();

}  // namespace toruscope::refusing
