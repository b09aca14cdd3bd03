// SPDX-License-Identifier: Apache-2.0
// The table of collective operations without their types: list, choose, run and verify algorithms.
//
// On the command line `operation(name)` finds the line; a Workload is read from the options that
// its traits ask for (moves: --block is m, `values` also has --values; has_root: --root);
// `question` makes its case for `choose`, `refusal`, `predicted` and `bound`; `verify` takes the
// workload itself; `held` times its bytes is what a PE keeps, for the estimate of memory. A further
// operation is a type in toruscope/catalogue.hpp, an `attempt` in definitions.cpp, a bound in
// bounds.cpp and one line in operations.cpp; the property tests and the command line then know it.

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
  std::string textbook;  ///< name in textbooks
  OperationTraits traits;
  /// Bytes that an ideal algorithm moves through one PE per byte of data, as nccl-tests counts.
  double (*bus_factor)(double p) = nullptr;

  std::function<std::vector<const AlgorithmInfo*>(const Catalogue&)> algorithms;
  /// Throws as toruscope::choose does.
  std::function<const AlgorithmInfo&(const Catalogue&, std::string_view name, const Case&)> choose;
  /// Verifies an algorithm, which must be one of this operation's.
  std::function<Verdict(const AlgorithmInfo&, const TopologyPtr&, const Parameters&, const Execution&,
                        const Workload&)>
      verify;
  std::function<std::optional<Bound>(const Case&)> bound;

  [[nodiscard]] Case question(const Topology& topology, const Parameters& parameters,
                              const Workload& workload) const;
  /// Blocks, vectors, values or messages that p PEs hold at the end, together.
  [[nodiscard]] std::size_t held(std::size_t p, const Workload& workload) const;
};

/// Bytes that a PE of a point-to-point benchmark moves in each T / trips, for bandwidths.
std::int64_t counted_bytes(const OperationTraits& benchmark, std::size_t message, std::int64_t window);

const std::vector<Operation>& operations();

/// Finds an operation by name or alias; null if there is none.
const Operation* find_operation(std::string_view name);

/// Finds an operation by name or alias. Errors: ConfigError with the known and the nearest names.
const Operation& operation(std::string_view name);

}  // namespace toruscope::collectives
