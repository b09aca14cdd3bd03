// SPDX-License-Identifier: Apache-2.0

#include "cli/options/options.hpp"

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

}  // namespace toruscope::cli
