// SPDX-License-Identifier: Apache-2.0
// Memory of a submission's static constructors, a part of its statics, which each PE has apart.

#pragma once

#include <cstddef>
#include <span>

namespace toruscope::labs {

/// Makes `new` take memory from one place, or, if full, from the heap, until end_load().
void begin_load();
/// Ends this; returns the memory that was taken.
std::span<std::byte> end_load();

}  // namespace toruscope::labs
