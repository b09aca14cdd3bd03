// SPDX-License-Identifier: Apache-2.0
// Lists in texts. fmt::join would bring all of fmt's formatting into each file that names a list.
#pragma once

#include <concepts>
#include <fmt/core.h>
#include <string>
#include <string_view>

namespace toruscope::core {

/// Elements of `list` (texts or numbers) in their order, with `separator` between neighbours.
template <class List>
std::string joined(const List& list, std::string_view separator) {
  std::string text;
  bool is_first = true;
  for (const auto& element : list) {
    if (!is_first) text += separator;
    is_first = false;
    if constexpr (std::convertible_to<decltype(element), std::string_view>) {
      text += std::string_view(element);
    } else {
      text += fmt::format("{}", element);
    }
  }
  return text;
}

}  // namespace toruscope::core
