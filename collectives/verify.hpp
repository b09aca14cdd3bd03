// SPDX-License-Identifier: Apache-2.0
// Runs one algorithm of the catalogue on stamped data and compares everything it claims with what was measured.
//
// Data        Every block is stamped with (source, destination, index); a block below 8 bytes holds a hash of
//             them. Reduce combines with an operator that does not commute, so a wrong order is a wrong result.
// Compared    every byte with the definition; 0 link conflicts where the algorithm claims it; the prediction
//             with the measured critical path, coefficient by coefficient, where the coefficient costs
//             anything; the time with its lower bound and with the value of its own account.
// Not here    what is printed (cli/), lower bounds (bounds.cpp), predictions (beside each algorithm).

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/machine.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toruscope {

/// What one verified run showed.
struct Verdict {
  std::string operation;  ///< "alltoall"
  std::string algorithm;  ///< "at2"
  Case question;
  Report report;
  std::optional<Prediction> predicted;
  std::optional<Bound> bound;
  std::vector<std::string> faults;  ///< a sentence each: operation/algorithm, what was claimed, what was found
  bool data_is_right = true;
  bool beats_bound = false;  ///< faster than a lower bound: a defect of Toruscope

  [[nodiscard]] bool ok() const { return data_is_right && !beats_bound && faults.empty(); }
};

/// Errors    ConfigError if the algorithm refuses the case (its own sentence, without advice: `choose` gives
///           that), or the topology and parameters do not make a machine; whatever Machine::run throws.
/// Complete exchange with blocks of `block` bytes.
Verdict verify(const Alltoall& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution, std::size_t block);
/// `bytes` bytes from `root` to all.
Verdict verify(const Broadcast& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution, std::size_t bytes, Rank root);
/// `bytes` bytes on every PE, combined to `root`: in elements of 8 bytes as far as they go, then single bytes.
Verdict verify(const Reduce& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution, std::size_t bytes, Rank root);
/// Every PE enters at a different time; none may leave before the last has entered.
Verdict verify(const Barrier& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution);

}  // namespace toruscope
