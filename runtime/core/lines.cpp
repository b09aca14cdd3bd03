// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/lines.hpp"

#include <algorithm>

namespace toruscope::core {

namespace {

/// Removes the line end at the beginning of a text, if any.
void pass_line_end(std::string_view& text) {
  text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, text.size()));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t end_of_line(std::string_view text) {
  const auto ends = [](char c) { return c == '\r' || c == '\n'; };
  return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), ends) - text.begin());
}

std::size_t count_line_ends(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t end = end_of_line(text); end < text.size(); end = end_of_line(text)) {
    text.remove_prefix(end);
    pass_line_end(text);
    ++count;
  }
  return count;
}

std::size_t line_at(std::string_view text, std::ptrdiff_t offset) {
  const auto place = std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(text));
  return count_line_ends(text.substr(0, static_cast<std::size_t>(place))) + 1;
}

LineNumbers::LineNumbers(std::string_view text) {
  for (Lines lines(text); lines.next();)
    begins_.push_back(static_cast<std::size_t>(lines.text().data() - text.data()));
}

int LineNumbers::at(std::ptrdiff_t offset) const {
  const auto place = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  const auto behind = std::upper_bound(begins_.begin(), begins_.end(), place);
  return std::max(1, static_cast<int>(behind - begins_.begin()));
}

std::string with_line_feeds(std::string_view text) {
  std::string all;
  all.reserve(text.size());
  for (std::size_t end = end_of_line(text); end < text.size(); end = end_of_line(text)) {
    all.append(text.substr(0, end)) += '\n';
    text.remove_prefix(end);
    pass_line_end(text);
  }
  return all.append(text);
}

bool Lines::next() {
  if (rest_.empty()) return false;
  text_ = rest_.substr(0, end_of_line(rest_));
  rest_.remove_prefix(text_.size());
  pass_line_end(rest_);
  ++number_;
  return true;
}

}  // namespace toruscope::core
