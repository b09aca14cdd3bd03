// SPDX-License-Identifier: Apache-2.0

#include "cli/interrupt.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <csignal>
#include <string>
#include <string_view>
#include <unistd.h>

namespace toruscope::detail {

namespace {

// A signal handler can reach nothing but globals.
std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr std::array<int, 2> kSignals{SIGINT, SIGTERM};
std::array<struct sigaction, kSignals.size()> former;
struct sigaction former_file_size;  // a write beyond the limit of file sizes fails instead, and is reported

std::atomic<bool> is_reading{false};

void on_signal(int) {
  if (is_reading.load(std::memory_order_relaxed)) {
    constexpr std::string_view kWhy = "toruscope: interrupted while it read its input; nothing was written\n";
    static_cast<void>(!write(STDERR_FILENO, kWhy.data(), kWhy.size()));
    _exit(static_cast<int>(ExitCode::interrupted));
  }
  if (flag.exchange(true, std::memory_order_relaxed)) _exit(static_cast<int>(ExitCode::interrupted));
}

}  // namespace

const std::atomic<bool>& interrupt_flag() {
  return flag;
}

InterruptWatch::InterruptWatch() {
  flag.store(false, std::memory_order_relaxed);
  struct sigaction action = {};
  action.sa_handler = &on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &former[i]);
  action.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &action, &former_file_size);
}

InterruptWatch::~InterruptWatch() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &former[i], nullptr);
  sigaction(SIGXFSZ, &former_file_size, nullptr);
}

InterruptsEndReading::InterruptsEndReading() {
  is_reading.store(true, std::memory_order_relaxed);
}

InterruptsEndReading::~InterruptsEndReading() {
  is_reading.store(false, std::memory_order_relaxed);
}

void throw_if_interrupted(const char* operation) {
  if (flag.load(std::memory_order_relaxed))
    throw InterruptedError(std::string(operation) + ": interrupted; nothing was written");
}

}  // namespace toruscope::detail
