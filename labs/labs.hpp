// SPDX-License-Identifier: Apache-2.0
// The table of labs.

#pragma once

#include "labs/support/lab.hpp"

#include <string_view>

namespace toruscope::labs {

/// By number.
const std::vector<Lab>& all_labs();

/// "01-ring-broadcast", "01", "1" or a file name that begins like this ("01-anna.cpp"); null if there is no such lab.
const Lab* find_lab(std::string_view name);

}  // namespace toruscope::labs
