// SPDX-License-Identifier: Apache-2.0
// Blocks of the Intel MPI Benchmarks. Only times are read: what Mbytes/sec means has changed with
// the versions.
//
//   # Date                  : Mon Apr  1 10:00:00 2024
//   # Benchmarking PingPong
//   # #processes = 2
//        #bytes #repetitions      t[usec]   Mbytes/sec
//             0         1000         0.60         0.00

#include "calibration/readers.hpp"
#include "calibration/words.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::calibration {

namespace {

constexpr double kMicrosecond = 1e-6;
constexpr std::string_view kTitle = "# Benchmarking ";

struct ImbState {
  Table table_;
  bool is_known_ = false;
  bool has_heading_ = false;
  bool has_ended_ = false;
  std::size_t columns_ = 0, bytes_ = 0, time_ = 0;
  int texts_ = 0;  ///< rows with words in place of figures
};

class ImbReader : public TableReader, private ImbState {
 public:
  bool finds(const Line& line) override {
    constexpr std::string_view kDate = "# Date";
    if (const std::size_t colon = line.text.find(':'); line.text.starts_with(kDate) && colon != line.text.npos)
      date_ = core::shown(core::trimmed(line.text.substr(colon + 1)));
    return line.text.starts_with(kTitle);
  }

  void begin(const Line& line) override {
    static_cast<ImbState&>(*this) = ImbState{};
    const std::string_view name = core::trimmed(line.text.substr(kTitle.size()));
    table_ = {.file = std::string(line.file),
              .line = line.number,
              .title = fmt::format("IMB {}", core::shown(name)),
              .date = date_};
    is_known_ = name == "PingPong" || name == "Sendrecv";
    table_.test = name == "PingPong" ? Test::ping_pong : Test::exchange;
  }

  void take(const Line& line) override {
    if (line.text.starts_with("#bytes") || line.text.find(" #bytes ") != line.text.npos)
      heading(line);
    else if (line.text.starts_with('#'))
      has_ended_ = has_heading_;
    else if (is_known_ && has_heading_ && !has_ended_)
      row(line);
  }

  void end(Reading& reading) override {
    const std::string place = fmt::format("{}:{}: {}", core::escaped(table_.file), table_.line, table_.title);
    if (!is_known_) {
      reading.notes.push_back(place + ": passed over: only PingPong and Sendrecv are known");
      return;
    }
    if (table_.points.empty()) refuse(table_.file, table_.line, table_.title + ": a title without rows");
    if (texts_ > 0)
      reading.notes.push_back(
          fmt::format("{}: {} rows that have words in place of figures are passed over", place, texts_));
    reading.tables.push_back(std::move(table_));
  }

 private:
  void heading(const Line& line) {
    const auto columns = words_of(line.text);
    const auto place = [&](std::initializer_list<std::string_view> names) {
      const auto found = std::find_first_of(columns.begin(), columns.end(), names.begin(), names.end());
      return static_cast<std::size_t>(found - columns.begin());
    };
    bytes_ = place({"#bytes"});
    time_ = place({"t[usec]", "t_avg[usec]"});
    columns_ = columns.size();
    has_heading_ = true;
    if (is_known_ && time_ == columns_)
      refuse(line.file, line.number,
             fmt::format("the heading has no column t[usec], got \"{}\"", core::shown(line.text)));
  }

  void row(const Line& line) {
    const auto words = words_of(line.text);
    if (words.size() <= bytes_) return;
    const auto size = bytes(words[bytes_]);
    if (!size) return;
    const auto value = words.size() > time_ && words.size() <= columns_ ? number(words[time_]) : std::nullopt;
    if (!value) {
      if (words.size() > time_) refuse_decimal_comma(line.file, line.number, words[time_]);
      ++texts_;
      return;
    }
    positive(line.file, line.number, "t[usec]", *value);
    table_.points.push_back({.line = line.number, .bytes = *size, .seconds = *value * kMicrosecond});
  }

  std::string date_;
};

}  // namespace

std::unique_ptr<TableReader> imb_reader() {
  return std::make_unique<ImbReader>();
}

}  // namespace toruscope::calibration
