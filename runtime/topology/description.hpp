// SPDX-License-Identifier: Apache-2.0
// Checks of a topology's own claims: others rely on them, and a program may bring its own topology.

#pragma once

#include <toruscope/topology.hpp>

namespace toruscope::core {

/// Errors    ConfigError: no PEs, fewer nodes than PEs, a negative number of ports, sides that are
///           not those of a grid of all PEs.
void check_description(const Topology& topology);

}  // namespace toruscope::core
