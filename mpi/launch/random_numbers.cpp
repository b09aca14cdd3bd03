// SPDX-License-Identifier: Apache-2.0
// rand, random, drand48 and their families in the program of a rank.

#include "mpi/launch/process.hpp"
#include "mpi/launch/real_function.hpp"

#include <cstring>

namespace toruscope::mpi {

RandomState::RandomState() {
  initstate_r(1, first, sizeof first, &data);
}

namespace {

std::int32_t next(Process& process) {
  std::int32_t number = 0;
  random_r(&process.random.data, &number);
  return number;
}

}  // namespace

#define TORUSCOPE_RANK() Process* const process = caller_rank(__builtin_return_address(0))

extern "C" {

int rand() noexcept {
  TORUSCOPE_RANK();
  return process != nullptr ? next(*process) : TORUSCOPE_REAL(rand)();
}

void srand(unsigned seed) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(srand)(seed);
  srandom_r(seed, &process->random.data);
}

long random() noexcept {
  TORUSCOPE_RANK();
  return process != nullptr ? next(*process) : TORUSCOPE_REAL(random)();
}

void srandom(unsigned seed) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(srandom)(seed);
  srandom_r(seed, &process->random.data);
}

char* initstate(unsigned seed, char* numbers, std::size_t size) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(initstate)(seed, numbers, size);
  RandomState& state = process->random;
  char* const before = state.numbers;
  if (initstate_r(seed, numbers, size, &state.data) != 0) return nullptr;
  state.numbers = numbers;
  return before;
}

char* setstate(char* numbers) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(setstate)(numbers);
  RandomState& state = process->random;
  char* const before = state.numbers;
  if (setstate_r(numbers, &state.data) != 0) return nullptr;
  state.numbers = numbers;
  return before;
}

double drand48() noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(drand48)();
  double number = 0;
  drand48_r(&process->random.data48, &number);
  return number;
}

double erand48(unsigned short x[3]) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(erand48)(x);
  double number = 0;
  erand48_r(x, &process->random.data48, &number);
  return number;
}

long lrand48() noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(lrand48)();
  long number = 0;
  lrand48_r(&process->random.data48, &number);
  return number;
}

long nrand48(unsigned short x[3]) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(nrand48)(x);
  long number = 0;
  nrand48_r(x, &process->random.data48, &number);
  return number;
}

long mrand48() noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(mrand48)();
  long number = 0;
  mrand48_r(&process->random.data48, &number);
  return number;
}

long jrand48(unsigned short x[3]) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(jrand48)(x);
  long number = 0;
  jrand48_r(x, &process->random.data48, &number);
  return number;
}

void srand48(long seed) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(srand48)(seed);
  srand48_r(seed, &process->random.data48);
}

unsigned short* seed48(unsigned short seed[3]) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(seed48)(seed);
  RandomState& state = process->random;
  static_assert(sizeof state.seed48_before == sizeof state.data48.__x);
  std::memcpy(state.seed48_before, state.data48.__x, sizeof state.seed48_before);
  seed48_r(seed, &state.data48);
  return state.seed48_before;
}

void lcong48(unsigned short parameters[7]) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(lcong48)(parameters);
  lcong48_r(parameters, &process->random.data48);
}

}  // extern "C"

}  // namespace toruscope::mpi
