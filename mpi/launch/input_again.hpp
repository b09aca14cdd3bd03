// SPDX-License-Identifier: Apache-2.0
// Standard input for several runs of a program, each of which reads it from the beginning.

#pragma once

namespace toruscope::mpi {

/// Keeps what standard input has, unless that is a terminal.
class InputAgain {
 public:
  /// Errors    HostLimitError if there is no memory for it.
  InputAgain();
  /// Before each run.
  void rewind() const;

 private:
  bool is_kept_ = false;
};

}  // namespace toruscope::mpi
