// SPDX-License-Identifier: Apache-2.0
// Clocks and pauses in the program of a rank. All clocks tell the rank's virtual time; a reading
// costs 10 ns, so that a loop that waits for a time ends. A pause is local work of its length.
//
// The C++ library's clocks and omp_get_wtime, system_clock and cpu_time read those of the C library
// and need no word here, but that the launcher asks for the time, too: it gets the real one.

#include "mpi/clock.hpp"
#include "mpi/launch/process.hpp"
#include "mpi/launch/real_function.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

constexpr std::int64_t kBillion = 1'000'000'000;    // ns in a second
constexpr std::int64_t kFirstSecond = 946'684'800;  // the date of a run: 2000-01-01, 00:00:00 UTC

/// Reads the rank's clock, in ns.
std::int64_t read(Process& process) {
  if (process.world == nullptr) return 0;
  std::int64_t ns = 0;
  in_engine(process, [&](Communicator& world) {
    world.compute(ticks_of(world.parameters(), kReading));
    ns = ns_of(world.parameters(), world.now());
  });
  return ns;
}

void pause(Process& process, std::int64_t ns) {
  if (process.world == nullptr || ns <= 0) return;
  in_engine(process, [&](Communicator& world) { world.compute(ticks_of(world.parameters(), ns)); });
}

std::int64_t ns_of(const timespec& time) {
  constexpr std::int64_t kMostSeconds = 9'000'000'000;
  return std::min<std::int64_t>(time.tv_sec, kMostSeconds) * kBillion + time.tv_nsec;
}

bool is_date(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

}  // namespace

#define TORUSCOPE_RANK() Process* const process = caller_rank(__builtin_return_address(0))

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(clock_gettime)(clock, time);
  const std::int64_t ns = read(*process);
  time->tv_sec = ns / kBillion + (is_date(clock) ? kFirstSecond : 0);
  time->tv_nsec = ns % kBillion;
  return 0;
}

int timespec_get(timespec* time, int base) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(timespec_get)(time, base);
  const std::int64_t ns = read(*process);
  *time = {kFirstSecond + ns / kBillion, ns % kBillion};
  return base;
}

int gettimeofday(timeval* time, void* zone) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(gettimeofday)(time, zone);
  const std::int64_t ns = read(*process);
  if (time != nullptr) *time = {kFirstSecond + ns / kBillion, ns % kBillion / 1000};
  return 0;
}

std::time_t time(std::time_t* into) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(time)(into);
  const std::time_t now = kFirstSecond + read(*process) / kBillion;
  if (into != nullptr) *into = now;
  return now;
}

std::clock_t clock() noexcept {
  TORUSCOPE_RANK();
  return process != nullptr ? read(*process) / (kBillion / CLOCKS_PER_SEC) : TORUSCOPE_REAL(clock)();
}

std::clock_t times(tms* used) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(times)(used);
  const std::clock_t now = read(*process) / (kBillion / sysconf(_SC_CLK_TCK));
  if (used != nullptr) *used = {now, 0, 0, 0};
  return now;
}

int getrusage(__rusage_who_t who, rusage* used) noexcept {
  TORUSCOPE_RANK();
  const int result = TORUSCOPE_REAL(getrusage)(who, used);
  if (process == nullptr || result != 0) return result;
  const std::int64_t ns = read(*process);
  used->ru_utime = {ns / kBillion, ns % kBillion / 1000};
  used->ru_stime = {0, 0};
  return 0;
}

unsigned sleep(unsigned seconds) {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(sleep)(seconds);
  pause(*process, seconds * kBillion);
  return 0;
}

int usleep(useconds_t microseconds) {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(usleep)(microseconds);
  pause(*process, std::int64_t{microseconds} * 1000);
  return 0;
}

int nanosleep(const timespec* length, timespec* left) {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(nanosleep)(length, left);
  pause(*process, ns_of(*length));
  if (left != nullptr) *left = {0, 0};
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* left) {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(clock_nanosleep)(clock, flags, time, left);
  std::int64_t ns = ns_of(*time);
  if ((flags & TIMER_ABSTIME) != 0) ns -= (is_date(clock) ? kFirstSecond * kBillion : 0) + read(*process);
  pause(*process, ns);
  if (left != nullptr) *left = {0, 0};
  return 0;
}

// The clocks of the C++ library, by the names that it gives them: for the launcher's own calls.
std::int64_t steady_clock_now() noexcept asm("_ZNSt6chrono3_V212steady_clock3nowEv");
std::int64_t system_clock_now() noexcept asm("_ZNSt6chrono3_V212system_clock3nowEv");

std::int64_t steady_clock_now() noexcept {
  using Now = std::int64_t();
  static auto* const real = real_function("_ZNSt6chrono3_V212steady_clock3nowEv", static_cast<Now*>(nullptr));
  TORUSCOPE_RANK();
  if (process != nullptr) return real();
  const Outside outside;
  return real();
}

std::int64_t system_clock_now() noexcept {
  using Now = std::int64_t();
  static auto* const real = real_function("_ZNSt6chrono3_V212system_clock3nowEv", static_cast<Now*>(nullptr));
  TORUSCOPE_RANK();
  if (process != nullptr) return real();
  const Outside outside;
  return real();
}

}  // extern "C"

}  // namespace toruscope::mpi
