// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/input_again.hpp"

#include "cli/process/ending.hpp"
#include "mpi/launch/memory_file.hpp"
#include "runtime/files/input_file.hpp"

#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/core.h>
#include <string_view>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

constexpr std::string_view kRemedy = "give < /dev/null where the program reads nothing";

[[noreturn]] void refuse_input(std::string_view what, int error) {
  throw HostLimitError(fmt::format("mpirun: standard input cannot be {} for several runs ({}); {}", what,
                                   core::error_text(error), kRemedy));
}

}  // namespace

InputAgain::InputAgain(std::size_t most) {
  const bool is_closed = fcntl(STDIN_FILENO, F_GETFD) < 0;
  if (is_closed || isatty(STDIN_FILENO) != 0) return;
  const MemoryFile kept("input");  // until it stands for standard input
  if (!kept.is_made()) refuse_input("kept", errno);
  std::array<char, 65536> part{};
  std::size_t size = 0;
  while (true) {
    const ssize_t n = ::read(STDIN_FILENO, part.data(), part.size());
    if (n == 0) break;
    if (n < 0 && errno == EINTR) {
      cli::throw_if_interrupted("mpirun");
      continue;
    }
    if (n < 0) refuse_input("read", errno);
    size += static_cast<std::size_t>(n);
    if (size > most)
      throw HostLimitError(fmt::format(
          "mpirun: standard input, which is kept for several runs, is longer than the limit of memory, {}; "
          "raise --memory, or {}",
          bytes_to_string(most), kRemedy));
    if (!kept.write({part.data(), static_cast<std::size_t>(n)})) refuse_input("kept", errno);
  }
  if (dup2(kept.descriptor(), STDIN_FILENO) < 0) refuse_input("kept", errno);
  is_kept_ = true;
}

void InputAgain::rewind() const {
  if (!is_kept_) return;
  std::rewind(stdin);
  lseek(STDIN_FILENO, 0, SEEK_SET);
}

}  // namespace toruscope::mpi
