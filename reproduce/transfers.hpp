// SPDX-License-Identifier: Apache-2.0
// Transfers by round, of a paper's figure, of its rule, and of a run, to be compared as text.

#pragma once

#include <toruscope/report.hpp>

#include <functional>
#include <string>
#include <vector>

namespace toruscope::reproduce {

struct Transfer {
  Rank from = 0;
  Rank to = 0;

  friend auto operator<=>(const Transfer&, const Transfer&) = default;
};
/// The transfers of each round; rounds count from 0.
using Schedule = std::vector<std::vector<Transfer>>;

/// Writes "0>4 | 0>2 4>6": each round sorted by sender.
std::string text(const Schedule& schedule);

/// The messages of a run whose events were recorded. `round` says to which round a message belongs.
Schedule schedule_of(const Report& report, const std::function<std::int64_t(const Event&)>& round);

/// The step in which a message is sent, from 0, on a machine that counts steps.
std::int64_t step_sent(const Event& message);

}  // namespace toruscope::reproduce
