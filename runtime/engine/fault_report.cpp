// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/fault_report.hpp"

#include "runtime/core/standard_error.hpp"
#include "runtime/engine/run.hpp"

#include <toruscope/buffer.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>

namespace toruscope::core {

namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// the pool whose PEs this thread runs
thread_local const StackPool* watched = nullptr;
// one report, however many PEs overflow at once
std::atomic_flag is_told;
std::mutex handlers_mutex;  // of the two that follow
int living_handlers = 0;    // FaultHandlers that live
// the process's handlers before ours
std::array<struct sigaction, kSignals.size()> handlers_before;

std::size_t index_of(int signal) {
  return static_cast<std::size_t>(std::find(kSignals.begin(), kSignals.end(), signal) - kSignals.begin());
}

/// Writes to standard error as a signal handler may: without memory, without locks. Names the run
/// of `pe`, if that run has a name.
template <class... Values>
void tell(const Pe* pe, fmt::format_string<const Values&...> format, const Values&... values) {
  std::array<char, 240> text{};
  const auto end = fmt::vformat_to_n(text.data(), text.size(), format, fmt::make_format_args(values...)).out;
  const std::string_view told(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::string_view run = pe != nullptr ? std::string_view(pe->terms().execution.name) : "";
  if (run.empty()) return write_to_standard_error(told);
  write_to_standard_error(std::array<std::string_view, 4>{told, "toruscope: the run was: ", run, "\n"});
}

[[noreturn]] void tell_overflow(int pe) {
  wait_unless_first(is_told);
  const std::size_t kib = watched->asked() / 1024;
  tell(current_pe(),
       "toruscope: PE {} used more than its stack of {} KiB; try --stack {}K (Execution::stack_bytes), put "
       "large arrays into a std::vector, look for a recursion without end\n",
       pe, kib, 4 * kib);
  _exit(static_cast<int>(ExitCode::host_limit));
}

void tell_missing_data(int pe) {
  wait_unless_first(is_told);
  tell(nullptr,
       "toruscope: PE {} read or wrote a buffer of a run without data; copy by toruscope::copy(), take memory "
       "from Communicator::buffer(), ask has_data() first, or run with data\n",
       pe);
  _exit(static_cast<int>(ExitCode::program_error));
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (watched != nullptr && signal == SIGSEGV) {
    if (const Pe* pe = current_pe(); pe != nullptr && pe->overflows_operation(info->si_addr))
      tell_overflow(pe->rank());
    if (const auto pe = watched->overflowed(info->si_addr)) tell_overflow(*pe);
    const Pe* pe = current_pe();
    if (pe != nullptr && !has_data({static_cast<const std::byte*>(info->si_addr), 1}))
      tell_missing_data(pe->rank());
  }
  if (watched != nullptr)
    // into another's stack, which has no guard
    if (const auto pe = watched->overran()) tell_overflow(*pe);
  if (const Pe* pe = watched != nullptr ? current_pe() : nullptr)
    tell(pe,
         "toruscope: the program of PE {} ended the process: {}; with --engine threads a debugger shows it as "
         "the thread \"pe {}\"\n",
         pe->rank(), sigdescr_np(signal), pe->rank());
  const struct sigaction& former = handlers_before[index_of(signal)];
  if ((former.sa_flags & SA_SIGINFO) != 0 && former.sa_sigaction != nullptr) {
    former.sa_sigaction(signal, info, context);
    return;
  }
  sigaction(signal, &former, nullptr);    // the fault happens again and takes the old way
  if (info->si_code <= 0) raise(signal);  // ... but not one that was sent
}

/// Watch for exit() in a PE, which would end the process with the PE's own code and no word of the
/// run. It destroys the objects of the calling thread before all static ones, which PEs of other
/// workers still use.
class ExitWatch {
 public:
  ExitWatch() = default;
  ExitWatch(const ExitWatch&) = delete;
  ExitWatch& operator=(const ExitWatch&) = delete;
  ~ExitWatch() {
    const Pe* pe = current_pe();
    if (watched == nullptr || pe == nullptr) return;  // the thread ends
    tell(nullptr,
         "toruscope: the program of PE {} called exit(), which ends the whole process; return from the program "
         "or throw instead\n",
         pe->rank());
    _exit(static_cast<int>(ExitCode::program_error));
  }
};

}  // namespace

FaultHandlers::FaultHandlers() {
  const std::lock_guard lock(handlers_mutex);
  if (living_handlers++ > 0) return;
  struct sigaction ours = {};
  ours.sa_sigaction = &on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &ours, &handlers_before[i]);
}

FaultHandlers::~FaultHandlers() {
  const std::lock_guard lock(handlers_mutex);
  if (--living_handlers > 0) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction now = {};
    sigaction(kSignals[i], nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == &on_fault)
      sigaction(kSignals[i], &handlers_before[i], nullptr);
  }
}

FaultWatch::FaultWatch(const StackPool& stacks)
    : outer_(watched), memory_(new (std::nothrow) std::byte[kBytes]) {
  static thread_local const ExitWatch exit_watch;
  static_cast<void>(exit_watch);
  watched = &stacks;
  stack_t alternate = {};
  // an overflow is then told by the system alone
  if (memory_ == nullptr) alternate.ss_flags = SS_DISABLE;
  alternate.ss_sp = memory_.get();
  alternate.ss_size = kBytes;
  sigaltstack(&alternate, &outer_stack_);
}

FaultWatch::~FaultWatch() {
  watched = outer_;
  sigaltstack(&outer_stack_, nullptr);
}

}  // namespace toruscope::core
