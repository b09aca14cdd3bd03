// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/text_table.hpp"

#include "runtime/core/check.hpp"
#include "runtime/core/fold.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <sstream>
#include <string_view>

namespace toruscope::core {

namespace {

constexpr std::size_t kBetween = 2;     // blanks between two columns
constexpr std::size_t kLeastText = 16;  // a folded column of texts is not made narrower

std::string painted(const std::string& text, const Paint& paint) {
  return paint && !text.empty() ? paint(text) : text;
}

/// Longer than any row of backticks in the lines, so that none of them ends it.
std::string fence_around(const std::vector<std::string>& lines) {
  std::size_t longest = 2;
  for (const std::string& line : lines)
    for (std::size_t at = line.find('`'), end = at; at != std::string::npos; at = line.find('`', end)) {
      end = std::min(line.find_first_not_of('`', at), line.size());
      longest = std::max(longest, end - at);
    }
  return std::string(longest + 1, '`');
}

/// Width of the text's own lines.
std::size_t widest_line(const std::string& text) {
  std::size_t most = 0;
  for (const std::string& line : folded(text, SIZE_MAX)) most = std::max(most, display_width(line));
  return most;
}

std::size_t widest_word(const std::string& text) {
  std::size_t most = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    most = std::max(most, display_width(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return most;
}

std::size_t sum_with_gaps(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), widths.empty() ? 0 : kBetween * (widths.size() - 1));
}

/// A cell of a Markdown table: what means something there has a backslash; lines are told apart.
std::string in_markdown(const std::string& text) {
  std::string all;
  for (const char c : text) {
    if (c == '\n')
      all += "<br>";
    else if (std::string_view("\\|*<[").find(c) != std::string_view::npos)
      all += std::string("\\") + c;
    else
      all += c;
  }
  return all;
}

/// The lines of one cell.
struct Block {
  std::vector<std::string> lines;
  Paint paint;
  std::size_t width = 0;
  bool is_right = false;

