// SPDX-License-Identifier: Apache-2.0
// Fortran's random_number and random_seed in the program of a rank. libgfortran keeps a state for
// each thread; before a rank draws, its own is put in the place of that of the rank that drew
// before on this thread, which is kept. A rank that sets no seed has one made of its number.
//
// Source      libgfortran/libgfortran.h and intrinsics/random.c of GCC 9 to 14 (libgfortran.so.5).

#include "mpi/launch/process.hpp"
#include "mpi/launch/real_function.hpp"

#include <cstdint>
#include <vector>

namespace toruscope::mpi {

namespace {

/// An array of default integers with one dimension.
struct Integers {
  std::int32_t* first = nullptr;
  std::size_t offset = 0;
  struct {
    std::size_t element = sizeof(std::int32_t);
    int version = 0;
    signed char dimensions = 1;
    signed char type = 1;
    short attribute = 0;
  } type{};
  std::ptrdiff_t span = sizeof(std::int32_t);
  struct {
    std::ptrdiff_t stride = 1, lower = 1, upper = 0;
  } dimension{};

  explicit Integers(std::vector<std::int32_t>& values) : first(values.data()) {
    offset = static_cast<std::size_t>(-1);
    dimension.upper = static_cast<std::ptrdiff_t>(values.size());
  }
};

using Seed = void(std::int32_t* size, void* put, void* get);

Seed& seed() {
  static auto* const real = real_function("_gfortran_random_seed_i4", static_cast<Seed*>(nullptr));
  return *real;
}

/// Whose state this thread has.
thread_local Process* holder = nullptr;

std::vector<std::int32_t> taken() {
  std::int32_t size = 0;
  seed()(&size, nullptr, nullptr);
  std::vector<std::int32_t> values(static_cast<std::size_t>(size));
  Integers get(values);
  seed()(nullptr, nullptr, &get);
  return values;
}

void put(std::vector<std::int32_t> values) {
  Integers all(values);
  seed()(nullptr, &all, nullptr);
}

/// The seed of a rank that sets none.
std::vector<std::int32_t> first_seed(const Process& process) {
  std::int32_t size = 0;
  seed()(&size, nullptr, nullptr);
  RandomSource source(static_cast<std::uint64_t>(process.number) + 1);
  std::vector<std::int32_t> values(static_cast<std::size_t>(size));
  for (std::int32_t& value : values) value = static_cast<std::int32_t>(source() >> 32U);
  return values;
}

/// Puts the rank's state in place.
void hold(Process& process) {
  if (holder == &process) return;
  if (holder != nullptr) holder->fortran_seed = taken();
  if (process.fortran_seed.empty()) process.fortran_seed = first_seed(process);
  put(process.fortran_seed);
  holder = &process;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage)
#define TORUSCOPE_DRAW(name)                                                               \
  void name(void* into) {                                                                  \
    using Draw = void(void*);                                                              \
    static auto* const real = real_function(#name, static_cast<Draw*>(nullptr));           \
    if (Process* const process = caller_rank(__builtin_return_address(0))) hold(*process); \
    real(into);                                                                            \
  }

extern "C" {

TORUSCOPE_DRAW(_gfortran_random_r4)
TORUSCOPE_DRAW(_gfortran_random_r8)
TORUSCOPE_DRAW(_gfortran_random_r10)
TORUSCOPE_DRAW(_gfortran_random_r16)
TORUSCOPE_DRAW(_gfortran_arandom_r4)
TORUSCOPE_DRAW(_gfortran_arandom_r8)
TORUSCOPE_DRAW(_gfortran_arandom_r10)
TORUSCOPE_DRAW(_gfortran_arandom_r16)

void _gfortran_random_seed_i4(std::int32_t* size, void* put_values, void* get_values) {
  Process* const process = caller_rank(__builtin_return_address(0));
  if (process != nullptr && size == nullptr) hold(*process);
  if (process != nullptr && size == nullptr && put_values == nullptr && get_values == nullptr)
    return put(first_seed(*process));
  seed()(size, put_values, get_values);
}

void _gfortran_random_seed_i8(std::int64_t* size, void* put_values, void* get_values) {
  using Seed8 = void(std::int64_t*, void*, void*);
  static auto* const real = real_function("_gfortran_random_seed_i8", static_cast<Seed8*>(nullptr));
  Process* const process = caller_rank(__builtin_return_address(0));
  if (process != nullptr && size == nullptr) hold(*process);
  if (process != nullptr && size == nullptr && put_values == nullptr && get_values == nullptr)
    return put(first_seed(*process));
  real(size, put_values, get_values);
}

// Images are ranks here: what is to be distinct is.
void _gfortran_random_init(bool, bool) {
  Process* const process = caller_rank(__builtin_return_address(0));
  if (process == nullptr) return;
  hold(*process);
  put(first_seed(*process));
}

}  // extern "C"

}  // namespace toruscope::mpi
