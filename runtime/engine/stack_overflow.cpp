// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/stack_overflow.hpp"

#include <toruscope/error.hpp>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace toruscope::detail {

namespace {

thread_local const StackPool* watched = nullptr;  // the pool whose PEs this thread runs
std::atomic_flag is_told;                         // one report, however many PEs overflow at once
struct sigaction before;                          // the process's handler before ours

void on_fault(int signal, siginfo_t* info, void* context) {
  if (watched != nullptr) {
    if (const auto pe = watched->overflowed(info->si_addr)) {
      while (is_told.test_and_set(std::memory_order_relaxed)) pause();  // another PE's is; it ends the process
      char text[160];
      const std::size_t kib = watched->asked() / 1024;
      const int length = std::snprintf(
          text, sizeof text, "toruscope: PE %d used more than its stack of %zu KiB; try --stack %zuK\n", *pe,
          kib, 4 * kib);
      if (length > 0) {
        const auto written = write(STDERR_FILENO, text, static_cast<std::size_t>(length));
        static_cast<void>(written);  // nothing is left to be done about it
      }
      _exit(static_cast<int>(ExitCode::host_limit));
    }
  }
  if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr) {
    before.sa_sigaction(signal, info, context);
    return;
  }
  sigaction(signal, &before, nullptr);  // the fault happens again and takes the old way
}

}  // namespace

void install_stack_overflow_report() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction ours = {};
    ours.sa_sigaction = &on_fault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    sigaction(SIGSEGV, &ours, &before);
  });
}

OverflowWatch::OverflowWatch(const StackPool& stacks)
    : outer_(watched), memory_(std::make_unique<std::byte[]>(kBytes)) {
  stack_t alternate = {};
  alternate.ss_sp = memory_.get();
  alternate.ss_size = kBytes;
  sigaltstack(&alternate, &outer_stack_);
  watched = &stacks;
}

OverflowWatch::~OverflowWatch() {
  watched = outer_;
  sigaltstack(&outer_stack_, nullptr);
}

}  // namespace toruscope::detail
