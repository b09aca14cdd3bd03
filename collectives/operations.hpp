// SPDX-License-Identifier: Apache-2.0
// The table of collective operations with their types forgotten: which algorithms there are, which fits, run and
// verify it.
//
// How the command line uses it: `operation(name)` finds the line; a Workload is read from the options as its
// traits ask (moves: --block is m, `values` has --values besides; has_root: --root); `question` makes the case of
// it, which goes to `choose`, `refusal`, `predicted` and `bound`; `verify` takes the workload itself; `held` times
// the workload's bytes is what a PE keeps, for the estimate of memory.
// A further operation is a type in toruscope/catalogue.hpp, an `attempt` in definitions.cpp, a bound in bounds.cpp
// and one line in operations.cpp; the property tests and the command line then know it.

#pragma once

#include "collectives/verify.hpp"

#include <toruscope/catalogue.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::collectives {

struct Operation {
  std::string name;
  std::vector<std::string> aliases;
  std::string textbook;  ///< what textbooks call it
  OperationTraits traits;
  /// What an ideal algorithm moves through one PE for each byte of the data, as nccl-tests count it.
  double (*bus_factor)(double p) = nullptr;

  std::function<std::vector<const AlgorithmInfo*>(const Catalogue&)> algorithms;
  /// Errors    as toruscope::choose.
  std::function<const AlgorithmInfo&(const Catalogue&, std::string_view name, const Case&)> choose;
  /// The algorithm is one of this operation's.
  std::function<Verdict(const AlgorithmInfo&, const TopologyPtr&, const Parameters&, const Execution&,
                        const Workload&)>
      verify;
  std::function<std::optional<Bound>(const Case&)> bound;

  [[nodiscard]] Case question(const Topology& topology, const Parameters& parameters,
                              const Workload& workload) const;
  /// Blocks, vectors, values or messages that p PEs have at the end, together.
  [[nodiscard]] std::size_t held(std::size_t p, const Workload& workload) const;
};

/// Of a point-to-point benchmark: the bytes that one of its PEs moves in each T / trips, by which bandwidths are told.
std::int64_t counted_bytes(const OperationTraits& benchmark, std::size_t message, std::int64_t window);

const std::vector<Operation>& operations();

/// By name or alias; null if there is none.
const Operation* find_operation(std::string_view name);

/// The same. Errors: ConfigError with the known names and the nearest one.
const Operation& operation(std::string_view name);

}  // namespace toruscope::collectives
