// SPDX-License-Identifier: Apache-2.0
// Lines, fields, the choice of the column, numbers.

#include "apps/io/csv.hpp"

#include "apps/io/number.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

/// The lines of the text that carry fields, each with its number in the file.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  }
  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
      ++number_;
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      const std::string_view content = trimmed(line_);
      if (content.empty() && blank_ == 0) blank_ = number_;
      if (!content.empty() && !content.starts_with('#')) return true;
    }
    return false;
  }
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::size_t number() const { return number_; }
  /// The first blank line so far since forget_blank(); 0 if there was none.
  [[nodiscard]] std::size_t blank() const { return blank_; }
  void forget_blank() { blank_ = 0; }

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
  std::size_t blank_ = 0;
};

char separator_of(std::string_view line) {
  for (const char separator : {'\t', ';', ','})
    if (line.find(separator) != std::string_view::npos) return separator;
  return ',';
}

/// The fields of a line, blanks and enclosing quotes removed.
void split(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  bool in_quotes = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') in_quotes = !in_quotes;
    if (i < line.size() && (line[i] != separator || in_quotes)) continue;
    std::string_view field = trimmed(line.substr(begin, i - begin));
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
      field = trimmed(field.substr(1, field.size() - 2));
    fields.push_back(field);
    begin = i + 1;
  }
}

bool is_header(const std::vector<std::string_view>& fields) {
  const auto is_number = [](std::string_view field) { return number_in(field).has_value(); };
  const auto is_name = [](std::string_view field) {
    return !field.empty() &&
           (std::isalpha(static_cast<unsigned char>(field.front())) != 0 || field.front() == '_');
  };
  return std::none_of(fields.begin(), fields.end(), is_number) &&
         std::any_of(fields.begin(), fields.end(), is_name);
}

/// The index of the column asked for by name or number.
std::size_t find_column(const std::filesystem::path& path, const std::vector<std::string>& names,
                        std::size_t columns, std::string_view asked) {
  if (const auto found = std::find(names.begin(), names.end(), asked); found != names.end())
    return static_cast<std::size_t>(found - names.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), number);
  if (error == std::errc{} && end == asked.data() + asked.size()) {
    if (number >= 1 && number <= columns) return number - 1;
    refuse_input(
        path, fmt::format("there is no column {}; columns are numbered 1 to {}", core::shown(asked), columns));
  }
  if (names.empty())
    refuse_input(path,
                 fmt::format("there is no column \"{}\": the file has no header; give its number, 1 to {}",
                             core::shown(asked), columns));
  constexpr std::size_t kShownNames = 400;
  std::vector<std::string> shown_names;
  shown_names.reserve(names.size());
  for (const std::string& name : names) shown_names.push_back(core::shown(name));
  refuse_input(path, fmt::format("there is no column \"{}\"; columns are: {}.{}", core::shown(asked),
                                 core::shown(fmt::format("{}", fmt::join(shown_names, ", ")), kShownNames),
                                 core::did_you_mean(asked, shown_names)));
}

/// The index of the column that is read: the one asked for, or the last of the first row that holds a number.
std::size_t wanted_column(const std::filesystem::path& path, std::size_t line,
                          const std::vector<std::string>& names, const std::vector<std::string_view>& fields,
                          std::string_view asked) {
  if (!asked.empty()) return find_column(path, names, std::max(names.size(), fields.size()), asked);
  std::size_t behind = fields.size();
  while (behind > 0 && !number_in(fields[behind - 1]).has_value()) --behind;
  if (behind == 0) refuse_input(path, fmt::format("line {}: no column holds a number", line));
  return behind - 1;
}

}  // namespace

Series read_csv(const std::filesystem::path& path, std::string_view text, std::string_view column) {
  Lines lines(text);
  if (!lines.next()) refuse_input(path, "it holds no value, only blank lines and comments");
  const char separator = separator_of(lines.line());
  std::vector<std::string_view> fields;
  split(lines.line(), separator, fields);

  std::vector<std::string> names;
  if (is_header(fields)) {
    names.assign(fields.begin(), fields.end());
    if (!lines.next()) refuse_input(path, "it holds no value, only a header");
    split(lines.line(), separator, fields);
    if (fields.size() > names.size())
      refuse_input(path, fmt::format("line {} has {} fields, but the header has {}; is a decimal comma in it?",
                                     lines.number(), fields.size(), names.size()));
  }
  const std::size_t wanted = wanted_column(path, lines.number(), names, fields, column);
  const auto title_of = [&names](std::size_t index) {
    return index < names.size() && !names[index].empty()
               ? fmt::format("column {} ({})", index + 1, core::shown(names[index]))
               : fmt::format("column {}", index + 1);
  };
  const std::string title = title_of(wanted);

  Series series;
  series.column = title;
  const std::size_t columns = fields.size();
  lines.forget_blank();
  do {
    if (lines.blank() != 0)
      refuse_input(path,
                   fmt::format("line {} is blank, but values follow it; a missing value would shift the series",
                               lines.blank()));
    split(lines.line(), separator, fields);
    if (fields.size() > columns)
      refuse_input(path,
                   fmt::format("line {} has {} fields, but the first row has {}; is a decimal comma in it?",
                               lines.number(), fields.size(), columns));
    if (wanted >= fields.size())
      refuse_input(path, fmt::format("line {} has {} {}, but {} is read", lines.number(), fields.size(),
                                     fields.size() == 1 ? "field" : "fields", title));
    if (column.empty())
      for (std::size_t later = wanted + 1; later < fields.size(); ++later)
        if (number_in(fields[later]).has_value())
          refuse_input(path,
                       fmt::format("line {} has a number in {}, but the first row has its last one in {}; "
                                   "name the column with --column",
                                   lines.number(), title_of(later), title));
    const std::optional<double> value = number_in(fields[wanted]);
    if (!value.has_value())
      refuse_input(path, fmt::format("line {}: \"{}\" in {} is not numeric", lines.number(),
                                     core::shown(fields[wanted]), title));
    if (!std::isfinite(*value))
      refuse_input(path, fmt::format("line {}: {} in {} is not a finite number; remove or replace it",
                                     lines.number(), core::shown(fields[wanted]), title));
    series.values.push_back(*value);
  } while (lines.next());
  return series;
}

}  // namespace toruscope::apps
