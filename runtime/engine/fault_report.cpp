// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/fault_report.hpp"

#include "runtime/engine/pe.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <new>
#include <unistd.h>

namespace toruscope::detail {

namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

thread_local const StackPool* watched = nullptr;       // the pool whose PEs this thread runs
std::atomic_flag is_told;                              // one report, however many PEs overflow at once
std::array<struct sigaction, kSignals.size()> before;  // the process's handlers before ours

std::size_t index_of(int signal) {
  return static_cast<std::size_t>(std::find(kSignals.begin(), kSignals.end(), signal) - kSignals.begin());
}

/// What a signal handler may do: no memory, no locks.
template <class... Values>
void tell(fmt::format_string<const Values&...> format, const Values&... values) {
  std::array<char, 240> text{};
  const auto end = fmt::vformat_to_n(text.data(), text.size(), format, fmt::make_format_args(values...)).out;
  const auto written = write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end - text.data()));
  static_cast<void>(written);  // nothing is left to be done about it
}

void tell_overflow(int pe) {
  while (is_told.test_and_set(std::memory_order_relaxed)) pause();  // another PE's is; it ends the process
  const std::size_t kib = watched->asked() / 1024;
  tell("toruscope: PE {} used more than its stack of {} KiB; try --stack {}K\n", pe, kib, 4 * kib);
  _exit(static_cast<int>(ExitCode::host_limit));
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (watched != nullptr && signal == SIGSEGV) {
    if (const auto pe = watched->overflowed(info->si_addr)) tell_overflow(*pe);
  }
  if (const Pe* pe = watched != nullptr ? current_pe() : nullptr)
    tell(
        "toruscope: the program of PE {} ended the process: {}; with --engine threads a debugger shows it as "
        "the thread \"pe {}\"\n",
        pe->rank(), sigdescr_np(signal), pe->rank());
  const struct sigaction& former = before[index_of(signal)];
  if ((former.sa_flags & SA_SIGINFO) != 0 && former.sa_sigaction != nullptr) {
    former.sa_sigaction(signal, info, context);
    return;
  }
  sigaction(signal, &former, nullptr);    // the fault happens again and takes the old way
  if (info->si_code <= 0) raise(signal);  // ... but not one that was sent
}

/// exit() in a PE would end the process with the PE's own code and no word of the run.
void on_exit() {
  const Pe* pe = current_pe();
  if (pe == nullptr) return;
  tell(
      "toruscope: the program of PE {} called exit(), which ends the whole process; return from the program or "
      "throw instead\n",
      pe->rank());
  _exit(static_cast<int>(ExitCode::program_error));
}

}  // namespace

void install_fault_report() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction ours = {};
    ours.sa_sigaction = &on_fault;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&ours.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &ours, &before[i]);
    std::atexit(&on_exit);
  });
}

FaultWatch::FaultWatch(const StackPool& stacks)
    : outer_(watched), memory_(new (std::nothrow) std::byte[kBytes]) {
  watched = &stacks;
  stack_t alternate = {};
  if (memory_ == nullptr) alternate.ss_flags = SS_DISABLE;  // an overflow is then told by the system alone
  alternate.ss_sp = memory_.get();
  alternate.ss_size = kBytes;
  sigaltstack(&alternate, &outer_stack_);
}

FaultWatch::~FaultWatch() {
  watched = outer_;
  sigaltstack(&outer_stack_, nullptr);
}

}  // namespace toruscope::detail
