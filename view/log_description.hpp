// SPDX-License-Identifier: Apache-2.0
// The first row of a log, which describes its run: is it made of what write_log writes? The page
// relies on it.

#pragma once

#include "view/description.hpp"

#include <optional>
#include <string>

namespace toruscope::view {

/// Describes a fault of it, as a sentence; nothing if all that a page needs is there: texts that
/// are texts, numbers that are whole and not negative, links and PEs of its network.
std::optional<std::string> fault_of_description(const Json& run);

}  // namespace toruscope::view
