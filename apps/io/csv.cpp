// SPDX-License-Identifier: Apache-2.0
// Lines, fields, the choice of the column, numbers.

#include "apps/io/csv.hpp"

#include "apps/io/number.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

using Fields = std::vector<std::string_view>;

constexpr char kBlanks = ' ';  // as a separator: a run of blanks and tabs

/// The lines of the text that carry fields, each with its number in the file.
class Rows {
 public:
  explicit Rows(std::string_view text) : lines_(text) {}
  bool next() {
    while (lines_.next()) {
      const std::string_view content = core::trimmed(line());
      if (content.empty() && blank_ == 0) blank_ = number();
      if (!content.empty() && !content.starts_with('#')) return true;
    }
    return false;
  }
  [[nodiscard]] std::string_view line() const { return lines_.text(); }
  [[nodiscard]] std::size_t number() const { return lines_.number(); }
  /// The first blank line so far since forget_blank(); 0 if there was none.
  [[nodiscard]] std::size_t blank() const { return blank_; }
  void forget_blank() { blank_ = 0; }

 private:
  core::Lines lines_;
  std::size_t blank_ = 0;
};

/// The end of the first field: at a separator outside of quotes (open ones reach to the end).
std::size_t end_of_field(std::string_view text, char separator) {
  std::size_t from = 0;
  if (const std::size_t begin = text.find_first_not_of(separator == '\t' ? " " : " \t");
      begin < text.size() && text[begin] == '"')
    // a quote written twice opens another part
    for (from = begin; from < text.size() && text[from] == '"';)
      from = std::min(text.find('"', from + 1), text.size() - 1) + 1;
  const std::size_t end = separator == kBlanks ? text.find_first_of(" \t", from) : text.find(separator, from);
  return std::min(end, text.size());
}

std::string_view without_quotes(std::string_view field) {
  if (field.size() < 2 || field.front() != '"' || field.back() != '"') return field;
  return core::trimmed(field.substr(1, field.size() - 2));
}

/// The fields of a line, blanks and enclosing quotes removed.
void split(std::string_view line, char separator, Fields& fields) {
  fields.clear();
  if (separator == kBlanks) line = core::trimmed(line);
  while (true) {
    const std::size_t end = end_of_field(line, separator);
    fields.push_back(without_quotes(core::trimmed(line.substr(0, end))));
    if (end == line.size()) return;
    line.remove_prefix(end + 1);
    if (separator == kBlanks) line = core::trimmed(line);
  }
}

Fields fields_of(std::string_view line, char separator) {
  Fields fields;
  split(line, separator, fields);
  return fields;
}

bool is_header(const Fields& fields) {
  const auto is_number = [](std::string_view field) { return number_in(field).has_value(); };
  const auto is_name = [](std::string_view field) {
    return !field.empty() &&
           (std::isalpha(static_cast<unsigned char>(field.front())) != 0 || field.front() == '_');
  };
  return std::none_of(fields.begin(), fields.end(), is_number) &&
         std::any_of(fields.begin(), fields.end(), is_name);
}

/// The separator of rows that stand on their first line.
char separator_of(Rows rows) {
  for (const char separator : {'\t', ';', ','})
    if (end_of_field(rows.line(), separator) < rows.line().size()) return separator;
  const auto has_one_field = [&] { return fields_of(rows.line(), kBlanks).size() == 1; };
  if (has_one_field()) return ',';
  return rows.next() && has_one_field() ? ',' : kBlanks;  // "sunspot number" may name one column
}

/// A name as it was before it was quoted.
std::string name_of(std::string_view field) {
  std::string name;
  for (std::size_t i = 0; i < field.size(); ++i) {
    name += field[i];
    if (field.substr(i).starts_with("\"\"")) ++i;
  }
  return name;
}

