// SPDX-License-Identifier: Apache-2.0
// One value of 8 bytes on each PE: the broadcast of PE 0's, the sums of all prefixes, the sum on
// every PE. PE r begins with r + 1.

#pragma once

#include "bench/support/bar.hpp"

#include <benchmark/benchmark.h>
#include <cstdint>

namespace toruscope::bench {

enum class Operation { broadcast, scan, allreduce };

inline std::int64_t initial(int rank) {
  return rank + 1;
}
/// The value that PE `rank` of p ends with.
inline std::int64_t expected(Operation operation, std::int64_t rank, std::int64_t p) {
  switch (operation) {
    case Operation::broadcast:
      return initial(0);
    case Operation::scan:
      return (rank + 1) * (rank + 2) / 2;
    case Operation::allreduce:
      return p * (p + 1) / 2;
  }
  return -1;
}

}  // namespace toruscope::bench
