// SPDX-License-Identifier: Apache-2.0

#include "calibration/machine_text.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>
#include <set>
#include <utility>

namespace toruscope::calibration {

namespace {

constexpr double kFemtoseconds = 1e15;

std::string grouped_bytes(double bytes) {
  return core::grouped(static_cast<std::int64_t>(bytes));
}

/// A value rounded to so many figures, and to a whole number.
std::int64_t rounded(double value, int figures) {
  const double size = std::pow(10.0, std::max(0.0, std::floor(std::log10(value)) + 1 - figures));
  return static_cast<std::int64_t>(std::llround(std::round(value / size) * size));
}

/// Lines of comment, folded at blanks.
std::string comment(const std::string& sentence) {
  constexpr std::size_t kWidth = 98;
  std::string text;
  std::string line = "#";
  for (std::size_t at = 0; at < sentence.size();) {
    const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
    const std::string word = sentence.substr(at, end - at);
    if (line.size() > 3 && line.size() + 1 + word.size() > kWidth) {
      text += line + "\n";
      line = "#  ";
    }
    line += " " + word;
    at = end + 1;
  }
  return text + line + "\n";
}

/// A text in quotes of TOML: names of files may have any character.
std::string quoted(const std::string& text) {
  std::string inside;
  for (const char c : text) {
    if (c == '"' || c == '\\') inside += '\\';
    inside += c;
  }
  return "\"" + inside + "\"";
}

std::string source_text(const Reading& reading) {
  constexpr std::size_t kLongest = 200;
  std::string text = "toruscope calibrate";
  std::set<std::string> named;
  for (const Table& table : reading.tables)
    if (named.insert(table.file).second) text += " " + core::escaped(table.file);
  return core::shown(text, kLongest);
}

/// "1.096us +- 2.1 %", "16384 bytes"
std::string value_text(const Figure& figure) {
  if (figure.name == "eager") return grouped_bytes(figure.value) + " bytes";
  std::string text = time_text(figure.value, figure.half_width);
  if (figure.name == "tw") text += " a byte";
  if (figure.half_width > 0 && std::isfinite(figure.half_width) && figure.value > 0)
    text += fmt::format(" +- {:.2g} %", 100 * figure.half_width / figure.value);
  return text;
}

const char* word_of(Knowledge knowledge) {
  switch (knowledge) {
    case Knowledge::determined:
      return "determined";
    case Knowledge::estimated:
      return "estimated";
    case Knowledge::not_determined:
      break;
  }
  return "not determined";
}

/// Comment and line of a setting; the line is left out where the setting is 0.
std::string setting_lines(const Figure& figure) {
  const std::string text = comment(figure.name + ": " + figure_text(figure));
  if (!(figure.value > 0) && figure.name != "rendezvous") return text;  // R may be 0
  if (figure.name == "eager")
    return text + fmt::format("eager = {}\n", static_cast<std::int64_t>(figure.value));
  return text + fmt::format("{} = \"{}\"\n", figure.name, time_text(figure.value, figure.half_width));
}

/// "ts=1.5us,tw=80ps": what a piece has otherwise than the machine.
std::string costs_text(const FittedPiece& piece, const PieceEvidence& evidence, const FittedCosts& machine) {
  constexpr double kRounding = 0.001;
  constexpr double kSame = 1e-9;
  std::string text;
  const auto add = [&](const char* name, double cost, double own, double half_width) {
    if (std::abs(cost - own) <= kSame * std::max(cost, own)) return;
    text += fmt::format(
        "{}{}={}", text.empty() ? "" : ",", name,
        time_text(cost, half_width > 0 && std::isfinite(half_width) ? half_width : kRounding * cost));
  };
  const double of_sum = evidence.sum.half_width;
  add("ts", piece.ts, machine.ts, of_sum);
  add("tr", piece.tr, machine.tr, 0);
  add("tm", piece.tm, machine.tm, of_sum);
  add("tw", piece.tw, machine.tw, evidence.per_byte.half_width);
  add("latency", piece.latency, machine.latency, of_sum);
  return text;
}

std::string pieces_lines(const Fit& fit) {
  std::string text;
  std::string line;
  for (std::size_t i = 0; i < fit.pieces.size(); ++i) {
    const FittedPiece& piece = fit.costs.pieces[i];
    text += comment("pieces: " + piece_text(fit, i));
    const std::string costs = costs_text(piece, fit.pieces[i], fit.costs);
    if (line.empty() && costs.empty()) continue;  // a rendezvous says it
    line += fmt::format("{}{}:{}", line.empty() ? "" : ";", static_cast<std::int64_t>(piece.from), costs);
  }
  return line.empty() ? text : text + "pieces = \"" + line + "\"\n";
}

std::string held_out_lines(const Fit& fit) {
  if (!fit.held_out) return comment("No size was held out of the fit: there are fewer than eight.");
  std::string text = comment(fmt::format(
      "Held out of the fit, measured and predicted: {:.1f} % off in the median.", 100 * *fit.held_out));
  for (const Comparison& row : fit.rows) {
    const Observation& o = row.observed;
    if (!o.is_held_out) continue;
    text += fmt::format("#   {:<9} {:>11} bytes {:>12} {:>12} {:>+7.1f} %\n", name_of(o.test),
                        grouped_bytes(o.bytes), time_text(o.seconds, 0.01 * o.seconds),
                        time_text(row.predicted, 0.01 * row.predicted), 100 * row.error());
  }
  return text;
}

}  // namespace

std::string time_text(double seconds, double half_width) {
  static constexpr std::array<std::pair<const char*, int>, 6> kUnits{
      {{"fs", 0}, {"ps", 3}, {"ns", 6}, {"us", 9}, {"ms", 12}, {"s", 15}}};
  constexpr int kFewest = 3;
  constexpr int kMost = 6;
  constexpr double kLongest = 2000;  // what 63 bits of femtoseconds have, with room
  const double femtoseconds = std::min(seconds, kLongest) * kFemtoseconds;
  if (!(femtoseconds >= 0.5)) return "0s";
  const double digits = half_width > 0 ? std::ceil(std::log10(seconds / half_width)) + 1 : kMost;
  const std::int64_t whole =
      rounded(femtoseconds, static_cast<int>(std::clamp<double>(digits, kFewest, kMost)));
  std::size_t unit = 0;
  while (unit + 1 < kUnits.size() && static_cast<double>(whole) >= std::pow(10.0, kUnits[unit + 1].second))
    ++unit;
  return core::decimal(whole, kUnits[unit].second) + kUnits[unit].first;
}

std::string figure_text(const Figure& figure) {
  std::string text;
  if (figure.value > 0 || figure.knowledge != Knowledge::not_determined) text = value_text(figure) + ", ";
  text += word_of(figure.knowledge);
  return figure.says.empty() ? text : text + ": " + figure.says;
}

std::string piece_text(const Fit& fit, std::size_t i) {
  const PieceEvidence& evidence = fit.pieces[i];
  return fmt::format("from {} bytes on (the curve changes between {} and {}): {} = {}; {}: {}; {}",
                     grouped_bytes(fit.costs.pieces[i].from), grouped_bytes(evidence.last),
                     grouped_bytes(evidence.next), evidence.sum.name, figure_text(evidence.sum),
                     evidence.per_byte.name, figure_text(evidence.per_byte), evidence.says);
}

std::string table_text(const Table& table) {
  std::set<double> sizes;
  for (const Point& point : table.points) sizes.insert(point.bytes);
  std::string text =
      fmt::format("{}:{}: {}", core::escaped(table.file), table.line, core::escaped(table.title));
  if (!table.date.empty()) text += fmt::format(", {}", table.date);
  return text + fmt::format(": {}, {}, {} to {} bytes",
                            core::counted(static_cast<std::int64_t>(table.points.size()), "row"),
                            core::counted(static_cast<std::int64_t>(sizes.size()), "size"),
                            grouped_bytes(*sizes.begin()), grouped_bytes(*sizes.rbegin()));
}

std::string machine_text(const Fit& fit, const Reading& reading) {
  std::string text = comment(
      "A machine from measurements, by toruscope calibrate. +-: an interval that has the value in 95 of 100 "
      "cases.");
  text += fmt::format("source = {}\n\n", quoted(source_text(reading)));
  for (const Table& table : reading.tables) text += comment(table_text(table));
  for (const std::string& note : reading.notes) text += comment(note);
  text += "\n";
  for (const Figure& figure : fit.settings) text += setting_lines(figure);
  text += pieces_lines(fit);
  text += "\n";
  for (const Figure& sum : fit.sums) text += comment(fmt::format("{} = {}", sum.name, figure_text(sum)));
  for (const std::string& remark : fit.remarks) text += comment(remark);
  return text + "\n" + held_out_lines(fit);
}

}  // namespace toruscope::calibration
