// SPDX-License-Identifier: Apache-2.0
// Banner, sizes, values; then both triangles, sorted.

#include "apps/io/matrix_market.hpp"

#include "apps/io/number.hpp"
#include "apps/io/series.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <ostream>
#include <string>
#include <utility>

namespace toruscope::apps {
namespace {

enum class Symmetry { general, symmetric, skew };

class Reader {
 public:
  Reader(const std::filesystem::path& path, std::string_view text) : path_(path), rest_(text) {}

  Matrix read() {
    read_banner();
    read_sizes();
    if (is_coordinate_) {
      read_entries();
    } else {
      read_array();
    }
    if (next_line())
      refuse(fmt::format("a line follows the {} values that were announced: \"{}\"", announced_,
                         core::shown(line_)));
    sort();
    return std::move(matrix_);
  }

 private:
  /// The next line that is neither blank nor a comment, cut into words.
  bool next_line() {
    while (!rest_.empty()) {
      const std::size_t end = rest_.find('\n');
      line_ = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      ++number_;
      if (!line_.empty() && !line_.starts_with('%')) {
        cut();
        return true;
      }
    }
    return false;
  }
  /// No line has more than five words: a sixth is one too many already.
  void cut() {
    words_.clear();
    std::string_view left = line_;
    while (!left.empty() && words_.size() < kWords) {
      const std::size_t end = std::min(left.find_first_of(" \t"), left.size());
      words_.push_back(left.substr(0, end));
      left = trimmed(left.substr(end));
    }
  }
  [[noreturn]] void refuse(const std::string& what) const {
    refuse_input(path_, fmt::format("line {}: {}", number_, what));
  }

  /// The words of the banner in small letters; the first line, whatever it begins with.
  void read_banner() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string banner(rest_.substr(0, end));
    for (char& c : banner)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    line_ = trimmed(banner);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    cut();
    if (words_.empty() || words_[0] != "%%matrixmarket")
      refuse_input(path_, "it does not begin with %%MatrixMarket: not a Matrix Market file");
    if (words_.size() != 5 || words_[1] != "matrix")
      refuse("the banner is %%MatrixMarket matrix FORMAT FIELD SYMMETRY");
    is_coordinate_ = word(2, "format", {"coordinate", "array"}) == "coordinate";
    const std::string field = word(3, "field", {"real", "integer", "pattern"});
    is_pattern_ = field == "pattern";
    is_integer_ = field == "integer";
    if (is_pattern_ && !is_coordinate_) refuse("an array has values; pattern is for coordinate");
    const std::string symmetry = word(4, "symmetry", {"general", "symmetric", "skew-symmetric"});
    symmetry_ = symmetry == "general"     ? Symmetry::general
                : symmetry == "symmetric" ? Symmetry::symmetric
                                          : Symmetry::skew;
    if (is_pattern_ && symmetry_ == Symmetry::skew)
      refuse("a pattern has no signs; it cannot be skew-symmetric");
  }
  [[nodiscard]] std::string word(std::size_t index, const char* kind,
                                 const std::vector<std::string>& known) const {
    std::string given(words_[index]);
    if (std::find(known.begin(), known.end(), given) == known.end())
      refuse(fmt::format("{} \"{}\" is not read here, only: {}.{}", kind, core::shown(given),
                         fmt::join(known, ", "), core::did_you_mean(given, known)));
    return given;
  }

  [[nodiscard]] std::uint64_t whole(std::string_view text, const char* what, std::uint64_t least,
                                    std::uint64_t most) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
      refuse(fmt::format("{} is \"{}\", which is no whole number", what, core::shown(text)));
    if (error != std::errc{} || value < least || value > most)
      refuse(fmt::format("{} is {}, not in {} .. {}", what, core::shown(text), least, most));
    return value;
  }
  void need_words(std::size_t count, const char* what) const {
    if (words_.size() != count) refuse(fmt::format("\"{}\" is not {}", core::shown(line_), what));
  }

  void read_sizes() {
    if (!next_line()) refuse_input(path_, "truncated: it ends before its line of sizes");
    need_words(is_coordinate_ ? 3 : 2, is_coordinate_ ? "rows, columns, entries" : "rows, columns");
    const std::uint64_t rows = whole(words_[0], "the number of rows", 1, kLargestMatrixSide);
    const std::uint64_t columns = whole(words_[1], "the number of columns", 1, kLargestMatrixSide);
    if (symmetry_ != Symmetry::general && rows != columns)
      refuse(fmt::format("a symmetric matrix is square, got {} x {}", rows, columns));
    matrix_.rows = rows;
    matrix_.columns = columns;
    matrix_.is_dense = !is_coordinate_;
    switch (symmetry_) {
      case Symmetry::general:
        announced_ = rows * columns;
        break;
      case Symmetry::symmetric:
        announced_ = rows * (rows + 1) / 2;
        break;
      case Symmetry::skew:
        announced_ = rows * (rows - 1) / 2;
        break;
    }
    if (is_coordinate_) announced_ = whole(words_[2], "the number of entries", 0, announced_);
    // Every value takes at least a digit and the line's end, so a file cannot announce what it has no room for.
    if (announced_ > rest_.size()) refuse_truncated(0);
    matrix_.entries.reserve(symmetry_ == Symmetry::general ? announced_ : 2 * announced_);
  }
  [[noreturn]] void refuse_truncated(std::uint64_t found) const {
    refuse_input(path_, fmt::format("truncated: {} values were announced, {}", announced_,
                                    found == 0 ? "far fewer follow" : fmt::format("the file has {}", found)));
  }

