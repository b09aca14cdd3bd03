// SPDX-License-Identifier: Apache-2.0
// Text from files, arguments and other programs, made fit for a terminal.
//
// Control characters (C0, DEL, C1), characters without a width or that change the direction of
// writing, separators of lines and bytes that are not UTF-8 become escapes: \n, \x1b, \u202e.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toruscope::core {

/// The most characters of a quotation in an error.
inline constexpr std::size_t kQuoted = 60;
/// The most bytes of a line of an error.
inline constexpr std::size_t kLongestLine = 2000;

/// The text on one line. Longer texts are cut at `most` characters and end in "...".
std::string shown(std::string_view text, std::size_t most = kQuoted);

/// The text on one line, never cut: a name in a table.
std::string escaped(std::string_view text);

/// The text with its lines. A line of more than `longest` bytes loses its middle.
std::string shown_lines(std::string_view text, std::size_t longest = kLongestLine);

/// True if the text is one line without anything to escape.
bool is_plain(std::string_view text);

}  // namespace toruscope::core
