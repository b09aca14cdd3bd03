// SPDX-License-Identifier: Apache-2.0
// The plot of bench: T over bytes or over p, both logarithmic, a curve for each algorithm, a panel for each of what else varies.
//
// The axis is the size if sizes vary, else p. The bound is dashed. Where the fastest algorithm changes between two measured
// values, the border is where the straight lines through the two algorithms' times meet: exact where T is affine in the value.

#pragma once

#include "cli/runs/rows.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// A place where something is measured.
struct PlotPoint {
  std::size_t bytes = 0;
  int pes = 0;
  std::string topology;
  SweptValues swept{};
};

/// What is drawn along the axis, and what in panels.
class PlotAxes {
 public:
  /// Errors    ConfigError if neither size nor p varies, or for more panels than are legible.
  explicit PlotAxes(const std::vector<PlotPoint>& points);

  [[nodiscard]] bool is_over_bytes() const { return is_over_bytes_; }
  [[nodiscard]] double x(const PlotPoint& point) const;
  /// "p = 16, ts = 1us": all that is the same in one panel and differs elsewhere; empty if nothing does.
  [[nodiscard]] std::string panel(const PlotPoint& point) const;

 private:
  bool is_over_bytes_ = true;
  bool networks_differ_ = false;    ///< beside the axis
  std::vector<std::string> swept_;  ///< names of options that differ beside the axis
};

PlotPoint plot_point(const Row& row);

/// What is drawn over bytes or p.
enum class PlotFigure { time, busbw, efficiency };
/// Of --plot-of; T if it is not given.
/// Errors    ConfigError for another word, without --plot, or for a bandwidth where there is none.
PlotFigure read_plot_figure(const CommandOptions& options, const OperationTraits& operation);

/// T is on a logarithmic axis.
/// Errors    as of PlotAxes; also if no row has a time above 0 that can be drawn, or machines count time differently.
std::string bench_picture(const std::vector<Row>& rows, PlotFigure figure = PlotFigure::time);

}  // namespace toruscope::cli
