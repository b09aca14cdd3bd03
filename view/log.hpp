// SPDX-License-Identifier: Apache-2.0
// The log of a run, read back: docs/events.md.
//
// Invariants  What is read is a run as write_log writes it: rows in its order, of PEs and nodes
//             that there are, hops that lead from source to destination. Else a refusal
//             with its line.

#pragma once

#include "view/page.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::view {

struct RunLog {
  Json description;
  std::vector<Event> events;
  std::vector<Span> spans;
  std::vector<PathEvent> critical_path;
  std::vector<CarriedBlock> blocks;

  [[nodiscard]] RunData data() const { return {description, {events, spans, critical_path, blocks}}; }
};

/// `name` is the file's, for messages.
/// Errors    ConfigError: "view: run.jsonl, line 7: ...".
RunLog read_log(const std::string& name, std::string_view text);

}  // namespace toruscope::view
