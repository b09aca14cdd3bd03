// SPDX-License-Identifier: Apache-2.0
// Prefetches of a worker: of thousands of PEs none has its state and stack in the host's caches.
// The only file that counts the lines of memory of a PE.
//
// Threads     Called by the worker of the PEs. Nothing is changed.

#pragma once

#include "runtime/path/message.hpp"
#include "runtime/pe/pe.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::core {

/// Lines of 64 bytes of a PE that every message needs, on a machine with one port and without g
/// (tests/runtime/pe/prefetch_test.cpp).
struct HotLines {
  std::size_t first, count;
};
constexpr HotLines kCore{1, 9};       ///< ports, identity, wait, clock, book
constexpr HotLines kCalls{12, 5};     ///< body, round, checks, posting, calls
constexpr HotLines kMatching{18, 5};  ///< requests, sends, receives with the mailbox
constexpr HotLines kIdentity{5, 3};   ///< identity and wait, in the core

/// Prefetches what the next PEs need: the worker is about to resume the i-th of these.
void prefetch_after(const std::vector<Pe*>& pes, std::size_t i);

/// Prefetches what Pe::deliver() needs, in three steps, each of which reads what the one before has
/// asked for.
void prefetch_for_delivery(const Pe& pe);
/// The second step: the list of the requests for which the PE waits.
void prefetch_wait(const Pe& pe);
/// The third step: these requests.
void prefetch_awaited(const Pe& pe);

}  // namespace toruscope::core
