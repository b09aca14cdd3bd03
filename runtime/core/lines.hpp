// SPDX-License-Identifier: Apache-2.0
// Lines of a text, ended by LF, CR LF, or CR alone, even mixed: only this file knows.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// The text without the blanks and tabs at both ends.
std::string_view trimmed(std::string_view text);

/// The end of the first line: the place of the CR or LF behind it, or the text's size.
std::size_t end_of_line(std::string_view text);

/// Line ends in the text: one less than the number of the line behind it.
std::size_t count_line_ends(std::string_view text);

/// The number, from 1, of the line at an offset, which counts as an end of the text if it is
/// beyond. For many offsets there is LineNumbers.
std::size_t line_at(std::string_view text, std::ptrdiff_t offset);

/// The text with each line ended by LF, for readers that know no other end.
std::string with_line_feeds(std::string_view text);

/// The lines of a text one after the other, without their ends.
///
///   for (Lines lines(text); lines.next();) use(lines.number(), lines.text());
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// Goes to the next line. False if there is none: a line end at the text's end begins none.
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

/// Numbers of a text's lines, for a reader that asks for many.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text);

  /// The number, from 1, of the line with the character at `offset`; of the first or last line if
  /// there is no such character.
  [[nodiscard]] int at(std::ptrdiff_t offset) const;

 private:
  std::vector<std::size_t> begins_;
};

}  // namespace toruscope::core
