// SPDX-License-Identifier: Apache-2.0

#include "cli/process/interrupt.hpp"

#include "runtime/core/standard_error.hpp"
#include "runtime/core/thread_limits.hpp"
#include "runtime/files/partial_files.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <fmt/core.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace toruscope::cli {

namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> flag{false};
std::atomic<bool> is_listened_to{false};
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kSignals.size()> former;
/// Signals whose default action ends the process.
constexpr std::array<int, 6> kEnding{SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE};
std::array<struct sigaction, kEnding.size()> former_ending;
struct sigaction former_file_size;  // a write beyond the limit of file sizes fails instead, and is reported

void on_signal(int) {
  const bool is_writing = core::are_files_being_written();
  if (is_listened_to.load(std::memory_order_relaxed) && !is_writing &&
      !flag.exchange(true, std::memory_order_relaxed))
    return;
  constexpr std::string_view kWhy = "toruscope: interrupted\n";
  constexpr std::string_view kWhileWriting =
      "toruscope: interrupted; the file that was being written is as it was before\n";
  const std::string_view why = is_writing ? kWhileWriting : kWhy;
  core::write_to_standard_error(why);
  end_process(ExitCode::interrupted);
}

/// SA_RESETHAND has brought the default action back.
void on_ending_signal(int signal) {
  core::remove_partial_files();
  raise(signal);
}

/// Unless somebody else handles them.
void clean_up_at_ending_signals() {
  struct sigaction action = {};
  action.sa_handler = &on_ending_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kEnding.size(); ++i) {
    sigaction(kEnding[i], nullptr, &former_ending[i]);
    if (former_ending[i].sa_handler == SIG_DFL) sigaction(kEnding[i], &action, nullptr);
  }
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  return flag;
}

const std::atomic<bool>& listen_for_interrupt() {
  is_listened_to.store(true, std::memory_order_relaxed);
  return flag;
}

void end_at_interrupt() {
  is_listened_to.store(false, std::memory_order_relaxed);
}

InterruptWatch::InterruptWatch() {
  flag.store(false, std::memory_order_relaxed);
  end_at_interrupt();
  struct sigaction action = {};
  action.sa_handler = &on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &former[i]);
    if (former[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
  clean_up_at_ending_signals();
  action.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &action, &former_file_size);
}

InterruptWatch::~InterruptWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &former[i], nullptr);
  for (std::size_t i = 0; i < kEnding.size(); ++i) sigaction(kEnding[i], &former_ending[i], nullptr);
  sigaction(SIGXFSZ, &former_file_size, nullptr);
}

ReadingLimit::ReadingLimit(std::optional<std::chrono::milliseconds> limit, Clock::time_point start) {
  if (!limit) return;
  const auto watch = [this, limit = *limit, until = start + *limit] {
    std::unique_lock lock(mutex_);
    if (end_.wait_until(lock, until, [this] { return has_ended_; })) return;
    std::fputs(fmt::format("toruscope: time limit: {} ms passed while the machine and its files were read and "
                           "checked; give a longer --time-limit, or a smaller network or input\n",
                           limit.count())
                   .c_str(),
               stderr);
    end_process(ExitCode::host_limit);
  };
  thread_ = core::within_thread_limits([&] { return std::thread(watch); });
}

ReadingLimit::~ReadingLimit() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  end_.notify_one();
  thread_.join();
}

ExitCode code_after_interrupt(ExitCode code) {
  return code == ExitCode::ok && flag.load(std::memory_order_relaxed) ? ExitCode::interrupted : code;
}

void throw_if_interrupted(const char* operation) {
  if (flag.load(std::memory_order_relaxed))
    throw InterruptedError(std::string(operation) + ": interrupted; nothing was written");
}

void end_process(ExitCode code) {
  core::remove_partial_files();
  _exit(static_cast<int>(code));
}

}  // namespace toruscope::cli
