// SPDX-License-Identifier: Apache-2.0
// Costs of MPICH's collectives as the paper states them, for p a power of two: n bytes of the whole
// vector, alpha a startup, beta a byte sent, gamma a byte combined.

#pragma once

#include "collectives/verify.hpp"
#include "reproduce/runs.hpp"

#include <cstdint>
#include <vector>

namespace toruscope::reproduce {

inline constexpr const char* kMpichPaper =
    "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005";

/// Coefficients of a cost; bytes are those of a share of n.
struct MpichCost {
  std::int64_t startups = 0;
  std::int64_t sent = 0;
  std::int64_t combined = 0;

  [[nodiscard]] Ticks on(const Costs& costs) const {
    return startups * costs.ts + sent * costs.tw + combined * costs.gamma;
  }
};

/// An algorithm of the paper and ours of the same steps.
struct MpichAlgorithm {
  const char* operation;
  const char* algorithm;
  const char* title;    ///< in the paper
  const char* formula;  ///< as the paper has it
  MpichCost (*cost)(std::int64_t p, std::int64_t n);
  /// Runs an algorithm of the operation with a vector of n bytes.
  Verdict (*run_operation)(const Runs& runs, const char* algorithm, const TopologyPtr& topology,
                           const Parameters& machine, std::size_t n);

  /// Runs it with a vector of n bytes.
  [[nodiscard]] Verdict run(const Runs& runs, const TopologyPtr& topology, const Parameters& machine,
                            std::int64_t n) const {
    return run_operation(runs, algorithm, topology, machine, static_cast<std::size_t>(n));
  }
};

const std::vector<MpichAlgorithm>& mpich_algorithms();
/// Errors    std::out_of_range if there is none of these names.
const MpichAlgorithm& mpich_algorithm(std::string_view operation, std::string_view algorithm);

/// A machine that counts steps, on which each of the three is told from the others.
inline Parameters mpich_machine(Ticks alpha, Ticks beta, Ticks gamma) {
  return {.name = "alpha, beta, gamma", .ts = alpha, .tw = beta, .tick = Time{}, .gamma = gamma};
}

}  // namespace toruscope::reproduce
