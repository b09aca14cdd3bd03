// SPDX-License-Identifier: Apache-2.0
// The pictures of verbs.
//
// bench   T over bytes or over p, both logarithmic, a curve for each algorithm, a panel for each of
//         what else varies. The axis is the size if sizes vary, else p. The bound is dashed. Where
//         the fastest algorithm changes between two measured values, the border is where the
//         straight lines through the two algorithms' times meet: exact where T is affine.
// phase   The letters of the fastest algorithms.
// algo show   The rounds of an algorithm on its topology.
// compare     A bar for each algorithm of what its T is made of, and the lower bound; link loads.

#pragma once

#include "calibration/fit.hpp"
#include "cli/execution/phases.hpp"
#include "cli/tables/verb_texts.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
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
  /// "p = 16, ts = 1us": what is the same in one panel and differs elsewhere; may be empty.
  [[nodiscard]] std::string panel(const PlotPoint& point) const;

 private:
  bool is_over_bytes_ = true;
  bool networks_differ_ = false;    ///< beside the axis
  std::vector<std::string> swept_;  ///< names of options that differ beside the axis
};

PlotPoint plot_point(const Row& row);

/// What is drawn over bytes or p.
enum class PlotFigure { time, busbw, efficiency };
/// The figure of --plot-of, T by default.
/// Errors    ConfigError for another word, without --plot, or for a bandwidth where there is none.
PlotFigure read_plot_figure(const CommandOptions& options, const OperationTraits& operation);

/// T is on a logarithmic axis.
/// Errors    as PlotAxes; also if no row has a time above 0, or machines count time differently.
std::string bench_picture(const std::vector<Row>& rows, PlotFigure figure = PlotFigure::time);

/// The algorithms, fastest in most cells first; those that only formulas take come last.
struct PhaseLetters {
  explicit PhaseLetters(const Phases& phases);

  std::vector<std::pair<std::string, int>> names;  ///< and in how many cells it is fastest
  [[nodiscard]] int number(const std::string& name) const;
  [[nodiscard]] static std::string letters(int number);
};

/// The algorithm that a formula takes for a size on a machine, also between measured ones.
using FormulaChoice = std::function<std::string(const PhasePlace& place, std::size_t bytes)>;

/// `what`: "allreduce on torus:8x8". `machine`: a line of the caption.
std::string phase_plot(const Phases& phases, const Over& over, const std::string& what,
                       const std::string& machine, const std::string& x_label, const FormulaChoice& choice);

/// `name`: "alltoall/at2". Errors: ConfigError for more rounds than are legible.
std::string rounds_plot(const std::string& name, const Rounds& rounds);

/// What was measured and what is predicted, over bytes. Errors: ConfigError where there is
/// nothing to draw.
std::string calibration_picture(const calibration::Fit& fit);

/// Runs of one operation on one machine. Errors: ConfigError for none.
std::string time_bars_picture(const std::vector<Measurement>& measured);

/// Likewise; the runs have their details.
inline constexpr std::size_t kMostHeatmaps = 12;
std::string heatmaps_picture(const std::vector<Measurement>& measured);

}  // namespace toruscope::cli
