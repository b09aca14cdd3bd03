// SPDX-License-Identifier: Apache-2.0
// The rounds of an algorithm on a small machine, drawn from the event log of a real run.

#pragma once

#include "cli/options/options.hpp"
#include "collectives/operations.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

/// The messages of a run by their start: those that start at one tick make a round.
struct Rounds {
  struct Transfer {
    Rank from = 0;
    Rank to = 0;
    std::int64_t bytes = 0;
    std::int64_t blocks = 0;  ///< or vectors, or values
  };
  struct Round {
    Ticks start;
    std::vector<Transfer> transfers;
  };
  TopologyPtr topology;
  Parameters machine;
  bool are_timed = false;  ///< a machine was asked for, so rounds are times of start
  std::string noun;        ///< "blocks"; empty if the operation moves no data
  std::vector<Round> rounds;
};

/// The topology is `text`, or a small one on which the algorithm runs: torus:4x4 if it does other things there than on a complete
/// graph, else a ring. Without `parameters` only startups cost, one tick each. Nothing if no small machine fits.
/// Errors    ConfigError if the algorithm refuses the topology, or the picture would be too large; whatever
///           toruscope::verify throws.
std::optional<Rounds> rounds_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                const Text& text, const std::optional<Parameters>& parameters,
                                const std::vector<TopologyEntry>& topologies);

/// "2", or "1/4" where a message has a part of a block.
std::string blocks_text(const Rounds::Transfer& transfer);

std::string rounds_text(const std::optional<Rounds>& rounds, std::size_t width);
/// "topology" and "rounds", null if there are none.
void add_rounds(nlohmann::ordered_json& json, const std::optional<Rounds>& rounds);

}  // namespace toruscope::cli
