// SPDX-License-Identifier: Apache-2.0

#include "calibration/machine_text.hpp"
#include "cli/tables/verb_texts.hpp"
#include "runtime/core/decimal.hpp"

#include <fmt/core.h>

namespace toruscope::cli {

namespace {

using calibration::Comparison;
using calibration::Fit;

/// True for what is measured in another way than what was fitted.
bool is_compared(const Comparison& row) {
  using enum calibration::Test;
  const auto test = row.observed.test;
  return test == fan_out || test == fan_in || test == both_ways || test == several_pairs;
}

std::string comparison_text(const Fit& fit, const Console& console) {
  core::TextTable table{"test",
                        core::on_right("bytes"),
                        core::on_right("messages"),
                        core::on_right("measured"),
                        core::on_right("predicted"),
                        core::on_right("error", "%"),
                        "it was"};
  constexpr double kShown = 0.01;
  for (const Comparison& row : fit.rows) {
    const calibration::Observation& o = row.observed;
    if (fit.held_out && !o.is_held_out && !is_compared(row)) continue;
    table.row({std::string(name_of(o.test)) + (o.distance >= 0 ? fmt::format(", {} links", o.distance) : ""),
               core::grouped(static_cast<std::int64_t>(o.bytes)), std::to_string(o.count),
               calibration::time_text(o.seconds, kShown * o.seconds),
               calibration::time_text(row.predicted, kShown * row.predicted),
               fmt::format("{:+.1f}", 100 * row.error()),
               o.is_held_out      ? "held out of the fit"
               : is_compared(row) ? "compared alone"
                                  : "fitted"});
  }
  return console.text(table);
}

}  // namespace

std::string calibration_text(const Fit& fit, const calibration::Reading& reading, const Console& console) {
  TextSheet sheet;
  for (const calibration::Table& table : reading.tables) sheet.line("read", calibration::table_text(table));
  for (const std::string& note : reading.notes) sheet.line("note", note);
  for (const calibration::Figure& figure : fit.settings) sheet.line(figure.name, figure_text(figure));
  for (std::size_t i = 0; i < fit.pieces.size(); ++i) sheet.line("pieces", piece_text(fit, i));
  for (const calibration::Figure& sum : fit.sums)
    sheet.line("sum", fmt::format("{} = {}", sum.name, figure_text(sum)));
  for (const std::string& remark : fit.remarks) sheet.line("remark", remark);
  constexpr double kGood = 0.15;
  if (fit.held_out)
    sheet.line(
        "held out",
        console.judged(
            fmt::format("{:.1f} % off in the median{}", 100 * *fit.held_out,
                        *fit.held_out > kGood ? ": more than 15 %; the remarks say where the line fails" : ""),
            *fit.held_out <= kGood));
  else
    sheet.line("held out", "none: fewer than eight sizes");
  return sheet.text(console.page()) + "\n" + comparison_text(fit, console);
}

}  // namespace toruscope::cli
