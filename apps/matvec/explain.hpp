// SPDX-License-Identifier: Apache-2.0
// Explanation of a product's communication: its parts, theory, and the run.

#pragma once

#include "apps/matvec/program.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::apps {

/// A collective that a run performs a number of times, always with the same longest message.
struct CollectiveStep {
  std::string what;  ///< "broadcast of x down the columns"
  std::string algorithm;
  Case at;
  std::int64_t times = 1;
  std::optional<Prediction> one;  ///< prediction for one of them
};

/// The collectives of a run and the algorithms that they take.
struct MatvecSteps {
  std::string broadcast, reduce;  ///< along columns and rows
  std::vector<CollectiveStep> steps;

  /// Prediction for all steps; nothing unless each has its formula.
  [[nodiscard]] std::optional<Prediction> predicted() const;
};

/// Errors    ConfigError as choose() for an algorithm that does not exist or does not fit.
MatvecSteps plan_steps(const Case& machine, const Layout& layout, Method method, int products,
                       bool sums_lost_rank, const std::string& broadcast, const std::string& reduce);

std::vector<std::string> explain(const MatvecSteps& plan, const MatvecJob& job, const Matrix& matrix,
                                 const Report& report);

}  // namespace toruscope::apps
