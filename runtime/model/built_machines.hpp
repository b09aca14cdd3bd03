// SPDX-License-Identifier: Apache-2.0
// Presets of machines that were built: supercomputers with tori, accelerators, clusters.

#pragma once

#include <toruscope/parameters.hpp>

#include <vector>

namespace toruscope::core {

/// Machines that were built, in order of their years.
std::vector<Preset> built_machines();

}  // namespace toruscope::core
