// SPDX-License-Identifier: Apache-2.0
// Our own tables: CSV with a heading of names. size and seconds must be there; test, count,
// answer and distance may be.
//
//   # date: 2024-05-01                           comments; this one is kept
//   test,size,count,answer,distance,seconds      other columns are passed over
//   ping-pong,8,1,0,,1.23e-06                    an empty field is one that the row does not have

#include "calibration/readers.hpp"
#include "calibration/words.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <map>

namespace toruscope::calibration {

namespace {

/// Tests that a CSV may name: all but `several pairs`, as it has no column for their number.
constexpr std::array<Test, kTests - 1> kCsvTests{Test::ping_pong, Test::window,   Test::exchange,
                                                 Test::send,      Test::receive,  Test::fan_out,
                                                 Test::fan_in,    Test::both_ways};

struct CsvHeading {
  std::size_t line = 0;
  char separator = ',';
  std::vector<std::string> columns;

  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    const auto found = std::find(columns.begin(), columns.end(), name);
    return found == columns.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(found - columns.begin()));
  }
};

std::optional<CsvHeading> csv_heading(std::string_view text) {
  for (core::Lines lines(text); lines.next();) {
    const std::string_view line = core::trimmed(lines.text());
    if (line.empty() || line.starts_with('#')) continue;
    for (const char separator : {',', ';', '\t'}) {
      CsvHeading heading{.line = lines.number(), .separator = separator, .columns = {}};
      for (const std::string_view field : fields_of(line, separator)) heading.columns.emplace_back(field);
      if (heading.find("size") && heading.find("seconds")) return heading;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

class CsvRows {
 public:
  CsvRows(std::string_view file, CsvHeading heading) : file_(file), heading_(std::move(heading)) {}

  void row(std::size_t number, std::string_view text) {
    fields_ = fields_of(text, heading_.separator);
    number_ = number;
    if (fields_.size() != heading_.columns.size())
      refuse(
          file_, number,
          fmt::format("the heading has {} columns, the row has {}", heading_.columns.size(), fields_.size()));
    Point point{.line = number, .bytes = whole("size", 0).value_or(-1)};
    if (point.bytes < 0) refuse(file_, number, "size: a number of bytes is needed");
    const auto seconds = number_of("seconds");
    if (!seconds) refuse(file_, number, "seconds: a number is needed");
    point.seconds = positive(file_, number, "seconds", *seconds);
    point.count = static_cast<int>(whole("count", 1).value_or(1));
    point.answer = whole("answer", 0).value_or(0);
    point.distance = static_cast<int>(whole("distance", 0).value_or(-1));
    const Test kind = test();
    const auto [found, is_new] = tables_.try_emplace(kind);
    if (is_new)
      found->second = {.file = std::string(file_),
                       .line = heading_.line,
                       .title = std::string(name_of(kind)),
                       .date = date_,
                       .test = kind};
    found->second.points.push_back(point);
  }

  void comment(std::string_view text) {
    constexpr std::string_view kDate = "# date:";
    if (text.starts_with(kDate)) date_ = core::shown(core::trimmed(text.substr(kDate.size())));
  }

  void end(Reading& reading) {
    if (tables_.empty()) refuse(file_, heading_.line, "a heading without rows");
    for (auto& [kind, table] : tables_) {
      if (!date_.empty()) table.date = date_;
      reading.tables.push_back(std::move(table));
    }
  }

 private:
  [[nodiscard]] std::string_view field(std::string_view name) const {
    const auto place = heading_.find(name);
    return place ? fields_[*place] : std::string_view();
  }
  [[nodiscard]] std::optional<double> number_of(std::string_view name) const {
    const std::string_view text = field(name);
    const auto value = number(text);
    if (!text.empty() && !value)
      refuse(file_, number_, fmt::format("{}: a number is needed, got \"{}\"", name, core::shown(text)));
    return value;
  }
  [[nodiscard]] std::optional<double> whole(std::string_view name, double least) const {
    const std::string_view text = field(name);
    if (text.empty()) return std::nullopt;
    constexpr double kMostCount = 1e9;
    const double most = name == "size" ? kMostBytes : kMostCount;
    const auto value = bytes(text);
    if (!value || *value < least || *value > most)
      refuse(file_, number_,
             fmt::format("{}: a whole number from {} to {:.0f} is needed, got \"{}\"", name, least, most,
                         core::shown(text)));
    return value;
  }
  [[nodiscard]] Test test() const {
    const std::string_view name = field("test");
    if (name.empty()) return Test::ping_pong;
    std::vector<std::string> known;
    for (const Test kind : kCsvTests) {
      if (name == name_of(kind)) return kind;
      known.emplace_back(name_of(kind));
    }
    if (name == name_of(Test::several_pairs))
      refuse(file_, number_, "several pairs: how many is not in these tables; give the table of osu_mbw_mr");
    refuse(file_, number_, core::unknown_name("test", "tests", std::string(name), known));
  }

  std::string_view file_;
  CsvHeading heading_;
  std::size_t number_ = 0;
  std::vector<std::string_view> fields_;
  std::string date_;
  std::map<Test, Table> tables_;
};

}  // namespace

bool is_csv(std::string_view text) {
  return csv_heading(text).has_value();
}

void read_csv(std::string_view file, std::string_view text, Reading& reading) {
  const CsvHeading heading = *csv_heading(text);
  CsvRows rows(file, heading);
  for (core::Lines lines(text); lines.next();) {
    const std::string_view line = core::trimmed(lines.text());
    if (line.starts_with('#'))
      rows.comment(line);
    else if (lines.number() > heading.line && !line.empty())
      rows.row(lines.number(), line);
  }
  static constexpr std::array<std::string_view, 9> kKnown{
      "test", "size", "count", "answer", "distance", "seconds", "minimum", "lower_quartile", "upper_quartile"};
  for (const std::string& column : heading.columns)
    if (std::find(kKnown.begin(), kKnown.end(), column) == kKnown.end())
      reading.notes.push_back(fmt::format("{}:{}: the column \"{}\" is passed over", core::escaped(file),
                                          heading.line, core::shown(column)));
  rows.end(reading);
}

}  // namespace toruscope::calibration
