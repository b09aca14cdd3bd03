// SPDX-License-Identifier: Apache-2.0

#include "view/setting_json.hpp"

namespace toruscope::view {

std::optional<nlohmann::ordered_json> setting_json(const core::Setting& setting, const Parameters& machine) {
  if (const auto* choice = std::get_if<core::Choice>(&setting.held)) {
    if (choice->is_none(machine)) return std::nullopt;
    return choice->text(machine);
  }
  const auto* amount = std::get_if<core::Amount>(&setting.held);
  if (amount == nullptr) return std::nullopt;
  const std::optional<std::int64_t> number = amount->of(machine);
  if (!number) return nullptr;
  if (amount->is_left_out_at_0 && *number == 0) return std::nullopt;
  return *number;
}

}  // namespace toruscope::view
