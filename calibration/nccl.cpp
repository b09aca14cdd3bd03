// SPDX-License-Identifier: Apache-2.0
// Tables of nccl-tests and rccl-tests. Of their tests sendrecv_perf is read: each PE sends and
// receives at once. What the others take depends on an algorithm that their tables do not name.
//
//   # Collective test starting: sendrecv_perf          since version 2.17
//   #   size    count    type   redop   root    time   algbw   busbw  #wrong    time ...
//          8        2   float     sum     -1   12.05    0.00    0.00       0   11.82 ...

#include "calibration/readers.hpp"
#include "calibration/words.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::calibration {

namespace {

constexpr double kUsec = 1e-6;
constexpr std::string_view kFitted = "sendrecv";

/// "sendrecv" of "sendrecv_perf".
std::string short_name(std::string_view name) {
  constexpr std::string_view kEnd = "_perf";
  if (name.ends_with(kEnd)) name.remove_suffix(kEnd.size());
  return std::string(name);
}

/// Place of the times in rows below this heading; nothing for another line.
std::optional<std::size_t> time_column(std::string_view line) {
  if (!line.starts_with('#')) return std::nullopt;
  const auto words = words_of(line.substr(1));
  const auto place = [&](std::string_view name) { return std::find(words.begin(), words.end(), name); };
  if (place("size") != words.begin() || place("time") == words.end() || place("algbw") == words.end())
    return std::nullopt;
  return static_cast<std::size_t>(place("time") - words.begin());
}

struct NcclState {
  Table table_;
  std::string test_;
  bool has_ended_ = false;
  std::size_t time_ = 0;
  int empty_ = 0;
};

class NcclReader : public TableReader, private NcclState {
 public:
  explicit NcclReader(std::optional<std::string> asked) : asked_(std::move(asked)) {}

  bool finds(const Line& line) override {
    constexpr std::string_view kStart = "# Collective test starting:";
    if (line.text.starts_with(kStart)) {
      named_ = short_name(core::trimmed(line.text.substr(kStart.size())));
      return false;
    }
    return time_column(line.text).has_value();
  }

  void begin(const Line& line) override {
    static_cast<NcclState&>(*this) = NcclState{};
    time_ = *time_column(line.text);
    test_ = named_.empty() ? short_name(asked_.value_or("")) : named_;
    named_.clear();
    table_ = {.file = std::string(line.file),
              .line = line.number,
              .title = fmt::format("nccl-tests {}", test_.empty() ? "table" : core::shown(test_) + "_perf"),
              .test = Test::exchange};
  }

  void take(const Line& line) override {
    if (line.text.starts_with("# Out of bounds") || line.text.starts_with("# Avg bus")) has_ended_ = true;
    if (has_ended_ || line.text.starts_with('#')) return;
    const auto words = words_of(line.text);
    if (words.size() <= time_) return;
    const auto size = bytes(words.front());
    const auto count = bytes(words[1]);
    const auto value = size && count ? number(words[time_]) : std::nullopt;
    if (!value) {
      if (size && count && test_ == kFitted) refuse_decimal_comma(line.file, line.number, words[time_]);
      return;
    }
    if (*size == 0) {  // nothing is sent
      ++empty_;
      return;
    }
    if (test_ == kFitted) positive(line.file, line.number, "time", *value);
    table_.points.push_back({.line = line.number, .bytes = *size, .seconds = *value * kUsec});
  }

  void end(Reading& reading) override {
    const std::string place = fmt::format("{}:{}: {}", core::escaped(table_.file), table_.line, table_.title);
    reading.has_used_test |= asked_ && named_.empty();
    if (test_.empty())
      throw ConfigError(place + ": the table does not say which test it is of; say it with --test sendrecv");
    if (test_ != kFitted) {
      reading.notes.push_back(fmt::format(
          "{}: passed over: its algorithm, and so what its times are made of, is not known; `toruscope "
          "bench --format nccl` on the machine makes a table to lay beside it",
          place));
      return;
    }
    if (table_.points.empty()) refuse(table_.file, table_.line, table_.title + ": a title without rows");
    if (empty_ > 0) reading.notes.push_back(place + ": rows of 0 bytes are passed over: nothing is sent");
    reading.notes.push_back(place +
                            ": its times have the launch of a kernel in them, which becomes a part of ts");
    reading.tables.push_back(std::move(table_));
  }

 private:
  std::optional<std::string> asked_;
  std::string named_;
};

}  // namespace

std::unique_ptr<TableReader> nccl_reader(std::optional<std::string> asked) {
  static const std::vector<std::string> known{"all_gather", "all_reduce", "alltoall", "broadcast",
                                              "gather",     "hypercube",  "reduce",   "reduce_scatter",
                                              "scatter",    "sendrecv"};
  if (asked && std::find(known.begin(), known.end(), short_name(*asked)) == known.end())
    throw ConfigError("calibrate: --test: " + core::unknown_name("test", "tests", core::shown(*asked), known));
  return std::make_unique<NcclReader>(std::move(asked));
}

}  // namespace toruscope::calibration
