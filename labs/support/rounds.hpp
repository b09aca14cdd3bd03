// SPDX-License-Identifier: Apache-2.0
// Messages of a trial in the order of their sends, for comparison with a theorem's rounds.

#pragma once

#include <toruscope/report.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::labs {

struct Transfer {
  std::int64_t start = 0;  ///< ticks: on round_machine() the number of the round, from 0
  Rank from = 0, to = 0;
  std::int64_t bytes = 0;
  std::int64_t arrival = 0;  ///< ticks: taken by its receiver
};

/// All messages of the run, by (start, from, to).
std::vector<Transfer> transfers(const Report& report);

/// PEs with the root's data after each round of round_machine(), from 1 before the first: those
/// that have taken a message from such a PE. Its size is the number of rounds plus one.
std::vector<int> informed_by_round(const Report& report, Rank root);

/// The first message of more bytes, in words; nothing if there is none.
std::optional<std::string> message_over(const Report& report, std::size_t bytes);

/// ceil(log2 p); 0 for p = 1.
int ceil_log2(int p);

}  // namespace toruscope::labs
