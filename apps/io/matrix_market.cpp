// SPDX-License-Identifier: Apache-2.0
// Banner, sizes, values; then both triangles, sorted.

#include "apps/io/matrix_market.hpp"

#include "apps/io/number.hpp"
#include "apps/io/series.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/core.h>
#include <ostream>
#include <string>
#include <utility>

namespace toruscope::apps {
namespace {

enum class Symmetry { general, symmetric, skew };

/// True if the text is this number digit by digit.
bool is_held_exactly(std::string_view text, double number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return fmt::format("{:.0f}", number) == text;
}

class Reader {
 public:
  Reader(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text), lines_(text) {}

  Matrix read() {
    read_banner();
    read_sizes();
    if (is_coordinate_) {
      read_entries();
    } else {
      read_array();
    }
    if (next_line())
      refuse(fmt::format("a line follows what was announced, {}: \"{}\"", core::counted(announced_, "value"),
                         core::shown(line_)));
    sort();
    return std::move(matrix_);
  }

 private:
  /// The next line that is neither blank nor a comment, cut into words.
  bool next_line() {
    while (lines_.next()) {
      line_ = core::trimmed(lines_.text());
      if (!line_.empty() && !line_.starts_with('%')) {
        cut();
        return true;
      }
    }
    return false;
  }
  /// Cuts the line into words, six at most: one more than any line may have.
  void cut() {
    words_.clear();
    std::string_view left = line_;
    while (!left.empty() && words_.size() < kWords) {
      const std::size_t end = std::min(left.find_first_of(" \t"), left.size());
      words_.push_back(left.substr(0, end));
      left = core::trimmed(left.substr(end));
    }
  }
  [[noreturn]] void refuse(const std::string& what) const {
    refuse_input(path_, fmt::format("line {}: {}", lines_.number(), what));
  }

  /// The words of the banner in small letters; the first line, whatever it begins with.
  void read_banner() {
    lines_.next();
    const std::string banner = core::in_small_letters(lines_.text());
    line_ = core::trimmed(banner);
    cut();
    if (words_.empty() || (words_[0] != "%%matrixmarket" && words_[0] != "%matrixmarket")) {
      const std::string form = line_.starts_with("%")
                                   ? ""
                                   : core::other_form(text_, "give a matrix that begins with %%MatrixMarket");
      refuse_input(path_,
                   form.empty() ? "it does not begin with %%MatrixMarket: not a Matrix Market file" : form);
    }
    if (words_.size() != 5 || words_[1] != "matrix")
      refuse("the banner is %%MatrixMarket matrix FORMAT FIELD SYMMETRY");
    is_coordinate_ = word(2, "format", {"coordinate", "array"}) == "coordinate";
    const std::string field = word(3, "field", {"real", "double", "integer", "unsigned-integer", "pattern"});
    is_pattern_ = field == "pattern";
    is_integer_ = field.ends_with("integer");
    if (is_pattern_ && !is_coordinate_) refuse("an array has values; pattern is for coordinate");
    const std::string symmetry = word(4, "symmetry", {"general", "symmetric", "hermitian", "skew-symmetric"});
    // real values are their own conjugates
    symmetry_ = symmetry == "general"          ? Symmetry::general
                : symmetry == "skew-symmetric" ? Symmetry::skew
                                               : Symmetry::symmetric;
    if (is_pattern_ && symmetry_ == Symmetry::skew)
      refuse("a pattern has no signs; it cannot be skew-symmetric");
  }
  [[nodiscard]] std::string word(std::size_t index, const char* kind,
                                 const std::vector<std::string>& known) const {
    std::string given(words_[index]);
    if (std::find(known.begin(), known.end(), given) == known.end())
      refuse(fmt::format("{} \"{}\" is not read here, only: {}.{}", kind, core::shown(given),
                         core::joined(known, ", "), core::did_you_mean(given, known)));
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
    announced_ = symmetry_ == Symmetry::general                   ? rows * columns
                 : symmetry_ == Symmetry::skew && !is_coordinate_ ? rows * (rows - 1) / 2
                                                                  : rows * (rows + 1) / 2;
    if (is_coordinate_) announced_ = whole(words_[2], "the number of entries", 0, announced_);
    // A file cannot announce what it has no room for: "1 1 1", "1 1" or "1" in a line, the last one
    // perhaps without its end.
    const std::uint64_t least = is_pattern_ ? 4 : is_coordinate_ ? 6 : 2;
    if (announced_ > (lines_.rest().size() + 1) / least) refuse_truncated(0);
    matrix_.entries.reserve(symmetry_ == Symmetry::general ? announced_ : 2 * announced_);
    before_entries_ = lines_;
  }
  [[noreturn]] void refuse_truncated(std::uint64_t found) const {
    refuse_input(path_, fmt::format("truncated: {} values were announced, {}", announced_,
                                    found == 0 ? "fewer follow" : fmt::format("the file has {}", found)));
  }

