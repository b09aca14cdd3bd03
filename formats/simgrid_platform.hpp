// SPDX-License-Identifier: Apache-2.0
// Platforms of SimGrid with one cluster: flat, TORUS, FAT_TREE or DRAGONFLY, and the routes of
// SimGrid.

#pragma once

#include "formats/fabric.hpp"

#include <string>
#include <string_view>

namespace toruscope::formats {

/// Errors    ConfigError with file and line for other platforms, by the tag's name, and for
///           values that are none.
Fabric read_simgrid_platform(const std::string& file, std::string_view text);

}  // namespace toruscope::formats
