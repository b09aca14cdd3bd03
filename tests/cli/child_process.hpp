// SPDX-License-Identifier: Apache-2.0
// The built program as a user runs it: arguments in, exit code, standard output and standard error
// out.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace toruscope {

struct Finished {
  int code = -1;  ///< exit code; 128 + signal if a signal ended it
  std::string out;
  std::string err;
  std::size_t peak_bytes = 0;  ///< of its resident memory
};

/// Runs toruscope with these words. `environment` holds further NAME=VALUE. `interrupt_after_ms`,
/// if positive, sends SIGINT that much later.
Finished run_toruscope(const std::vector<std::string>& words, const std::vector<std::string>& environment = {},
                       int interrupt_after_ms = 0);

}  // namespace toruscope
