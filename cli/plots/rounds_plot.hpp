// SPDX-License-Identifier: Apache-2.0
// The picture of `algo show NAME --plot`: the rounds of an algorithm on its topology.

#pragma once

#include "cli/tables/rounds_picture.hpp"

#include <string>

namespace toruscope::cli {

/// `name`: "alltoall/at2". Errors: ConfigError for more rounds than are legible.
std::string rounds_plot(const std::string& name, const Rounds& rounds);

}  // namespace toruscope::cli
