// SPDX-License-Identifier: Apache-2.0
// Checks of a topology's claims, as a program may bring its own.

#pragma once

#include <toruscope/topology.hpp>

namespace toruscope::core {

/// Errors    ConfigError: no PEs, fewer nodes than PEs, negative ports, sides of another grid.
void check_description(const Topology& topology);

}  // namespace toruscope::core
