// SPDX-License-Identifier: Apache-2.0
// --require 'T<=2ms': what a result must be, for scripts and labs.

#pragma once

#include "cli/machines/scale.hpp"
#include "cli/runs/measurement.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// What is compared with what: the figures are those of a result's JSON, by their names there.
class Requirements {
 public:
  /// Errors    ConfigError for what is no comparison, an unknown figure with the nearest one, or a value that it cannot have.
  explicit Requirements(const CommandOptions& options);

  /// Refuses before the runs what their machine cannot be asked.
  /// Errors    ConfigError for a time without a unit, or with one on a machine of steps.
  void check_values(const Parameters& machine) const;

  /// Says on standard error which requirements the run does not meet, with what was found, and returns wrong_result if there are
  /// any. A run that failed is not asked. `swept`: the values by which the run is told from others.
  [[nodiscard]] ExitCode check(const Measurement& m, const SweptValues& swept = {}) const;
  /// The same of an algorithm that was asked for by name and refuses: it meets no requirement. `what`: "ring on torus:4x4".
  [[nodiscard]] ExitCode check_refused(const std::string& what, const std::string& reason) const;
  /// The same in words, without saying it.
  [[nodiscard]] std::vector<std::string> unmet(const Measurement& m, const SweptValues& swept = {}) const;

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
