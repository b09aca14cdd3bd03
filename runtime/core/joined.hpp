// SPDX-License-Identifier: Apache-2.0
// Lists in texts, without fmt::join, which would bring all of fmt's formatting into each user.
#pragma once

#include <concepts>
#include <fmt/core.h>
#include <functional>
#include <string>
#include <string_view>

namespace toruscope::core {

/// Elements of `list`, each as `shown` makes it a text or number, with separators between.
template <class List, class Shown = std::identity>
std::string joined(const List& list, std::string_view separator, const Shown& shown = {}) {
  std::string text;
  bool is_first = true;
  for (const auto& element : list) {
    if (!is_first) text += separator;
    is_first = false;
    const auto& part = std::invoke(shown, element);
    if constexpr (std::convertible_to<decltype(part), std::string_view>) {
      text += std::string_view(part);
    } else {
      text += fmt::format("{}", part);
    }
  }
  return text;
}

}  // namespace toruscope::core
