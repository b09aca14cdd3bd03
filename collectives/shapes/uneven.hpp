// SPDX-License-Identifier: Apache-2.0
// Blocks of different sizes, which lie one after the other in rank order, and what is claimed of
// algorithms that move them.

#pragma once

#include <toruscope/catalogue.hpp>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {

using Sizes = std::span<const std::size_t>;

/// The blocks of a buffer.
template <class Byte>
std::vector<std::span<Byte>> cut(std::span<Byte> buffer, Sizes sizes) {
  std::vector<std::span<Byte>> blocks;
  for (const std::size_t size : sizes) {
    blocks.push_back(buffer.first(size));
    buffer = buffer.subspan(size);
  }
  return blocks;
}

/// Refuses a block from a PE that is not as long as expected.
inline void check_size(const Communicator& comm, const char* operation, Rank from, std::size_t expected,
                       std::size_t got) {
  if (got != expected)
    comm.fail(std::string(operation) + ": expected " + std::to_string(expected) + " bytes from PE " +
              std::to_string(from) + ", got " + std::to_string(got) +
              "; the counts of sender and receiver must be equal");
}

/// Takes the claims of the algorithm for blocks of one size, `name`. Where bytes cost nothing the
/// rounds are its own, however bytes are dealt to blocks.
inline void take_claims(AlgorithmInfo& entry, const AlgorithmInfo& equal, const std::string& name) {
  std::string own = std::move(entry.name);
  entry = equal;
  entry.name = std::move(own);
  entry.formula = "that of " + name + " where all blocks have m bytes";
  entry.predicted = [formula = equal.predicted](const Case& c) -> std::optional<Prediction> {
    return formula && c.costs.tw == Ticks{} ? formula(c) : std::nullopt;
  };
}

}  // namespace toruscope::collectives
