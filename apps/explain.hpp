// SPDX-License-Identifier: Apache-2.0
// Explanation of a run's time for all applications: communication, local work, formula.

#pragma once

#include <toruscope/report.hpp>

#include <optional>
#include <string>

namespace toruscope::apps {

/// The critical path of a run, taken apart.
struct TimeParts {
  explicit TimeParts(const Report& report);

  Account communication;  ///< account without local work
  Ticks time;             ///< time of the communication
  Ticks local;
};

/// Words such as "communication: 12 us = 4 ts + 64 tw".
std::string communication_text(const Report& report);

/// Words such as "formula of at2: 12 us, as measured"; "...: none for this machine" without
/// `predicted`, which is of all communication.
std::string formula_text(const std::string& what, std::optional<Ticks> predicted, const Report& report);

/// Words such as "local work on the critical path: 3 us (2 operations an entry)"; `counted` is how
/// it is declared; where it was measured instead, that.
std::string local_work_text(const std::string& counted, const Report& report);

}  // namespace toruscope::apps
