// SPDX-License-Identifier: Apache-2.0
// The work of all programs compared, and the line in which they print its cost: C++17, no library,
// so that every peer's compiler takes it.
//
//   pingpong   two PEs, p/2 ranks apart (and two more from 16 on), send a block to and fro; two
//              messages a repetition
//   ring       every PE sends on to the next rank what it got; p messages a repetition
//   pairwise   `steps` of the p - 1 shifts, evenly spread: to rank + d; p messages a step
//
// A block begins with 8 bytes that its receiver can foretell.

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace peers {

struct Work {
  std::string operation;
  int p, bytes, repetitions, steps;

  int partner() const { return p / 2 + (p >= 16 ? 2 : 0) < p ? p / 2 + (p >= 16 ? 2 : 0) : p - 1; }
  /// Distance of the step-th shift.
  int distance(int step) const {
    return 1 + static_cast<int>(static_cast<std::int64_t>(step) * (p - 1) / steps);
  }
  std::int64_t messages() const {
    const std::int64_t one = operation == "pingpong" ? 2 : operation == "ring" ? p : std::int64_t{p} * steps;
    return one * repetitions;
  }
  bool is_known() const {
    return (operation == "pingpong" || operation == "ring" || operation == "pairwise") && p >= 2 &&
           bytes >= 8 && repetitions >= 1 && steps >= 1 && steps < p;
  }
};

/// Reads the arguments OPERATION BYTES REPETITIONS STEPS; ends the process if they are none.
inline Work read_work(char** arguments, int count, int p) {
  Work work{count > 0 ? arguments[0] : "", p, 0, 0, 1};
  if (count == 4) {
    work.bytes = std::atoi(arguments[1]);
    work.repetitions = std::atoi(arguments[2]);
    work.steps = std::atoi(arguments[3]);
  }
  if (work.is_known()) return work;
  std::fputs("peer: needs pingpong|ring|pairwise BYTES(8 or more) REPETITIONS STEPS(1 .. p-1)\n", stderr);
  std::exit(2);
}

/// The word that PE `from` sends to PE `to` at this moment of the program.
inline std::uint64_t mark(int from, int to, int moment) {
  return static_cast<std::uint64_t>(from) << 40 | static_cast<std::uint64_t>(to) << 20 |
         (static_cast<std::uint64_t>(moment) & 0xfffff);
}
inline void put(char* block, std::uint64_t value) {
  std::memcpy(block, &value, sizeof value);
}
inline bool holds(const char* block, std::uint64_t value) {
  return std::memcmp(block, &value, sizeof value) == 0;
}

/// Seconds of a clock of this computer, by a system call that simulators leave alone.
inline double seconds_of(int clock) {
  timespec now{};
  syscall(SYS_clock_gettime, clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Wall and processor time between two moments.
struct Stopwatch {
  double wall = seconds_of(CLOCK_MONOTONIC);
  double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);

  void stop() {
    wall = seconds_of(CLOCK_MONOTONIC) - wall;
    cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  }
};

/// The line that run.sh collects. virtual_s: the program's time; cpu_s: all processes'.
inline void print_result(const Work& work, double virtual_s, double wall_s, double cpu_s, bool ok) {
  std::printf("RES operation=%s p=%d bytes=%d messages=%lld virtual_s=%.9g wall_s=%.9g cpu_s=%.9g ok=%d\n",
              work.operation.c_str(), work.p, work.bytes, static_cast<long long>(work.messages()), virtual_s,
              wall_s, cpu_s, ok ? 1 : 0);
  std::fflush(stdout);
}

}  // namespace peers
