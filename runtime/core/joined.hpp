// SPDX-License-Identifier: Apache-2.0
// Lists in texts. fmt::join would bring all of fmt's formatting into each file that names a list.
#pragma once

#include <concepts>
#include <fmt/core.h>
#include <functional>
#include <string>
#include <string_view>

namespace toruscope::core {

/// Elements of `list` in their order, each as the text or number that `shown` makes of it, with
/// `separator` between neighbours.
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
