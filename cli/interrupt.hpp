// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and a request to terminate: the first asks the run to end, the second ends the process.
//
// Threads     The flag is set by a signal handler and read by anyone.

#pragma once

#include <atomic>

namespace toruscope::detail {

/// True from the first SIGINT or SIGTERM on.
const std::atomic<bool>& interrupt_flag();

/// While it lives, SIGINT and SIGTERM set the flag; then the former handlers are back.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();
};

/// While it lives, the first of them ends the process: it reads what may never come, as from a pipe, and has written nothing.
class InterruptsEndReading {
 public:
  InterruptsEndReading();
  InterruptsEndReading(const InterruptsEndReading&) = delete;
  InterruptsEndReading& operator=(const InterruptsEndReading&) = delete;
  ~InterruptsEndReading();
};

/// Errors    InterruptedError if the flag is set.
void throw_if_interrupted(const char* operation);

}  // namespace toruscope::detail
