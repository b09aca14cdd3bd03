// SPDX-License-Identifier: Apache-2.0
// Text in columns, for people, within a page's width.

#pragma once

#include "cli/tables/page.hpp"
#include "runtime/core/shown_text.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::cli {

/// How a cell is painted once its column's width is known.
using Paint = std::function<std::string(const std::string&)>;

/// Its text has no control characters, which a name from a file may have; a newline ends a line of it.
struct Cell {
  Cell(const std::string& t, Paint p = {})  // NOLINT(google-explicit-constructor): a cell is its text
      : text(core::shown_lines(t, std::string::npos)), paint(std::move(p)) {}
  Cell(const char* t) : Cell(std::string(t)) {}  // NOLINT(google-explicit-constructor): a cell is its text

  std::string text;
  Paint paint;
};

/// Where it is wider than the page, first its titles are folded, then texts (cells of left columns); where that is not enough
/// it is printed as several tables one below the other, each with the first columns.
class TextTable {
 public:
  enum class Align { left, right };

  /// `unit` stands in parentheses below the title.
  void column(std::string title, Align align = Align::left, std::string unit = {});
  /// As many cells as there are columns.
  void row(std::vector<Cell> cells);
  [[nodiscard]] std::size_t rows() const { return rows_.size(); }

  /// `bold` paints the titles; the first `keys` columns begin each table. In Markdown it is one table.
  [[nodiscard]] std::string text(const Page& page, const Paint& bold = {}, std::size_t keys = 1) const;
  /// The width of its columns where nothing but titles is folded.
  [[nodiscard]] std::size_t least_width() const;

 private:
  struct Column {
    std::string title;
    Align align;
    std::string unit;
  };
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

/// "label   text" lines, one under the other.
class TextSheet {
 public:
  void line(std::string label, Cell cell) { lines_.emplace_back(std::move(label), std::move(cell)); }
  /// Texts are folded; in Markdown it is a table.
  [[nodiscard]] std::string text(const Page& page) const;

 private:
  std::vector<std::pair<std::string, Cell>> lines_;
};

/// The text with lines folded below the blanks with which each begins, in Markdown as it is. Ends with a newline if it does.
std::string folded_text(const std::string& text, const Page& page);

}  // namespace toruscope::cli
