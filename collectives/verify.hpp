// SPDX-License-Identifier: Apache-2.0
// Verification: runs one algorithm on stamped data and compares all its claims with measurements.
//
// Data        Every block is stamped with (source, destination, index); a block below 8 bytes holds
//             a hash of them. Reductions and scans add; with an operator that does not commute
//             (Operands::affine) a wrong order is a wrong result, too.
// Compared    every byte with the definition (definitions.hpp), if the run has data; 0 link
//             conflicts where the algorithm claims it; the prediction with the measured critical
//             path, coefficient by coefficient, where the coefficient costs anything; the time with
//             the value of its own account and, if the data are right, with its lower bound.
// Not here    Printing (cli/), lower bounds (bounds.cpp), predictions (beside each algorithm).

#pragma once

#include "collectives/definitions.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace toruscope {

/// Result of one verified run.
struct Verdict {
  std::string operation;  ///< "alltoall"
  std::string algorithm;  ///< "at2"
  Case question;
  Report report;
  std::optional<Prediction> predicted;
  std::optional<Bound> bound;
  std::vector<std::string> faults;     ///< sentences: operation/algorithm, claim, measurement
  std::vector<std::uint64_t> digests;  ///< hash of each PE's result, 0 without data
  Data data = Data::carried;           ///< none: results are not known
  bool data_is_right = true;
  bool beats_bound = false;  ///< faster than a lower bound, and no data known to be wrong

  [[nodiscard]] bool ok() const { return data_is_right && !beats_bound && faults.empty(); }
  /// Exit code of a command. A beaten bound counts before other faults.
  [[nodiscard]] ExitCode code() const {
    if (ok()) return ExitCode::ok;
    return beats_bound ? ExitCode::bound_beaten : ExitCode::wrong_result;
  }
};

/// True if the algorithm must have 0 link conflicts here. Nothing is claimed where rounds drift
/// apart: a buffered sender may start its next message before the last one has left its first link;
/// sends may wait for receptions or receives; waiting may hold something.
inline constexpr const char* kPremiseOfNoConflicts =
    "direct injection; ports each way (rules one, k, all); cut-through; unlimited buffers; equal links";
[[nodiscard]] inline bool claims_no_conflicts(const AlgorithmInfo& algorithm, const Case& c) {
  const bool keeps_rounds = c.parameters.injection == Injection::direct && collectives::has_ports_each_way(c) &&
                            collectives::waits_hold_nothing(c) && !c.is_altered;
  if (!keeps_rounds) return false;
  const auto& holds = algorithm.conflict_free.holds;
  return c.is_complete || (c.is_mesh && holds && holds(c));
}

namespace collectives {

/// Verified run without the operation's type.
struct VerifiedRun {
  const OperationTraits& operation;
  const AlgorithmInfo& algorithm;
  std::optional<Bound> (*bound)(const Case&);
  Given given;
  std::function<Attempt(Communicator&)> attempt;
};
Verdict judge(const VerifiedRun& run, const TopologyPtr& topology, const Parameters& parameters,
              const Execution& execution);
/// Judges a second run, in which PEs come at different times, and none may leave before all came.
void judge_leaving(Verdict& verdict, const VerifiedRun& run, const TopologyPtr& topology,
                   const Parameters& parameters, const Execution& execution);
/// Judges the bound, last: it holds only for runs whose data are right.
void judge_bound(Verdict& verdict);

}  // namespace collectives

/// Runs the algorithm once (a barrier twice: all at once, and each PE at a time of its own).
/// Errors    ConfigError if the algorithm refuses the case (its own sentence; `choose` adds
///           advice), or topology and parameters make no machine; what Machine::run throws.
template <class Entry>
Verdict verify(const Entry& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution, const Workload& workload = {}) {
  collectives::VerifiedRun run{
      Entry::kOperation, algorithm, Entry::bound,
      collectives::given(Entry::kOperation,
                         collectives::question_of(Entry::kOperation, *topology, parameters, workload), workload,
                         execution.data),
      nullptr};
  run.attempt = [&](Communicator& comm) { return collectives::attempt(algorithm, comm, run.given); };
  Verdict verdict = collectives::judge(run, topology, parameters, execution);
  if constexpr (std::is_same_v<Entry, Barrier>)
    collectives::judge_leaving(verdict, run, topology, parameters, execution);
  collectives::judge_bound(verdict);
  return verdict;
}

}  // namespace toruscope
