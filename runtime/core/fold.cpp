// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/fold.hpp"

#include <algorithm>

namespace toruscope::core {

namespace {

/// True if the byte begins a character: continuation bytes of UTF-8 are 10xxxxxx.
bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// Bytes of the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  while (end < text.size() && count > 0) {
    do ++end;
    while (end < text.size() && !begins_character(text[end]));
    --count;
  }
  return end;
}

/// Appends the folded lines of a text without newlines. Blanks are dropped only at breaks.
void fold_line(std::string_view text, std::size_t width, std::vector<std::string>& lines) {
  std::string line;
  std::size_t used = 0;
  bool has_word = false;
  const auto end_line = [&] {
    lines.push_back(line);
    line.clear();
    used = 0;
    has_word = false;
  };
  while (true) {
    std::size_t blanks = text.find_first_not_of(' ');
    if (blanks == std::string_view::npos) break;
    text.remove_prefix(blanks);
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (has_word && used + blanks + display_width(word) > width) {
      end_line();
      blanks = 0;
    }
    if (!has_word) blanks = std::min(blanks, width - 1);
    line.append(blanks, ' ');
    used += blanks;
    while (used + display_width(word) > width) {
      const std::size_t part = bytes_of(word, width - used);
      line += word.substr(0, part);
      word.remove_prefix(part);
      end_line();
    }
    line += word;
    used += display_width(word);
    has_word = true;
  }
  if (!line.empty()) end_line();
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::vector<std::string> folded(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::size_t before = lines.size();
    fold_line(text.substr(0, end), std::max<std::size_t>(width, 1), lines);
    if (lines.size() == before) lines.emplace_back();
    if (end == text.size()) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string labelled(std::string_view label, std::size_t label_width, std::string_view text,
                     std::size_t width) {
  constexpr std::size_t kLeast = 24;  // text beside a label that takes nearly all of the width
  const std::size_t room = width > label_width + kLeast ? width - label_width : kLeast;
  std::string all;
  std::string head(label);
  head.append(label_width - std::min(display_width(label), label_width), ' ');
  for (const std::string& line : folded(text, room)) {
    all += head + line;
    all.erase(all.find_last_not_of(' ') + 1);
    all += '\n';
    head.assign(label_width, ' ');
  }
  return all;
}

}  // namespace toruscope::core
