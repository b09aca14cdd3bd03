// SPDX-License-Identifier: Apache-2.0
// Check of a log's first row, which describes its run, as write_log writes it.

#pragma once

#include "view/description.hpp"

#include <optional>
#include <string>

namespace toruscope::view {

/// Describes a fault of it, as a sentence; nothing if all that a page needs is there: texts that
/// are texts, numbers that are whole and not negative, links and PEs of its network.
std::optional<std::string> fault_of_description(const Json& run);

}  // namespace toruscope::view
