// SPDX-License-Identifier: Apache-2.0
// The network of a run's report; an empty report has none.

#pragma once

#include <toruscope/error.hpp>
#include <toruscope/report.hpp>

#include <string>

namespace toruscope::core {

/// `reader` begins the sentence: "view".
/// Errors    ConfigError for an empty report.
inline const Topology& network_of(const Report& report, const std::string& reader) {
  if (!report.topology)
    throw ConfigError(reader + ": the report is empty, no run made it; give what Machine::run returned");
  return *report.topology;
}

}  // namespace toruscope::core
