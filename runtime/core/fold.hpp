// SPDX-License-Identifier: Apache-2.0
// Text folded into lines of a bounded width.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// Width of a page on a terminal, and elsewhere.
inline constexpr std::size_t kPageWidth = 80;

/// Characters that the text takes on a terminal: UTF-8 sequences count as one each.
std::size_t display_width(std::string_view text);

/// The lines of the text, at least one, each at most `width` characters (1 at least): broken at
/// newlines and blanks, and inside a word only where it alone is wider.
std::vector<std::string> folded(std::string_view text, std::size_t width);

/// Writes "label   text" and a newline; further lines stand below the text, behind `label_width`.
std::string labelled(std::string_view label, std::size_t label_width, std::string_view text, std::size_t width);

}  // namespace toruscope::core
