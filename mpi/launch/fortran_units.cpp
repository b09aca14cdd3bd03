// SPDX-License-Identifier: Apache-2.0
// Fortran's units in the program of a rank. libgfortran has one table of units, so each unit of a
// rank gets a number of its own there; units 5, 6 and 0, too, whose locks and unfinished records
// ranks must not share: they are connected to the empty file, and what is written to it is output.
//
// Source      libgfortran/io/io.h of GCC 8 to 14 (libgfortran.so.5): st_parameter_common,
//             st_parameter_open.

#include "mpi/launch/fortran_files.hpp"
#include "mpi/launch/real_function.hpp"

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <unistd.h>
#include <unordered_map>

namespace toruscope::mpi {

namespace {

/// The beginning of what each statement on a unit is given.
struct Statement {
  std::int32_t flags = 0;
  std::int32_t unit = 0;
};

/// What `open` is given, as far as it matters here; the rest is zero.
struct Open {
  Statement statement{};
  const char* source_file = "mpirun";
  std::int32_t line = 0;
  std::size_t message_size = 0;
  char* message = nullptr;
  std::int32_t* status = nullptr;
  std::int32_t record_length = 0;
  std::size_t file_size = 0;
  const char* file = nullptr;
  std::array<std::uintptr_t, 64> rest{};
};
constexpr std::int32_t kHasFile = 1 << 8;

constexpr int kFirstOwn = 1'000'000;
constexpr int kInput = 5, kOutput = 6, kError = 0;

using Call = void(void*);

std::atomic<int> next_own{kFirstOwn};

/// Stream of each file that a unit 6 or 0 has been connected to.
struct Streams56 {
  std::mutex mutex;
  std::unordered_map<int, Output::Stream> of_file;
} connected;

/// While a standard unit of a rank is being connected: what open() gave, and isatty() is asked for.
thread_local bool is_connecting = false;
thread_local int connected_file = -1;

bool is_standard(int unit) {
  return unit == kInput || unit == kOutput || unit == kError;
}

/// Connects a standard unit to the empty file, unbuffered.
void connect(int unit, int own) {
  static auto* const open_unit = real_function("_gfortran_st_open", static_cast<Call*>(nullptr));
  Open question;
  question.statement = {kHasFile, own};
  question.file = "/dev/null";
  question.file_size = std::strlen(question.file);
  is_connecting = true;
  connected_file = -1;
  open_unit(&question);
  is_connecting = false;
  if (unit == kInput || connected_file < 0) return;
  const std::lock_guard lock(connected.mutex);
  connected.of_file[connected_file] = unit == kOutput ? Output::Stream::out : Output::Stream::error;
}

/// The number in libgfortran of the rank's unit.
int own_unit(Process& process, int unit) {
  // of newunit=, internal, or told by inquire
  if (unit < 0 || unit >= kFirstOwn) return unit;
  // the input of the process
  if (unit == kInput && process.number == 0) return unit;
  const auto [found, is_new] = process.units.try_emplace(unit, 0);
  if (!is_new) return found->second;
  found->second = next_own.fetch_add(1, std::memory_order_relaxed);
  if (is_standard(unit)) connect(unit, found->second);
  return found->second;
}

void on_own_unit(const void* caller, void* statement, Call* real) {
  if (Process* const process = caller_rank(caller)) {
    auto* const common = static_cast<Statement*>(statement);
    common->unit = own_unit(*process, common->unit);
  }
  real(statement);
}

}  // namespace

std::optional<Output::Stream> stream_of_file(const Process&, int file) {
  if (file == STDOUT_FILENO) return Output::Stream::out;
  if (file == STDERR_FILENO) return Output::Stream::error;
  const std::lock_guard lock(connected.mutex);
  const auto found = connected.of_file.find(file);
  if (found == connected.of_file.end()) return std::nullopt;
  return found->second;
}

void flush_fortran_units() {
  using Flush = void(std::int32_t*);
  if (auto* const flush = real_function("_gfortran_flush_i4", static_cast<Flush*>(nullptr))) flush(nullptr);
}

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage)
#define TORUSCOPE_STATEMENT(name)                                                \
  void name(void* statement) {                                                   \
    static auto* const real = real_function(#name, static_cast<Call*>(nullptr)); \
    on_own_unit(__builtin_return_address(0), statement, real);                   \
  }

extern "C" {

TORUSCOPE_STATEMENT(_gfortran_st_open)
TORUSCOPE_STATEMENT(_gfortran_st_close)
TORUSCOPE_STATEMENT(_gfortran_st_read)
TORUSCOPE_STATEMENT(_gfortran_st_write)
TORUSCOPE_STATEMENT(_gfortran_st_rewind)
TORUSCOPE_STATEMENT(_gfortran_st_backspace)
TORUSCOPE_STATEMENT(_gfortran_st_endfile)
TORUSCOPE_STATEMENT(_gfortran_st_inquire)
TORUSCOPE_STATEMENT(_gfortran_st_flush)
TORUSCOPE_STATEMENT(_gfortran_st_wait)
TORUSCOPE_STATEMENT(_gfortran_st_wait_async)

// `call flush(unit)`
void _gfortran_flush_i4(std::int32_t* unit) {
  using Flush = void(std::int32_t*);
  static auto* const real = real_function("_gfortran_flush_i4", static_cast<Flush*>(nullptr));
  Process* const process = caller_rank(__builtin_return_address(0));
  if (process == nullptr || unit == nullptr) return real(unit);
  std::int32_t own = own_unit(*process, *unit);
  real(&own);
}

// libgfortran opens a unit's file.
int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  using OpenFile = int(const char*, int, ...);
  static auto* const real = real_function("open", static_cast<OpenFile*>(nullptr));
  const int file = real(path, flags, mode);
  if (is_connecting) connected_file = file;
  return file;
}

int open64(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  using OpenFile = int(const char*, int, ...);
  static auto* const real = real_function("open64", static_cast<OpenFile*>(nullptr));
  const int file = real(path, flags, mode);
  if (is_connecting) connected_file = file;
  return file;
}

// What is no file of bytes and no terminal is buffered.
int isatty(int file) noexcept {
  return is_connecting ? 1 : TORUSCOPE_REAL(isatty)(file);
}

}  // extern "C"

}  // namespace toruscope::mpi