std::size_t count_digits(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// True for a decimal comma ("0,5") or marks between thousands ("1,234", "1 234.5").
bool is_number_of_another_form(std::string_view field) {
  if (field.starts_with('-') || field.starts_with('+')) field.remove_prefix(1);
  const std::size_t first = count_digits(field);
  if (first == 0) return false;
  field.remove_prefix(first);
  bool is_grouped = false;
  while (first <= 3) {
    std::size_t mark = 0;
    for (const std::string_view one : {",", ".", "'", " ", "\u00a0", "\u202f", "\u2019"})
      if (field.starts_with(one)) mark = one.size();
    if (mark == 0 || count_digits(field.substr(mark)) != 3) break;
    field.remove_prefix(mark + 3);
    is_grouped = true;
  }
  if (field.empty()) return is_grouped;
  return (field.front() == ',' || (is_grouped && field.front() == '.')) &&
         number_in("0." + std::string(field.substr(1))).has_value();
}

/// True for "$1" before "000": an amount of money that its mark between thousands has cut in two.
bool is_cut_amount(std::string_view before, std::string_view after) {
  const std::size_t sign = std::min(before.find_first_of("0123456789"), before.size());
  const std::string_view digits = before.substr(sign);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return sign > 0 && !number_in(before) &&
         std::none_of(before.begin(), before.begin() + std::ptrdiff_t(sign), is_letter) && !digits.empty() &&
         digits.size() <= 3 && count_digits(digits) == digits.size() && count_digits(after) == 3 &&
         (after.size() == 3 || after[3] == '.');
}

/// True for "1,5 2,5": blanks separate the numbers, so the commas are decimal commas.
bool has_decimal_commas(std::string_view line) {
  const Fields words = fields_of(line, kBlanks);
  return words.size() > 1 && std::all_of(words.begin(), words.end(), [](std::string_view word) {
           return number_in(word).has_value() || (is_number_of_another_form(word) && !word.ends_with(','));
         });
}

class CsvReader {
 public:
  CsvReader(const std::filesystem::path& path, std::string_view text, std::string_view column)
      : path_(path), rows_(text), column_(column) {}

  Series read() {
    read_head();
    wanted_ = wanted_column();
    Series series;
    series.column = title_of(wanted_);
    columns_ = fields_.size();
    rows_.forget_blank();
    do {
      next_fields();
      series.values.push_back(value());
    } while (rows_.next());
    return series;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    refuse_input(path_, fmt::format("line {}: {}", rows_.number(), what));
  }
  [[noreturn]] void refuse_more_fields(const char* than, std::size_t count) const {
    refuse_input(path_, fmt::format("line {} has {} fields, but the {} has {}; is a decimal comma or a mark "
                                    "between thousands in it?",
                                    rows_.number(), fields_.size(), than, count));
  }
  void refuse_other_form(std::size_t index) const {
    if (is_number_of_another_form(fields_[index]))
      refuse(
          fmt::format("\"{}\" in column {}: numbers are read with a decimal point and without marks "
                      "between thousands, as 1234.5; rewrite them{}",
                      core::shown(fields_[index]), title_of(index),
                      column_.empty() ? ", or name another column with --column" : ""));
  }
  /// Refuses an amount whose last group of three digits is this field.
  void refuse_cut_amount(std::size_t index) const {
    std::size_t first = index;
    while (first > 0 && count_digits(fields_[first]) == 3 && (fields_[first].size() == 3 || first == index))
      --first;
    if (first < index && is_cut_amount(fields_[first], fields_[first + 1]))
      refuse(
          fmt::format("\"{},{}\" looks like an amount with a mark between thousands; write plain numbers, or "
                      "name the column with --column",
                      core::shown(fields_[first]), core::shown(fields_[first + 1])));
  }
  /// Text such as "2 (spots)".
  [[nodiscard]] std::string title_of(std::size_t index) const {
    return index < names_.size() && !names_[index].empty()
               ? fmt::format("{} ({})", index + 1, core::shown(names_[index]))
               : fmt::format("{}", index + 1);
  }

  /// Reads up to the first row of values.
  void read_head() {
    if (!rows_.next()) refuse_input(path_, "it holds no value, only blank lines and comments");
    // Spreadsheets name the separator in a line of its own.
    if (rows_.line().starts_with("sep=") && rows_.line().size() == 5 && !rows_.next())
      refuse_input(path_, "it holds no value, only a separator");
    separator_ = separator_of(rows_);
    split_row();
    if (!is_header(fields_)) return;
    for (const std::string_view field : fields_) names_.push_back(name_of(field));
    if (!rows_.next()) refuse_input(path_, "it holds no value, only a header");
    split_row();
    // R's write.table names no column of the names of rows, which it quotes.
    if (separator_ == kBlanks && fields_.size() == names_.size() + 1 && rows_.line().starts_with('"'))
      names_.insert(names_.begin(), "");
    if (fields_.size() > names_.size()) refuse_more_fields("header", names_.size());
  }

  /// The index of the column asked for by name or number.
  [[nodiscard]] std::size_t find_column() const {
    if (const auto found = std::find(names_.begin(), names_.end(), column_); found != names_.end()) {
      const auto index = static_cast<std::size_t>(found - names_.begin());
      if (const auto second = std::find(found + 1, names_.end(), column_); second != names_.end())
        refuse_input(path_, fmt::format("columns {} and {} are both named \"{}\"; give a number", index + 1,
                                        second - names_.begin() + 1, core::shown(column_)));
      return index;
    }
    const std::size_t columns = std::max(names_.size(), fields_.size());
    if (const auto number = core::read_number<std::size_t>(column_)) {
      if (*number >= 1 && *number <= columns) return *number - 1;
      refuse_input(path_, fmt::format("there is no column {}; columns are numbered 1 to {}",
                                      core::shown(column_), columns));
    }
    if (names_.empty())
      refuse_input(path_,
                   fmt::format("there is no column \"{}\": the file has no header; give its number, 1 to {}",
                               core::shown(column_), columns));
    constexpr std::size_t kShownNames = 400;
    std::vector<std::string> shown_names;
    shown_names.reserve(names_.size());
    for (const std::string& name : names_) shown_names.push_back(core::shown(name));
    refuse_input(path_, fmt::format("there is no column \"{}\"; columns are: {}.{}", core::shown(column_),
                                    core::shown(core::joined(shown_names, ", "), kShownNames),
                                    core::did_you_mean(column_, shown_names)));
  }
  /// Index of the column that is read: as asked, or the first row's last number.
  [[nodiscard]] std::size_t wanted_column() const {
    if (separator_ == ',' && has_decimal_commas(rows_.line()))
      refuse("blanks separate these numbers, so that their commas are decimal commas; write 1.5 for 1,5");
    if (!column_.empty()) return find_column();
    for (std::size_t index = fields_.size(); index-- > 0;) {
      if (separator_ == ',') refuse_cut_amount(index);
      if (number_in(fields_[index]).has_value()) return index;
      refuse_other_form(index);
    }
    refuse("no column holds a number");
  }

  void split_row() {
    split(rows_.line(), separator_, fields_);
    const std::string_view last = fields_.back();
    if (last.starts_with('"') && std::count(last.begin(), last.end(), '"') % 2 != 0)
      refuse("a quote is not closed; fields that contain a line's end are not read");
  }
  void next_fields() {
    if (rows_.blank() != 0)
      refuse_input(path_,
                   fmt::format("line {} is blank, but values follow it; a missing value would shift the series",
                               rows_.blank()));
    split_row();
    if (fields_.size() > columns_) refuse_more_fields("first row", columns_);
    if (wanted_ >= fields_.size())
      refuse_input(path_,
                   fmt::format("line {} has {} {}, but column {} is read", rows_.number(), fields_.size(),
                               fields_.size() == 1 ? "field" : "fields", title_of(wanted_)));
    if (!column_.empty()) return;
    for (std::size_t later = wanted_ + 1; later < fields_.size(); ++later) {
      refuse_other_form(later);
      if (number_in(fields_[later]).has_value())
        refuse_input(path_,
                     fmt::format("line {} has a number in column {}, but the first row has its last one in "
                                 "column {}; name the column with --column",
                                 rows_.number(), title_of(later), title_of(wanted_)));
    }
  }
  [[nodiscard]] double value() const {
    const std::optional<double> number = number_in(fields_[wanted_]);
    if (!number) {
      refuse_other_form(wanted_);
      refuse(
          fmt::format("\"{}\" in column {} is not numeric", core::shown(fields_[wanted_]), title_of(wanted_)));
    }
    if (!std::isfinite(*number))
      refuse(fmt::format("{} in column {} is not a finite number; remove or replace it",
                         core::shown(fields_[wanted_]), title_of(wanted_)));
    return *number;
  }

  const std::filesystem::path& path_;
  Rows rows_;
  std::string_view column_;
  char separator_ = ',';
  std::vector<std::string> names_;
  Fields fields_;
  std::size_t columns_ = 0;  ///< columns of the first row of values
  std::size_t wanted_ = 0;
};

}  // namespace

Series read_csv(const std::filesystem::path& path, std::string_view text, std::string_view column) {
  if (text.find('\0') != std::string_view::npos)
    if (const std::string form = core::other_form(text, "give numbers as text"); !form.empty())
      refuse_input(path, form);
  return CsvReader(path, text, column).read();
}

}  // namespace toruscope::apps
