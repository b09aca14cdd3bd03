// SPDX-License-Identifier: Apache-2.0

#include "cli/options/options.hpp"

#include "runtime/model/settings.hpp"

namespace toruscope::cli {

const Text& SettingTexts::operator[](std::string_view name) const {
  static const Text none;
  const auto found = texts_.find(name);
  return found == texts_.end() ? none : found->second;
}

Text& SettingTexts::operator[](std::string_view name) {
  const auto found = texts_.find(name);
  return found == texts_.end() ? texts_[std::string(name)] : found->second;
}

std::optional<TextPlace> setting_place(std::string_view option) {
  for (const core::Setting& setting : core::settings())
    if (option == setting.option() || (setting.second_name != nullptr && option == setting.second_name))
      return TextPlace{.setting = setting.name};
  return std::nullopt;
}

}  // namespace toruscope::cli
