// SPDX-License-Identifier: Apache-2.0
// Deal of values to PEs: contiguous runs in rank order, as even as possible.
//
// With q = floor(n/p) and r = n mod p, run i begins at i q + min(i, r): the first r runs hold q + 1
// values, the others q (none where n < p).
//
//   n = 75, p = 10      run 0: 0..7   run 4: 32..39   run 5: 40..46   run 9: 68..74
//
// Source  Lin, Yeh, "Communication-optimal parallel prefix in the (k-port) postal model", Algorithm
//         B, whose index iq is that of p | n.

#pragma once

#include <algorithm>
#include <cstddef>

namespace toruscope::collectives {

struct EvenDeal {
  EvenDeal(std::size_t value_count, int run_count)
      : values(value_count), runs(static_cast<std::size_t>(run_count)) {}

  /// Precondition  run <= runs; first(runs) is the number of values.
  [[nodiscard]] std::size_t first(std::size_t run) const {
    return run * (values / runs) + std::min(run, values % runs);
  }
  [[nodiscard]] std::size_t count(std::size_t run) const { return first(run + 1) - first(run); }
  /// Size of the first run, the longest.
  [[nodiscard]] std::size_t longest() const { return (values + runs - 1) / runs; }
  /// The run that holds the value.
  [[nodiscard]] std::size_t holder(std::size_t value) const {
    const std::size_t q = values / runs;
    const std::size_t in_long_runs = (values % runs) * (q + 1);
    return value < in_long_runs ? value / (q + 1) : values % runs + (value - in_long_runs) / q;
  }

  std::size_t values;
  std::size_t runs;
};

}  // namespace toruscope::collectives
