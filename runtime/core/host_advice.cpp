// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/host_advice.hpp"

#include <toruscope/units.hpp>

#include <sys/resource.h>

namespace toruscope::core {

std::string memory_limit_text() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return "";
  return ", of which the shell allows " + bytes_to_string(limit.rlim_cur) + " (ulimit -v)";
}

std::string less_memory_advice() {
  return memory_limit_text() +
         "; try fewer PEs or smaller blocks; for times alone let messages have lengths only: Execution::data = "
         "Data::none, --data none";
}

std::string fewer_threads_advice() {
  const bool is_limited = !memory_limit_text().empty();
  return std::string("; end other programs, raise the limit of ") +
         (is_limited ? "memory (ulimit -v) or of processes (ulimit -u)" : "processes (ulimit -u)") +
         ", or take fewer threads: -j 1";
}

}  // namespace toruscope::core
