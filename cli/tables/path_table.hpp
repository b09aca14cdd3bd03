// SPDX-License-Identifier: Apache-2.0
// The critical path of a run, in steps (each message on it, or piece of local work, and what it
// took) or event by event: a table for people, rows for a document.

#pragma once

#include "cli/tables/console.hpp"

#include <toruscope/report.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace toruscope::cli {

using Json = nlohmann::ordered_json;

/// One step, or several that follow each other.
struct PathStep {
  /// What a step's time is made of, in the order in which it is shown.
  enum Part { startup, transmission, hop, link_wait, receive, latency, gap, compute, polling };
  static constexpr std::size_t kParts = 9;

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

/// Few lines: equal neighbours are joined first, then those of as many bytes, then any.
std::vector<PathStep> joined(const std::vector<PathStep>& steps, std::size_t most);

/// A line for each step, or for several; with --critical-path full for each event that takes time.
std::string path_text(const Report& report, const Console& console);

/// Every step.
Json path_steps_json(const Report& report);

/// Every event.
Json path_json(const Report& report);

}  // namespace toruscope::cli
