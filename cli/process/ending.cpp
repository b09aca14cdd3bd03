// SPDX-License-Identifier: Apache-2.0

#include "cli/process/ending.hpp"

#include "cli/process/computer.hpp"
#include "runtime/core/host_advice.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/standard_error.hpp"
#include "runtime/core/thread_limits.hpp"
#include "runtime/files/partial_files.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <fmt/core.h>
#include <new>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace toruscope::cli {

namespace {

std::string first_line(const std::string& report) {
  return report.substr(0, report.find('\n'));
}

}  // namespace

std::optional<Failure> failure_of(const Parameters& machine, const std::function<void()>& run) {
  const auto failure = [](const Error& e, std::string text) {
    return Failure{e.code(), std::move(text), e.what()};
  };
  const auto at = [&](const auto& e) { return core::time_text(e.when(), machine); };
  try {
    if (interrupt_flag().load(std::memory_order_relaxed)) throw InterruptedError("interrupted");
    run();
    return std::nullopt;
  } catch (const DeadlockError& e) {
    const bool is_in_network = e.where() == DeadlockError::Where::network;
    return failure(e, (is_in_network ? "network deadlock at " : "deadlock at ") + at(e));
  } catch (const PortViolationError& e) {
    return failure(e, fmt::format("PE {} broke the port rule at {}", e.rank(), at(e)));
  } catch (const ProgramError& e) {
    return failure(e, fmt::format("PE {} failed at {}", e.rank(), at(e)));
  } catch (const TooLargeError& e) {
    return failure(e, "needs more memory than it may have");
  } catch (const ConfigError& e) {
    return failure(e, first_line(e.what()));
  } catch (const Error& e) {
    return Failure{e.code(), first_line(e.what()), e.what(), true};
  } catch (const std::bad_alloc&) {
    const std::string none = "memory: this computer has no more";
    return Failure{ExitCode::host_limit, none, none + core::less_memory_advice(), true};
  }
}

void report_failure(const std::string& lines) {
  std::fflush(stdout);
  std::fputs((core::shown_lines(lines) + "\n").c_str(), stderr);
}

void tell(const Failure& failure, const std::string& run) {
  report_failure(fmt::format("toruscope: {}: {}", run, failure.report));
  if (failure.ends_command) report_failure("toruscope: what was to follow was not run");
}

ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array kWorstFirst{ExitCode::interrupted, ExitCode::wrong_result,   ExitCode::bound_beaten,
                                   ExitCode::deadlock,    ExitCode::port_violation, ExitCode::program_error,
                                   ExitCode::host_limit,  ExitCode::usage,          ExitCode::ok};
  return std::min(a, b, [&](ExitCode x, ExitCode y) {
    return std::find(kWorstFirst.begin(), kWorstFirst.end(), x) <
           std::find(kWorstFirst.begin(), kWorstFirst.end(), y);
  });
}

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
struct sigaction former_file_size;  // SIGXFSZ: the write fails instead, and is reported

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

/// Cleans up at these signals unless somebody else handles them.
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
