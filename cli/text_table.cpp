// SPDX-License-Identifier: Apache-2.0

#include "cli/text_table.hpp"

#include "runtime/core/check.hpp"

#include <algorithm>

namespace toruscope::detail {

namespace {

constexpr const char* kBetween = "  ";

std::string painted(const std::string& text, const Paint& paint) {
  return paint ? paint(text) : text;
}

}  // namespace

void TextTable::column(std::string title, Align align) {
  const std::size_t width = title.size();
  columns_.push_back({std::move(title), align, width});
}

void TextTable::row(std::vector<Cell> cells) {
  TORUSCOPE_CHECK(cells.size() == columns_.size(), "cells", cells.size(), "columns", columns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    columns_[i].width = std::max(columns_[i].width, cells[i].text.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text(const Paint& bold) const {
  std::string all;
  const auto add_row = [&](const auto& cell_of) {
    std::string line;
    std::string pending;  // blanks that are written only if something follows
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Cell cell = cell_of(i);
      const std::string blanks(columns_[i].width - cell.text.size(), ' ');
      const bool is_right = columns_[i].align == Align::right;
      if (!cell.text.empty()) {
        line += pending + (is_right ? blanks : "") + painted(cell.text, cell.paint);
        pending.clear();
      }
      pending += (is_right && !cell.text.empty() ? "" : blanks) + kBetween;
    }
    all += line + "\n";
  };
  add_row([&](std::size_t i) { return Cell(columns_[i].title, bold); });
  for (const auto& row : rows_) add_row([&](std::size_t i) { return row[i]; });
  return all;
}

std::string TextSheet::text() const {
  std::size_t width = 0;
  for (const auto& [label, cell] : lines_) width = std::max(width, label.size());
  std::string all;
  for (const auto& [label, cell] : lines_)
    all += label + std::string(width - label.size(), ' ') + kBetween + painted(cell.text, cell.paint) + "\n";
  return all;
}

}  // namespace toruscope::detail
