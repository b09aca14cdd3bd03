// SPDX-License-Identifier: Apache-2.0
// Names of the rules of embedding, beside those of Slurm (slurm_layout.hpp); --embed with another
// word names a file of node numbers.

#pragma once

#include "runtime/topology/slurm_layout.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

inline constexpr std::array<std::string_view, 4> kEmbeddingRules{"snake", "gray", "blocked", "in-order"};

constexpr bool is_embedding_rule(std::string_view rule) {
  return is_slurm_layout(rule) ||
         std::find(kEmbeddingRules.begin(), kEmbeddingRules.end(), rule) != kEmbeddingRules.end();
}

/// The node of each of `pes` ranks; `name` is that of the file, for errors, which quote words as
/// graph_file.hpp says.
/// Errors    ConfigError with file and line: a word that is no node number, not one for each PE.
std::vector<Node> read_places(std::string_view text, const std::string& name, int pes);

}  // namespace toruscope::core
