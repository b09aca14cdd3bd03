// SPDX-License-Identifier: Apache-2.0
// What the program of a rank reads and writes without naming a stream, or by a file's number; and
// settings of the streams that ranks share, which are ours.

#include "mpi/launch/fortran_files.hpp"
#include "mpi/launch/process.hpp"
#include "mpi/launch/real_function.hpp"

#include <cstdarg>
#include <cstdio>
#include <unistd.h>

namespace toruscope::mpi {

#define TORUSCOPE_RANK() Process* const process = caller_rank(__builtin_return_address(0))

namespace {

bool is_shared(const std::FILE* stream) {
  return stream == stdout || stream == stderr;
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, std::size_t size) {
  TORUSCOPE_RANK();
  if (process == nullptr) return TORUSCOPE_REAL(write)(file, bytes, size);
  const std::optional<Output::Stream> stream = stream_of_file(*process, file);
  if (!stream) return TORUSCOPE_REAL(write)(file, bytes, size);
  process->output.write(*stream, {static_cast<const char*>(bytes), size});
  return static_cast<ssize_t>(size);
}

ssize_t read(int file, void* bytes, std::size_t size) {
  TORUSCOPE_RANK();
  if (process != nullptr && file == STDIN_FILENO && process->number != 0) return 0;
  return TORUSCOPE_REAL(read)(file, bytes, size);
}

int setvbuf(std::FILE* stream, char* buffer, int mode, std::size_t size) noexcept {
  TORUSCOPE_RANK();
  if (process != nullptr && is_shared(stream)) return 0;
  return TORUSCOPE_REAL(setvbuf)(stream, buffer, mode, size);
}

void setbuf(std::FILE* stream, char* buffer) noexcept {
  TORUSCOPE_RANK();
  if (process != nullptr && is_shared(stream)) return;
  TORUSCOPE_REAL(setbuf)(stream, buffer);
}

void setlinebuf(std::FILE* stream) noexcept {
  TORUSCOPE_RANK();
  if (process != nullptr && is_shared(stream)) return;
  TORUSCOPE_REAL(setlinebuf)(stream);
}

int fclose(std::FILE* stream) {
  TORUSCOPE_RANK();
  if (process != nullptr && is_shared(stream)) return 0;
  return TORUSCOPE_REAL(fclose)(stream);
}

int getchar() {
  TORUSCOPE_RANK();
  return std::getc(process != nullptr ? process->input : stdin);
}

int vscanf(const char* format, std::va_list values) {
  TORUSCOPE_RANK();
  return std::vfscanf(process != nullptr ? process->input : stdin, format, values);
}

// scanf, by the names that compilers give it.
#define TORUSCOPE_SCANF(name)                                                                   \
  int name(const char* format, ...) {                                                           \
    TORUSCOPE_RANK();                                                                           \
    std::va_list values;                                                                        \
    va_start(values, format);                                                                   \
    const int read = std::vfscanf(process != nullptr ? process->input : stdin, format, values); \
    va_end(values);                                                                             \
    return read;                                                                                \
  }
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
int scanf_of_rank(const char* format, ...) asm("scanf");
TORUSCOPE_SCANF(scanf_of_rank)
TORUSCOPE_SCANF(__isoc99_scanf)
TORUSCOPE_SCANF(__isoc23_scanf)

// A rank's streams are in step with its C streams already; those of the process stay as they are.
bool sync_with_stdio(bool) asm("_ZNSt8ios_base15sync_with_stdioEb");
bool sync_with_stdio(bool is_wanted) {
  using Sync = bool(bool);
  static auto* const real = real_function("_ZNSt8ios_base15sync_with_stdioEb", static_cast<Sync*>(nullptr));
  TORUSCOPE_RANK();
  return process != nullptr || real(is_wanted);
}

}  // extern "C"

}  // namespace toruscope::mpi
