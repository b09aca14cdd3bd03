// SPDX-License-Identifier: Apache-2.0
// Walks the stack where a signal arrives, and where the submission throws, by an own __cxa_throw.

#include "labs/runner/faults.hpp"

#include "labs/support/exam.hpp"
#include "runtime/pe/pe.hpp"
#include "sandbox/secret.hpp"
#include "sandbox/system_calls.hpp"

#include <array>
#include <csignal>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>
#include <map>
#include <span>
#include <unistd.h>
#include <unwind.h>

namespace toruscope::labs {

using namespace sandbox;

namespace {

constexpr std::size_t kMostFrames = 16;
constexpr int kMostCalls = 64;

/// Calls in the submission, the last one first.
struct Frames {
  std::array<std::uint64_t, kMostFrames> offsets{};
  std::size_t count = 0;
  int walked = 0;
  bool begins_inside = false;  ///< the failed instruction itself lies in it
  bool has_begun = false;      ///< the frames of the handler are passed
};

/// State of the process. Written once, before the submission runs.
struct {
  int channel = -1;
  std::uintptr_t base = 0, begin = 0, end = 0;
} told_runner;

std::map<Rank, std::vector<std::uint64_t>> exceptions;

_Unwind_Reason_Code note_frame(_Unwind_Context* context, void* into) {
  auto& frames = *static_cast<Frames*>(into);
  int is_at_the_instruction = 0;
  const std::uintptr_t next = _Unwind_GetIPInfo(context, &is_at_the_instruction);
  const std::uintptr_t at = is_at_the_instruction != 0 ? next : next - 1;
  const bool is_inside = at >= told_runner.begin && at < told_runner.end;
  if (is_at_the_instruction != 0 && !frames.has_begun) {
    frames.has_begun = true;
    frames.begins_inside = is_inside;
  }
  if (is_inside) frames.offsets[frames.count++] = at - told_runner.base;
  const bool goes_on = frames.count < kMostFrames && ++frames.walked < kMostCalls;
  return goes_on ? _URC_NO_REASON : _URC_END_OF_STACK;
}

Frames frames_here() {
  Frames frames;
  if (told_runner.end != 0) _Unwind_Backtrace(note_frame, &frames);
  return frames;
}

/// Reports the end, in a signal handler: without memory, without locks.
[[noreturn]] void tell_end(int signal) {
  const Frames frames = frames_here();
  const TrialProgress& progress = trial_progress();
  std::array<char, 512> text{};
  auto end = fmt::format_to_n(text.data(), text.size(), "{} {} {} {}", signal, progress.messages.load(),
                              progress.reached.load(), frames.begins_inside ? 1 : 0)
                 .out;
  for (const std::uint64_t offset : std::span(frames.offsets).first(frames.count))
    end = fmt::format_to_n(end, static_cast<std::size_t>(text.data() + text.size() - end), " {}", offset).out;
  write_line(told_runner.channel, {"end ", {text.data(), static_cast<std::size_t>(end - text.data())}});
  _exit(kStoppedCode);
}

void on_end(int signal, siginfo_t* /*info*/, void* /*context*/) {
  tell_end(signal);
}

/// Notes the code of the object that has this function.
int note_code(dl_phdr_info* info, std::size_t, void* function) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(function);
  for (const ElfW(Phdr) & part : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
    const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || wanted < begin || wanted >= begin + part.p_memsz) continue;
    told_runner.base = info->dlpi_addr;
    told_runner.begin = begin;
    told_runner.end = begin + part.p_memsz;
    return 1;
  }
  return 0;
}

}  // namespace

void tell_faults(int channel, const void* function) {
  told_runner.channel = channel;
  dl_iterate_phdr(note_code, const_cast<void*>(function));
  // First use of the linker and the unwinder, here and not in a handler.
  frames_here();
  struct sigaction action = {};
  action.sa_sigaction = on_end;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU})
    sigaction(signal, &action, nullptr);
}

void end_for_memory() {
  if (told_runner.channel < 0) stop_runner("asks for more memory than a lab may have");
  tell_end(0);
}

std::vector<std::uint64_t> thrown_from(Rank pe) {
  const auto found = exceptions.find(pe);
  return found == exceptions.end() ? std::vector<std::uint64_t>{} : found->second;
}

void forget_exceptions() {
  exceptions.clear();
}

namespace {

void note_exception() {
  const core::Pe* const pe = core::current_pe();
  if (pe == nullptr) return;
  const Frames frames = frames_here();
  if (frames.count == 0) return;
  exceptions[pe->rank()].assign(frames.offsets.begin(),
                                frames.offsets.begin() + static_cast<std::ptrdiff_t>(frames.count));
}

}  // namespace

}  // namespace toruscope::labs

// Replaces the C++ runtime's (Itanium C++ ABI, Exception Handling, 2.4.3), and calls it in the end.
extern "C" __attribute__((visibility("default"), noreturn)) void __cxa_throw(void* object, void* type,
                                                                             void (*destructor)(void*)) {
  using Throw = void (*)(void*, void*, void (*)(void*));
  static const auto real = reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"));
  toruscope::labs::note_exception();
  real(object, type, destructor);
  __builtin_unreachable();
}
