// SPDX-License-Identifier: Apache-2.0
// The lines of a text. The one place that knows what ends a line: LF, CR LF, or CR alone, also
// mixed in one file.

#pragma once

#include <cstddef>
#include <string_view>

namespace toruscope::core {

/// The text without the blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

/// The end of the first line: the place of the CR or LF behind it, or the text's size.
std::size_t end_of_line(std::string_view text);

/// Line ends in the text: one less than the number of the line that stands behind it.
std::size_t count_line_ends(std::string_view text);

/// The lines of a text one after the other, without their ends.
///
///   for (Lines lines(text); lines.next();) use(lines.number(), lines.text());
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// Goes to the next line. False if there is none: an end of a line at the end of the text begins
  /// no other one.
  bool next();
  /// The line's number, from 1; 0 before the first.
  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  /// The text behind the line and its end.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_, text_;
  std::size_t number_ = 0;
};

}  // namespace toruscope::core
