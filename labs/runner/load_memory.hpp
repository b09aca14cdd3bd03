// SPDX-License-Identifier: Apache-2.0
// What a submission's static constructors take from the heap: it belongs to its statics, of which each PE has its own.

#pragma once

#include <cstddef>
#include <span>

namespace toruscope::labs {

/// From now on `new` takes memory from one place, until end_load(). What does not fit there comes from the heap as ever.
void begin_load();
/// The memory that was taken.
std::span<std::byte> end_load();

}  // namespace toruscope::labs
