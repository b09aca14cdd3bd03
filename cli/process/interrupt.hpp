// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, a terminal that is gone and a request to terminate: SIGINT, SIGHUP, SIGTERM.
//
//   while a run is under way that looks at the flag    the first asks it to end, the second ends the process
//   before, and while results are written              the first ends the process
//
// Whichever ends the process leaves no file that is half written, nor does a signal whose default action ends
// it, such as SIGQUIT, unless the program handles that signal.
//
// Threads     The flag is set by a signal handler and read by anyone.

#pragma once

#include <toruscope/error.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace toruscope::cli {

/// True from the first signal on that did not end the process.
const std::atomic<bool>& interrupt_flag();

/// The flag, for a run that ends in order when it is set: from now on the first signal sets it.
const std::atomic<bool>& listen_for_interrupt();

/// From now on the first signal ends the process: nobody looks at the flag.
void end_at_interrupt();

/// While it lives, the signals do what is said above, unless the process was started with them ignored, as by nohup; then the
/// former handlers are back.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();
};

/// Ends the process when --time-limit passes while what the command line names is read and checked, before a run can look at
/// the time.
///
/// Threads     One of its own, if there is a limit.
class ReadingLimit {
 public:
  using Clock = std::chrono::steady_clock;

  /// Errors    HostLimitError if this computer refuses the thread.
  ReadingLimit(std::optional<std::chrono::milliseconds> limit, Clock::time_point start);
  ReadingLimit(const ReadingLimit&) = delete;
  ReadingLimit& operator=(const ReadingLimit&) = delete;
  ~ReadingLimit();

 private:
  std::mutex mutex_;
  std::condition_variable end_;
  bool has_ended_ = false;  // guarded by mutex_
  std::thread thread_;      // last: it uses all the others
};

/// That of a command that would end well: `interrupted` if a signal came that no run saw, between its last run and its first output.
ExitCode code_after_interrupt(ExitCode code);

/// Errors    InterruptedError if the flag is set.
void throw_if_interrupted(const char* operation);

/// Without destructors, for something cannot be waited for. No file stays half written.
[[noreturn]] void end_process(ExitCode code);

}  // namespace toruscope::cli
