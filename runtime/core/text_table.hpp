// SPDX-License-Identifier: Apache-2.0
// Text in columns, for people, within a page's width.

#pragma once

#include "runtime/core/shown_text.hpp"

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::core {

struct Page {
  Page(std::size_t w, bool markdown = false) : width(w), is_markdown(markdown) {}  // NOLINT

  std::size_t width;
  bool is_markdown;
};

/// A result in which tables are Markdown already: other lines become paragraphs or code blocks.
std::string markdown_of(const std::string& result);

/// How a cell is painted once its column's width is known.
using Paint = std::function<std::string(const std::string&)>;

/// A text without control characters, which a name from a file may have; it may have lines.
struct Cell {
  Cell(const std::string& t, Paint p = {})  // NOLINT: a text is a cell
      : text(shown_lines(t, std::string::npos)), paint(std::move(p)) {}
  Cell(const char* t) : Cell(std::string(t)) {}  // NOLINT: a text is a cell

  std::string text;
  Paint paint;
};

/// Columns. Where they are wider than the page, titles are folded, then texts; where that is not
/// enough, several tables stand one below the other, each with the first columns.
class TextTable {
 public:
  enum class Align { left, right };
  /// `unit` stands in parentheses below the title.
  struct Column {
    Column(std::string t, Align a = Align::left, std::string u = {})  // NOLINT: a title is a column
        : title(std::move(t)), align(a), unit(std::move(u)) {}
    Column(const char* t) : Column(std::string(t)) {}  // NOLINT: a title is a column

    std::string title;
    Align align;
    std::string unit;
  };

  TextTable(std::initializer_list<Column> columns = {}) : columns_(columns) {}
  void column(std::string title, Align align = Align::left, std::string unit = {}) {
    columns_.emplace_back(std::move(title), align, std::move(unit));
  }
  /// Takes a cell for each column.
  void row(std::vector<Cell> cells);
  [[nodiscard]] std::size_t rows() const { return rows_.size(); }

  /// Paints the titles with `bold`; the first `keys` columns begin each table. Markdown has one.
  [[nodiscard]] std::string text(const Page& page, const Paint& bold = {}, std::size_t keys = 1) const;
  /// The width of its columns where nothing but titles is folded.
  [[nodiscard]] std::size_t least_width() const;

 private:
  using Indices = std::vector<std::size_t>;

  [[nodiscard]] std::size_t width_of_cells(std::size_t column) const;
  [[nodiscard]] std::size_t natural_width(std::size_t column) const;
  [[nodiscard]] std::size_t width_with_folded_title(std::size_t column) const;
  [[nodiscard]] std::size_t least_width(std::size_t column) const;
  /// A width for each of the columns, which together fit, or are as narrow as can be.
  [[nodiscard]] std::vector<std::size_t> widths(const Indices& shown, std::size_t page) const;
  [[nodiscard]] bool fits(const Indices& shown, std::size_t page) const;
  /// The columns of each table one below the other.
  [[nodiscard]] std::vector<Indices> split(std::size_t page, std::size_t keys) const;
  [[nodiscard]] std::string table(const Indices& shown, std::size_t page, const Paint& bold) const;
  [[nodiscard]] std::string markdown() const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

/// A column of numbers.
inline TextTable::Column on_right(std::string title, std::string unit = {}) {
  return {std::move(title), TextTable::Align::right, std::move(unit)};
}

/// "label   text" lines, one under the other.
class TextSheet {
 public:
  void line(std::string label, Cell cell) { lines_.emplace_back(std::move(label), std::move(cell)); }
  /// Texts are folded; in Markdown it is a table.
  [[nodiscard]] std::string text(const Page& page) const;

 private:
  std::vector<std::pair<std::string, Cell>> lines_;
};

/// The text with lines folded below the blanks with which each begins, in Markdown as it is.
std::string folded_text(const std::string& text, const Page& page);

}  // namespace toruscope::core
