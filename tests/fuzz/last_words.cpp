// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/last_words.hpp"

#include <array>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace toruscope::test {

namespace {

std::array<char, 200> said{};

void say() {
  static_cast<void>(!write(STDERR_FILENO, said.data(), std::strlen(said.data())));
}

void on_signal(int signal) {
  say();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

void begin_input(const std::string& reader, std::uint64_t seed) {
  constexpr unsigned kLongestSeconds = 60;
  static const bool is_set_up = [] {
    if (__sanitizer_set_death_callback != nullptr)
      __sanitizer_set_death_callback(&say);
    else
      for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, &on_signal);
    std::signal(SIGALRM, &on_signal);
    return true;
  }();
  static_cast<void>(is_set_up);
  const auto end =
      fmt::format_to_n(said.data(), said.size() - 1,
                       "fuzz: reader {}, seed {}; again: TORUSCOPE_FUZZ_SEED={}\n", reader, seed, seed);
  *end.out = '\0';
  alarm(kLongestSeconds);
}

void end_inputs() {
  alarm(0);
}

}  // namespace toruscope::test
