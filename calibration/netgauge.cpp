// SPDX-License-Identifier: Apache-2.0
// Tables of Netgauge, pattern loggp: of its result file the columns of round trips, PRTT(n,d,s):
// n messages of s bytes, d apart, then an answer of s bytes, in us. What the program has fitted to
// them is passed over.
//
// Source  Hoefler, Lichei, Rehm: Low-Overhead LogGP Parameter Assessment for Modern
//         Interconnection Networks, PMEO-PDS 2007.

#include "calibration/readers.hpp"
#include "calibration/words.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::calibration {

namespace {

constexpr double kUs = 1e-6;

struct NetgaugeState {
  Table trips_, windows_;
};

class NetgaugeReader : public TableReader, private NetgaugeState {
 public:
  bool finds(const Line& line) override {
    return line.text.starts_with('#') && line.text.find("PRTT(1,0,s)") != line.text.npos &&
           line.text.find("PRTT(n,0,s)") != line.text.npos;
  }

  void begin(const Line& line) override {
    static_cast<NetgaugeState&>(*this) = NetgaugeState{};
    trips_ = {.file = std::string(line.file),
              .line = line.number,
              .title = "Netgauge loggp, PRTT(1,0,s)",
              .test = Test::ping_pong};
    windows_ = trips_;
    windows_.title = "Netgauge loggp, PRTT(n,0,s)";
    windows_.test = Test::window;
  }

  void take(const Line& line) override {
    constexpr std::size_t kFigures = 4;
    constexpr double kMostMessages = 1e6;
    const auto words = words_of(line.text);
    if (words.size() < kFigures) return;
    const auto size = bytes(words[0]);
    const auto count = bytes(words[1]);
    const auto one = number(words[2]);
    const auto many = number(words[3]);
    if (!size || !count || !one || !many || *count < 1 || *count > kMostMessages) return;
    positive(line.file, line.number, "PRTT(1,0,s)", *one);
    positive(line.file, line.number, "PRTT(n,0,s)", *many);
    trips_.points.push_back({.line = line.number, .bytes = *size, .seconds = *one / 2 * kUs});
    if (*count > 1)
      windows_.points.push_back({.line = line.number,
                                 .bytes = *size,
                                 .seconds = *many * kUs,
                                 .count = static_cast<int>(*count),
                                 .answer = *size});
  }

  void end(Reading& reading) override {
    if (trips_.points.empty()) refuse(trips_.file, trips_.line, trips_.title + ": a title without rows");
    reading.tables.push_back(std::move(trips_));
    if (!windows_.points.empty()) reading.tables.push_back(std::move(windows_));
  }
};

}  // namespace

std::unique_ptr<TableReader> netgauge_reader() {
  return std::make_unique<NetgaugeReader>();
}

}  // namespace toruscope::calibration
