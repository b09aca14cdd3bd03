// SPDX-License-Identifier: Apache-2.0
// The machine and the execution that the options describe, checked.

#pragma once

#include "cli/options.hpp"

#include <toruscope/machine.hpp>

#include <chrono>
#include <cstddef>
#include <optional>

namespace toruscope::detail {

struct Settings {
  TopologyPtr topology;
  Parameters parameters;
  Costs costs;
  Execution execution;
  std::size_t memory_limit = 0;
};

/// Errors    ConfigError for the first option that is wrong.
Settings read_settings(const CommandOptions& options, const char* default_topology = "torus:8x8");

/// The preset with the costs and rules that were given. Its name tells what was changed.
Parameters read_parameters(const CommandOptions& options);

}  // namespace toruscope::detail
