// SPDX-License-Identifier: Apache-2.0
// Tables of the OSU Micro-Benchmarks, versions 3 to 7.
//
//   # OSU MPI-CUDA Latency Test v7.4        the title: it alone says which test it is
//   # Datatype: MPI_CHAR.                   before or behind the heading, or not at all
//   # [ pairs: 2 ] [ window size: 64 ]      of osu_mbw_mr
//   # Size          Avg Latency(us)         the heading; other columns are passed over
//   1                       1.21            rows; nothing marks their end

#include "calibration/readers.hpp"
#include "calibration/words.hpp"
#include "runtime/core/shown_text.hpp"

#include <array>
#include <fmt/core.h>
#include <utility>

namespace toruscope::calibration {

namespace {

/// Messages of osu_bw and osu_bibw, unless -W was given, which they do not print.
constexpr int kWindow = 64;
constexpr double kAnswer = 4;  ///< bytes
constexpr double kMicro = 1e-6;
constexpr double kMega = 1e6;

/// A test of OSU's that is read.
struct OsuTest {
  std::string_view title;
  Test test;
};
constexpr std::array<OsuTest, 4> kOsuTests{{{"Latency Test", Test::ping_pong},
                                            {"Bandwidth Test", Test::window},
                                            {"Bi-Directional Bandwidth Test", Test::both_ways},
                                            {"Multiple Bandwidth / Message Rate Test", Test::several_pairs}}};

/// "Latency Test" of "# OSU MPI-CUDA Latency Test v7.4"; nothing for another line.
std::optional<std::string_view> osu_title(std::string_view line) {
  constexpr std::string_view kBegin = "# OSU ";
  if (!line.starts_with(kBegin)) return std::nullopt;
  std::string_view name = line.substr(kBegin.size());
  if (const std::size_t version = name.rfind(" v");
      version != name.npos && begins_with_digit(name.substr(version + 2)))
    name = name.substr(0, version);
  if (const std::size_t blank = name.find(' '); name.starts_with("MPI ") || name.starts_with("MPI-"))
    name.remove_prefix(blank + 1);
  return name;
}

/// What is known of the table that has begun.
struct OsuState {
  bool is_known_ = false, has_heading_ = false, is_of_windows_ = false;
  Table table_;
  int window_ = kWindow, failed_ = 0;
  std::size_t columns_ = 0, value_ = 0, validation_ = 0;
  std::vector<std::string> passed_over_;
};

class OsuReader : public TableReader, private OsuState {
 public:
  bool finds(const Line& line) override {
    const bool is_again =
        table_.points.empty() && table_.file == line.file && line.text.ends_with(table_.title);
    return osu_title(line.text) && !is_again;
  }

  void begin(const Line& line) override {
    static_cast<OsuState&>(*this) = OsuState{};
    table_ = {.file = std::string(line.file), .line = line.number, .title = std::string(line.text.substr(2))};
    for (const OsuTest& known : kOsuTests)
      if (known.title == *osu_title(line.text)) {
        is_known_ = true;
        table_.test = known.test;
      }
  }

  void take(const Line& line) override {
    if (line.text.starts_with('#'))
      heading(line);
    else if (is_known_ && has_heading_)
      row(line);
  }

  void end(Reading& reading) override {
    const std::string place =
        fmt::format("{}:{}: {}", core::escaped(table_.file), table_.line, core::shown(table_.title));
    if (!is_known_) {
      reading.notes.push_back(
          place + ": passed over: of OSU the tables of osu_latency, osu_bw, osu_bibw and osu_mbw_mr are read");
      return;
    }
    if (table_.points.empty()) {
      if (is_of_windows_) {
        reading.notes.push_back(place + ": passed over: its sizes and windows are a matrix without a heading");
        return;
      }
      refuse(table_.file, table_.line, fmt::format("{}: a title without rows", core::shown(table_.title)));
    }
    for (std::string& column : passed_over_)
      reading.notes.push_back(fmt::format("{}: the column \"{}\" is passed over", place, core::shown(column)));
    if (failed_ > 0)
      reading.notes.push_back(
          fmt::format("{}: {} rows whose validation says Fail are passed over", place, failed_));
    if (table_.test == Test::several_pairs && table_.pairs == 1) table_.test = Test::window;
    reading.tables.push_back(std::exchange(table_, Table{}));
  }

 private:
  void heading(const Line& line) {
    std::string_view text = line.text.substr(1);
    if (const auto pairs = number_behind(text, "pairs:")) table_.pairs = *pairs;
    if (const auto window = number_behind(text, "window size:")) window_ = *window;
    is_of_windows_ = is_of_windows_ ||
                     (table_.test == Test::several_pairs && text.find("window size: v") != text.npos) ||
                     text.find("Window") != text.npos;
    const auto columns = columns_of(text);
    if (!is_known_ || columns.empty() || columns.front() != "Size") return;
    has_heading_ = true;
    columns_ = columns.size();
    value_ = 0;
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const std::string_view name = columns[i];
      if (value_ == 0 && is_value(name))
        value_ = i;
      else if (name == "Validation")
        validation_ = i;
      else if (name != "Messages/s")
        passed_over_.emplace_back(name);
    }
    if (value_ == 0)
      refuse(line.file, line.number,
             fmt::format("the heading has no column {}, got \"{}\"",
                         table_.test == Test::ping_pong ? "Latency (us)" : "Bandwidth (MB/s)",
                         core::shown(line.text)));
  }

  /// True for the column of times or rates, whose blanks differ from version to version.
  [[nodiscard]] bool is_value(std::string_view column) const {
    std::string name(column);
    std::erase(name, ' ');
    if (table_.test == Test::ping_pong) return name == "Latency(us)" || name == "AvgLatency(us)";
    return name == "Bandwidth(MB/s)" || name == "MB/s";
  }

  static std::optional<int> number_behind(std::string_view text, std::string_view word) {
    const std::size_t at = text.find(word);
    if (at == text.npos) return std::nullopt;
    const auto words = words_of(text.substr(at + word.size()));
    constexpr double kMost = 1e6;
    const auto value = words.empty() ? std::nullopt : bytes(words.front());
    return value && *value >= 1 && *value <= kMost ? std::optional(static_cast<int>(*value)) : std::nullopt;
  }

  void row(const Line& line) {
    const auto words = words_of(line.text);
    const bool is_row = words.size() == columns_ || words.size() == columns_ + 1;
    const auto size = is_row ? bytes(words.front()) : std::nullopt;
    const auto value = size ? number(words[value_]) : std::nullopt;
    if (size && !value) refuse_decimal_comma(line.file, line.number, words[value_]);
    if (!value || (!table_.points.empty() && *size <= table_.points.back().bytes)) return;
    if (validation_ != 0 && words.size() > validation_ && words[validation_] == "Fail") {
      ++failed_;
      return;
    }
    const bool is_time = table_.test == Test::ping_pong;
    positive(line.file, line.number, is_time ? "a latency" : "a bandwidth", *value);
    Point point{.line = line.number, .bytes = *size, .seconds = *value * kMicro};
    if (!is_time) {
      point.count = window_;
      point.answer = kAnswer;
      // Sums: of both directions, of all pairs.
      const double together = table_.test == Test::both_ways ? 2 : table_.pairs;
      point.seconds = point.bytes * point.count * together / (*value * kMega);
    }
    if (point.bytes == 0 && !is_time) return;
    table_.points.push_back(point);
  }
};

}  // namespace

std::unique_ptr<TableReader> osu_reader() {
  return std::make_unique<OsuReader>();
}

}  // namespace toruscope::calibration
