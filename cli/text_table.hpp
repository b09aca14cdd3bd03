// SPDX-License-Identifier: Apache-2.0
// Text in columns, for people.

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace toruscope::detail {

/// How a cell is painted once its column's width is known.
using Paint = std::function<std::string(const std::string&)>;

struct Cell {
  Cell(std::string t) : text(std::move(t)) {}  // NOLINT(google-explicit-constructor): a cell is its text
  Cell(const char* t) : text(t) {}             // NOLINT(google-explicit-constructor)
  Cell(std::string t, Paint p) : text(std::move(t)), paint(std::move(p)) {}

  std::string text;
  Paint paint;
};

class TextTable {
 public:
  enum class Align { left, right };

  void column(std::string title, Align align = Align::left);
  /// As many cells as there are columns.
  void row(std::vector<Cell> cells);
  /// `bold` paints the titles.
  [[nodiscard]] std::string text(const Paint& bold) const;

 private:
  struct Column {
    std::string title;
    Align align;
    std::size_t width;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

/// "label   text" lines, one under the other.
class TextSheet {
 public:
  void line(std::string label, Cell cell) { lines_.emplace_back(std::move(label), std::move(cell)); }
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::pair<std::string, Cell>> lines_;
};

}  // namespace toruscope::detail
