// SPDX-License-Identifier: Apache-2.0
// Settings of a machine in documents, by the keys of their table.

#pragma once

#include "runtime/model/settings.hpp"

#include <nlohmann/json.hpp>
#include <optional>

namespace toruscope::view {

/// A rule's name, a number, or null where the machine has no such number. Nothing of what is left
/// out, and of costs and links, which have their own places in documents.
std::optional<nlohmann::ordered_json> setting_json(const core::Setting& setting, const Parameters& machine);

}  // namespace toruscope::view
