// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/input_again.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

namespace toruscope::mpi {

InputAgain::InputAgain() {
  if (isatty(STDIN_FILENO) != 0) return;
  const int kept = memfd_create("input", MFD_CLOEXEC);
  std::array<char, 65536> part{};
  for (ssize_t n = 0; kept >= 0 && (n = ::read(STDIN_FILENO, part.data(), part.size())) > 0;)
    if (::write(kept, part.data(), static_cast<std::size_t>(n)) != n)
      throw HostLimitError("mpirun: there is no memory to keep standard input for each run; leave it out");
  if (kept < 0) return;
  is_kept_ = dup2(kept, STDIN_FILENO) >= 0;
  close(kept);
}

void InputAgain::rewind() const {
  if (!is_kept_) return;
  std::rewind(stdin);
  lseek(STDIN_FILENO, 0, SEEK_SET);
}

}  // namespace toruscope::mpi
