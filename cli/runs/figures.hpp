// SPDX-License-Identifier: Apache-2.0
// The figures of a run as a command knows it: those of its report, of its formulas, its bandwidth,
// its scaling and this computer; and what --require asks of them, for scripts and labs.

#pragma once

#include "cli/runs/measurement.hpp"
#include "runtime/trace/figures.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

struct Scaling;

/// What the figures of a run are read from.
struct RunSource {
  const Measurement& measurement;
  const Scaling* scaling = nullptr;  ///< null without --scale
};

using RunFigure = core::Figure<RunSource>;

core::Figures<Bandwidth> bandwidth_figures();
core::Figures<Scaling> scaling_figures();

/// All figures of a run, each in its group. A run that failed has none of a report.
core::Figures<RunSource> run_figures();

/// The keys of a group that every document has, in their order; none if there is no such group.
std::vector<std::string> keys_of_group(std::string_view group);

/// The names of figures that --require knows.
std::vector<std::string> required_names();

/// What is compared with what: the figures are those of a result's JSON, by their names there.
class Requirements {
 public:
  /// Errors    ConfigError for what is no comparison, an unknown figure with the nearest one, or a
  ///           value that it cannot have.
  explicit Requirements(const CommandOptions& options);

  /// Refuses before the runs what their machine cannot be asked.
  /// Errors    ConfigError for a time without a unit, or with one on a machine of steps.
  void check_values(const Parameters& machine) const;

  /// Says on standard error which requirements the run does not meet, with what was found, and
  /// returns wrong_result if there are any; a run that failed is not asked. `swept` tells it from
  /// others. `scaling`: null where no serial time is known.
  [[nodiscard]] ExitCode check(const Measurement& m, const SweptValues& swept = {},
                               const Scaling* scaling = nullptr) const;
  /// An algorithm that was asked for by name and refuses meets none. `what`: "ring on torus:4x4".
  [[nodiscard]] ExitCode check_refused(const std::string& what, const std::string& reason) const;
  /// Sentences on the requirements that are not met.
  [[nodiscard]] std::vector<std::string> unmet(const Measurement& m, const SweptValues& swept = {},
                                               const Scaling* scaling = nullptr) const;

 private:
  enum class Relation { less, at_most, equal, other, at_least, greater };
  struct Requirement {
    std::string text;
    std::size_t figure;  ///< in the table of figures
    Relation relation;
    std::string value;
  };
  static Requirement read(const std::string& text);
  std::vector<Requirement> all_;
};

}  // namespace toruscope::cli