  [[nodiscard]] double value(std::string_view text) const {
    const std::optional<double> number = number_in(text);
    if (!number) refuse(fmt::format("\"{}\" is not numeric", core::shown(text)));
    if (!std::isfinite(*number))
      refuse(fmt::format("{} is not a finite number; remove or replace it", core::shown(text)));
    if (is_integer_ && *number != std::floor(*number))
      refuse(fmt::format("{} is no integer, which the banner announced", core::shown(text)));
    constexpr double kExact = 9007199254740992;  // 2^53; numbers below are told apart
    if (is_integer_ && std::abs(*number) >= kExact && !is_held_exactly(text, *number))
      refuse(
          fmt::format("entries are 64-bit floating-point numbers, which cannot hold {} exactly; announce real "
                      "if the nearest number will do",
                      core::shown(text)));
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
      const auto [row, column] = place();
      const double entry = is_pattern_ ? 1.0 : value(words_[2]);
      if (symmetry_ == Symmetry::skew && row == column && entry != 0)
        refuse(fmt::format("({}, {}) is {}, but the diagonal of a skew-symmetric matrix is 0", row + 1,
                           column + 1, entry));
      add(row, column, entry);
    }
  }
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> place() const {
    return {whole(words_[0], "the row", 1, matrix_.rows) - 1,
            whole(words_[1], "the column", 1, matrix_.columns) - 1};
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
    sort_by_place(matrix_.entries);
    const auto twice = std::adjacent_find(
        matrix_.entries.begin(), matrix_.entries.end(),
        [](const MatrixEntry& a, const MatrixEntry& b) { return a.row == b.row && a.column == b.column; });
    if (twice != matrix_.entries.end()) refuse_twice(*twice);
  }
  /// Refuses a place given twice, and reads again to find the lines. Programs differ in what it
  /// means: the sum, the last value, an error.
  [[noreturn]] void refuse_twice(const MatrixEntry& entry) {
    lines_ = before_entries_;
    const std::pair<std::uint64_t, std::uint64_t> wanted(entry.row, entry.column);
    const auto mirrored = std::pair(wanted.second, wanted.first);
    std::vector<std::size_t> found;
    while (found.size() < 2 && next_line())
      if (place() == wanted || (symmetry_ != Symmetry::general && place() == mirrored))
        found.push_back(lines_.number());
    refuse_input(path_, fmt::format("the entry of row {}, column {} is given twice, in lines {}; add them or "
                                    "remove one",
                                    wanted.first + 1, wanted.second + 1, core::joined(found, " and ")));
  }

  static constexpr std::size_t kWords = 6;
  const std::filesystem::path& path_;
  std::string_view text_;
  core::Lines lines_;
  core::Lines before_entries_{{}};
  std::string_view line_;
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
  std::string text = fmt::format("%%MatrixMarket matrix array real general\n{} 1\n", values.size());
  for (const double value : values) text += fmt::format("{}\n", value);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace toruscope::apps
