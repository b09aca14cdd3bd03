// SPDX-License-Identifier: Apache-2.0
// The critical path in steps: each message on it, or piece of local work, and what it took.

#pragma once

#include <toruscope/report.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::cli {

/// One step, or several that follow each other.
struct PathStep {
  /// What a step's time is made of, in the order in which it is shown.
  enum Part { startup, transmission, hop, link_wait, receive, latency, gap, compute };
  static constexpr std::size_t kParts = 8;

  Ticks begin, end;
  std::array<Ticks, kParts> parts{};  ///< by Part; their sum is end - begin
  std::int64_t count = 1;             ///< steps that this line stands for
  std::int64_t bytes = 0;             ///< of all of them
  Rank from = 0, to = -1;             ///< of the first one's message; local work has `to` -1
  Rank last_from = 0, last_to = -1;   ///< of the last one
  // The longest wait for a link, if there was one.
  Ticks longest_wait;
  Node wait_from = 0, wait_to = 0;
  // Waits before a step for something else, which take none of its time.
  std::int64_t waits = 0;
  std::string waited;  ///< the first of them: "for PE 0's port, held by the receive from PE 1"

  [[nodiscard]] bool is_message() const { return to >= 0; }
};

/// Every step of a run that was asked for its critical path.
std::vector<PathStep> path_steps(const Report& report);

/// As few lines as there may be: equal neighbours are joined first, then neighbours of the same number of bytes, then any.
std::vector<PathStep> joined(const std::vector<PathStep>& steps, std::size_t most);

}  // namespace toruscope::cli
