// SPDX-License-Identifier: Apache-2.0
// How runs and commands end: by a failure, of which a row of a table tells before the command goes
// on with the next run, or by a signal.
//
// SIGINT, SIGHUP, SIGTERM:
//   while a run looks at the flag            the first asks it to end, the second ends the process
//   before, and while results are written    the first ends the process
//
// No file stays half written, neither by these nor by a signal whose default action ends the
// process, such as SIGQUIT, unless the program handles that signal.
//
// Threads     The flag is set by a signal handler and read by anyone.

#pragma once

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace toruscope::cli {

struct Failure {
  ExitCode code = ExitCode::ok;
  std::string text;           ///< "deadlock at 12 us": what a row has room for
  std::string report;         ///< all that is known
  bool ends_command = false;  ///< interrupted, or out of time or memory: further runs would be, too
};

/// Calls `run`; nothing unless it throws.
std::optional<Failure> failure_of(const Parameters& machine, const std::function<void()>& run);

/// Shows the whole report on standard error, under the name of the run.
void tell(const Failure& failure, const std::string& run);

/// Lines about a failure, on standard error whatever was asked for.
void report_failure(const std::string& lines);

/// The code that a command with both ends with. An interrupt counts most; then wrong data, a beaten
/// bound (who does nothing is fast), a deadlock, a broken port rule, a failed program, a limit of
/// this computer, a refusal.
ExitCode worse(ExitCode a, ExitCode b);

/// True from the first signal on that did not end the process.
const std::atomic<bool>& interrupt_flag();

/// The flag, for a run that ends in order when it is set: from now on the first signal sets it.
const std::atomic<bool>& listen_for_interrupt();

/// Lets the first signal end the process from now on: nobody looks at the flag.
void end_at_interrupt();

/// Makes the signals do so while it lives, unless the process was started with them ignored, as by
/// nohup.
class InterruptWatch {
 public:
  InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();
};

/// Ends the process when --time-limit passes while what the command line names is read and checked.
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

/// The code of a command: `interrupted` if it would be ok but for a signal that no run saw.
ExitCode code_after_interrupt(ExitCode code);

/// Errors    InterruptedError if the flag is set.
void throw_if_interrupted(const char* operation);

/// Ends without destructors, for something cannot be waited for. No file stays half written.
[[noreturn]] void end_process(ExitCode code);

}  // namespace toruscope::cli