  [[nodiscard]] double value(std::string_view text) const {
    const std::optional<double> number = number_in(text);
    if (!number) refuse(fmt::format("\"{}\" is not numeric", core::shown(text)));
    if (!std::isfinite(*number))
      refuse(fmt::format("{} is not a finite number; remove or replace it", core::shown(text)));
    if (is_integer_ && *number != std::floor(*number))
      refuse(fmt::format("{} is no integer, which the banner announced", core::shown(text)));
    return *number;
  }
  void add(std::uint64_t row, std::uint64_t column, double value) {
    const auto i = static_cast<std::uint32_t>(row);
    const auto j = static_cast<std::uint32_t>(column);
    matrix_.entries.push_back({i, j, value});
    if (symmetry_ != Symmetry::general && i != j)
      matrix_.entries.push_back({j, i, symmetry_ == Symmetry::skew ? -value : value});
  }

  void read_entries() {
    for (std::uint64_t k = 0; k < announced_; ++k) {
      if (!next_line()) refuse_truncated(k);
      need_words(is_pattern_ ? 2 : 3, is_pattern_ ? "row, column" : "row, column, value");
      const std::uint64_t row = whole(words_[0], "the row", 1, matrix_.rows) - 1;
      const std::uint64_t column = whole(words_[1], "the column", 1, matrix_.columns) - 1;
      if (symmetry_ != Symmetry::general && (column > row || (column == row && symmetry_ == Symmetry::skew)))
        refuse(fmt::format("({}, {}) is not below the diagonal, where a {} matrix is given", row + 1,
                           column + 1, symmetry_ == Symmetry::skew ? "skew-symmetric" : "symmetric"));
      add(row, column, is_pattern_ ? 1.0 : value(words_[2]));
    }
  }
  void read_array() {
    std::uint64_t found = 0;
    for (std::uint64_t column = 0; column < matrix_.columns; ++column) {
      const std::uint64_t top =
          symmetry_ == Symmetry::general ? 0 : column + (symmetry_ == Symmetry::skew ? 1 : 0);
      for (std::uint64_t row = top; row < matrix_.rows; ++row, ++found) {
        if (!next_line()) refuse_truncated(found);
        need_words(1, "one value");
        add(row, column, value(words_[0]));
      }
    }
    if (symmetry_ == Symmetry::skew)
      for (std::uint64_t i = 0; i < matrix_.rows; ++i) add(i, i, 0);
  }

  void sort() {
    std::vector<MatrixEntry>& entries = matrix_.entries;
    const auto place = [](const MatrixEntry& e) { return std::pair(e.row, e.column); };
    std::sort(entries.begin(), entries.end(),
              [&](const MatrixEntry& a, const MatrixEntry& b) { return place(a) < place(b); });
    const auto twice =
        std::adjacent_find(entries.begin(), entries.end(),
                           [&](const MatrixEntry& a, const MatrixEntry& b) { return place(a) == place(b); });
    if (twice != entries.end())
      refuse_input(path_, fmt::format("the entry of row {}, column {} is given twice",
                                      std::uint64_t{twice->row} + 1, std::uint64_t{twice->column} + 1));
  }

  static constexpr std::size_t kWords = 6;
  const std::filesystem::path& path_;
  std::string_view rest_, line_;
  std::size_t number_ = 0;
  std::vector<std::string_view> words_;
  bool is_coordinate_ = false, is_pattern_ = false, is_integer_ = false;
  Symmetry symmetry_ = Symmetry::general;
  std::uint64_t announced_ = 0;
  Matrix matrix_;
};

}  // namespace

Matrix read_matrix_market(const std::filesystem::path& path, std::string_view text) {
  return Reader(path, text).read();
}

void write_matrix_market_vector(std::ostream& out, std::span<const double> values) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "%%MatrixMarket matrix array real general\n{} 1\n", values.size());
  for (const double value : values) fmt::format_to(std::back_inserter(text), "{}\n", value);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace toruscope::apps
