// SPDX-License-Identifier: Apache-2.0
// Pieces of work that threads take one after the other.

#pragma once

#include <cstddef>
#include <functional>

namespace toruscope::core {

/// Calls work(0) .. work(count - 1), each once and begun in this order, on `threads` threads beside
/// this one, on as many of them as this computer gives, or here if it gives none or one is enough.
/// After a call that threw no other one begins.
/// Errors    the first that is thrown.
void in_turn(int threads, std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace toruscope::core
