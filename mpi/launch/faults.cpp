// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/faults.hpp"

#include "runtime/core/standard_error.hpp"

#include <array>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// A signal handler can reach nothing but globals.
const Topology* network = nullptr;
Screen* run_screen = nullptr;
std::array<char, 1024> loading_words{};
std::array<struct sigaction, kSignals.size()> before;

/// "(0, 3)", as far as there is room. Takes no memory.
template <class Out>
Out write_coordinates(Out out, int rank) {
  const std::vector<int>& sides = network->sides();
  int rest = rank, size = 1;
  for (const int side : sides) size *= side;
  *out++ = '(';
  for (std::size_t i = 0; i < sides.size() && size > 0; ++i) {
    size /= sides[i];
    out = fmt::format_to(out, "{}{}", i == 0 ? "" : ", ", size > 0 ? rest / size : 0);
    if (size > 0) rest %= size;
  }
  *out++ = ')';
  return out;
}

// The engine has named the PE. As a handler may: without memory, without locks.
void on_fault(int signal, siginfo_t* info, void*) {
  if (run_screen != nullptr) run_screen->flush();
  if (const Process* const process = caller_rank(nullptr)) {
    std::array<char, 512> text{};
    const auto print = [&text]<class... Values>(char* from, fmt::format_string<const Values&...> format,
                                                const Values&... values) {
      const auto room = static_cast<std::size_t>(text.data() + text.size() - from);
      return fmt::vformat_to_n(from, room, format, fmt::make_format_args(values...)).out;
    };
    char* end = print(text.data(), "toruscope: mpirun: rank {} of {}", process->number, process->size);
    if (network != nullptr && network->sides().size() > 1 && network->sides().size() < 9) {
      end = print(end, " at ");
      end = write_coordinates(end, process->number);
    }
    end = process->last_call.empty()
              ? print(end, ", before its first MPI call")
              : print(end, "; its last MPI call was {}", std::string_view(process->last_call));
    constexpr std::size_t kShown = 160;  // bytes
    const std::string_view line = process->output.last_line();
    end = line.empty() ? print(end, "\n") : print(end, ", its last line: {}\n", line.substr(0, kShown));
    core::write_to_standard_error({text.data(), static_cast<std::size_t>(end - text.data())});
  }
  struct sigaction standard = {};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  if (info->si_code <= 0) raise(signal);  // else the fault happens again
}

void on_fault_of_loading(int) {
  core::write_to_standard_error({loading_words.data(), std::strlen(loading_words.data())});
  constexpr int kRefused = 2;
  syscall(SYS_exit_group, kRefused);  // _exit would end a rank (exits.cpp)
}

void take_signals(struct sigaction ours) {
  sigemptyset(&ours.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &ours, &before[i]);
}
void give_signals_back() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before[i], nullptr);
}

}  // namespace

CrashReport::CrashReport(const Topology& of, Screen& shows) {
  network = &of;
  run_screen = &shows;
  struct sigaction ours = {};
  ours.sa_sigaction = &on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  take_signals(ours);
}

CrashReport::~CrashReport() {
  give_signals_back();
  network = nullptr;
  run_screen = nullptr;
}

LoadingWatch::LoadingWatch(const std::string& program) {
  fmt::format_to_n(
      loading_words.data(), loading_words.size() - 1,
      "toruscope: mpirun: {} crashed while it was loaded: its file is damaged, or a constructor of "
      "its static objects fails\n",
      program);
  struct sigaction ours = {};
  ours.sa_handler = &on_fault_of_loading;
  take_signals(ours);
}

LoadingWatch::~LoadingWatch() {
  give_signals_back();
}

}  // namespace toruscope::mpi
