// SPDX-License-Identifier: Apache-2.0
// Standard input for several runs of a program, each of which reads it from the beginning.

#pragma once

#include <cstddef>

namespace toruscope::mpi {

/// Keeps what standard input has, unless that is a terminal.
class InputAgain {
 public:
  /// Reads it to its end. `most`: bytes that may be kept.
  /// Errors    HostLimitError if it cannot be read or kept. InterruptedError.
  explicit InputAgain(std::size_t most);
  /// Before each run.
  void rewind() const;

 private:
  bool is_kept_ = false;
};

}  // namespace toruscope::mpi
