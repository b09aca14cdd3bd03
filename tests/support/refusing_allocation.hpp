// SPDX-License-Identifier: Apache-2.0
// Takes the place of the process's allocation, to refuse memory when a test wants it.
//
// Threads     Any may allocate.

#pragma once

namespace toruscope::refusing {

/// From now on so many allocations are granted, then one is refused, and all after it if `from_then_on`.
/// Negative: none is.
void grant(long allocations, bool from_then_on);
/// None is refused any more.
void grant_all();
/// Since the last grant().
bool has_refused();

}  // namespace toruscope::refusing