  /// A line of a row of `height` lines, which the block begins or, `at_bottom`, ends.
  [[nodiscard]] std::string line(std::size_t index, std::size_t height, bool at_bottom) const {
    const std::size_t above = at_bottom ? height - lines.size() : 0;
    return index < above || index - above >= lines.size() ? "" : lines[index - above];
  }
};

/// The lines of a row, or of the titles, which end at the bottom.
std::string row_text(const std::vector<Block>& blocks, bool at_bottom) {
  std::size_t height = 0;
  for (const Block& block : blocks) height = std::max(height, block.lines.size());
  std::string all;
  for (std::size_t i = 0; i < height; ++i) {
    std::string text;
    std::string pending;  // blanks that are written only if something follows
    for (const Block& block : blocks) {
      const std::string word = block.line(i, height, at_bottom);
      const std::string blanks(block.width - std::min(block.width, display_width(word)), ' ');
      if (word.empty()) {
        pending += blanks;
      } else {
        text += pending + (block.is_right ? blanks : "") + painted(word, block.paint);
        pending = block.is_right ? "" : blanks;
      }
      pending.append(kBetween, ' ');
    }
    all += text + "\n";
  }
  return all;
}

}  // namespace

void TextTable::row(std::vector<Cell> cells) {
  TORUSCOPE_CHECK(cells.size() == columns_.size(), "cells", cells.size(), "columns", columns_.size());
  rows_.push_back(std::move(cells));
}

std::size_t TextTable::width_of_cells(std::size_t column) const {
  const std::string& unit = columns_[column].unit;
  std::size_t most = unit.empty() ? 0 : display_width(unit) + 2;
  for (const auto& row : rows_) most = std::max(most, widest_line(row[column].text));
  return most;
}

std::size_t TextTable::natural_width(std::size_t column) const {
  return std::max(display_width(columns_[column].title), width_of_cells(column));
}

std::size_t TextTable::width_with_folded_title(std::size_t column) const {
  return std::max(widest_word(columns_[column].title), width_of_cells(column));
}

std::size_t TextTable::least_width(std::size_t column) const {
  const std::size_t width = width_with_folded_title(column);
  if (columns_[column].align == Align::right) return width;
  std::size_t word = widest_word(columns_[column].title);
  for (const auto& row : rows_) word = std::max(word, widest_word(row[column].text));
  return std::min(width, std::max(word, kLeastText));
}

std::size_t TextTable::least_width() const {
  std::vector<std::size_t> all(columns_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = width_with_folded_title(i);
  return sum_with_gaps(all);
}

std::vector<std::size_t> TextTable::widths(const Indices& shown, std::size_t page) const {
  std::vector<std::size_t> widths;
  for (const std::size_t column : shown) widths.push_back(natural_width(column));
  if (sum_with_gaps(widths) <= page) return widths;
  for (std::size_t i = 0; i < shown.size(); ++i) widths[i] = width_with_folded_title(shown[i]);
  std::vector<std::size_t> least;
  for (const std::size_t column : shown) least.push_back(least_width(column));
  for (std::size_t excess = sum_with_gaps(widths); excess > page; --excess) {
    std::size_t widest = shown.size();
    for (std::size_t i = 0; i < shown.size(); ++i)
      if (widths[i] > least[i] && (widest == shown.size() || widths[i] > widths[widest])) widest = i;
    if (widest == shown.size()) break;
    --widths[widest];
  }
  return widths;
}

bool TextTable::fits(const Indices& shown, std::size_t page) const {
  return sum_with_gaps(widths(shown, page)) <= page;
}

std::vector<TextTable::Indices> TextTable::split(std::size_t page, std::size_t keys) const {
  Indices key(std::min(keys, columns_.size()));
  std::iota(key.begin(), key.end(), std::size_t{0});
  std::vector<Indices> tables{key};
  for (std::size_t column = key.size(); column < columns_.size(); ++column) {
    Indices wider = tables.back();
    wider.push_back(column);
    if (fits(wider, page) || tables.back().size() == key.size()) {
      tables.back() = std::move(wider);
    } else {
      tables.push_back(key);
      tables.back().push_back(column);
    }
  }
  return tables;
}

std::string TextTable::table(const Indices& shown, std::size_t page, const Paint& bold) const {
  const std::vector<std::size_t> width = widths(shown, page);
  const auto row_of = [&](const auto& text_of, const auto& paint_of) {
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < shown.size(); ++i)
      blocks.push_back({folded(text_of(shown[i]), width[i]), paint_of(shown[i]), width[i],
                        columns_[shown[i]].align == Align::right});
    return blocks;
  };
  const auto unit_of = [&](std::size_t i) {
    const std::string& unit = columns_[i].unit;
    return unit.empty() ? unit : "(" + unit + ")";
  };
  std::string all = row_text(
      row_of([&](std::size_t i) { return columns_[i].title; }, [&](std::size_t) { return bold; }), true);
  if (std::any_of(shown.begin(), shown.end(), [&](std::size_t i) { return !columns_[i].unit.empty(); }))
    all += row_text(row_of(unit_of, [](std::size_t) { return Paint(); }), true);
  for (const auto& row : rows_)
    all += row_text(
        row_of([&](std::size_t i) { return row[i].text; }, [&](std::size_t i) { return row[i].paint; }), false);
  return all;
}

std::string TextTable::markdown() const {
  std::string titles = "|";
  std::string rule = "|";
  for (const Column& column : columns_) {
    titles += fmt::format(
        " {} |", in_markdown(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")"));
    rule += column.align == Align::right ? "---:|" : "---|";
  }
  std::string all = titles + "\n" + rule + "\n";
  for (const auto& row : rows_) {
    all += "|";
    for (const Cell& cell : row) all += fmt::format(" {} |", in_markdown(cell.text));
    all += "\n";
  }
  return all;
}

std::string TextTable::text(const Page& page, const Paint& bold, std::size_t keys) const {
  if (page.is_markdown) return markdown();
  const std::size_t width = page.width;
  Indices all(columns_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (fits(all, width)) return table(all, width, bold);
  std::string text;
  for (const Indices& shown : split(width, keys))
    text += (text.empty() ? "" : "\n") + table(shown, width, bold);
  return text;
}

std::string TextSheet::text(const Page& page) const {
  if (page.is_markdown) {
    std::string all = "| | |\n|---|---|\n";
    for (const auto& [label, cell] : lines_)
      all += fmt::format("| {} | {} |\n", in_markdown(label), in_markdown(cell.text));
    return all;
  }
  const std::size_t width = page.width;
  std::size_t label_width = 0;
  for (const auto& [label, cell] : lines_) label_width = std::max(label_width, display_width(label));
  label_width += kBetween;
  std::string all;
  for (const auto& [label, cell] : lines_) {
    const std::string text = labelled(label, label_width, cell.text, width);
    if (!cell.paint) {
      all += text;
      continue;
    }
    std::string rest = text;
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      const std::size_t from = std::min(label_width, end);
      all += rest.substr(0, from) + painted(rest.substr(from, end - from), cell.paint) + "\n";
      rest.erase(0, end + 1);
    }
  }
  return all;
}

std::string folded_text(const std::string& text, const Page& page) {
  if (page.is_markdown) return text;
  const std::size_t width = page.width;
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    all += display_width(line) <= width
               ? line + "\n"
               : labelled(std::string(indent, ' '), indent, line.substr(indent), width);
    begin = end + 1;
  }
  if (!text.ends_with('\n') && !all.empty()) all.pop_back();
  return all;
}

std::string markdown_of(const std::string& result) {
  std::string all;
  std::vector<std::string> plain;  // the lines since the last table or empty line
  const auto close = [&] {
    if (plain.size() == 1) all += in_markdown(plain.front()) + "\n";
    if (plain.size() > 1) {
      const std::string fence = fence_around(plain);
      all += fence + "text\n";
      for (const std::string& line : plain) all += line + "\n";
      all += fence + "\n";
    }
    if (!plain.empty()) all += "\n";
    plain.clear();
  };
  bool is_in_table = false;
  std::istringstream lines(result);
  for (std::string line; std::getline(lines, line);) {
    const bool is_row = line.starts_with('|');
    if (is_in_table && !is_row) all += "\n";
    if (is_row || line.empty()) close();
    if (is_row)
      all += line + "\n";
    else if (!line.empty())
      plain.push_back(line);
    is_in_table = is_row;
  }
  close();
  while (all.ends_with("\n\n")) all.pop_back();
  return all;
}

}  // namespace toruscope::core
