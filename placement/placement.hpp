// SPDX-License-Identifier: Apache-2.0
// Placement of the ranks of a program on the PEs of a network, by the traffic between ranks.
//
//   scotch    what the library Scotch finds: both graphs are cut in two, again and again
//   greedy    the rank that exchanges most with those placed already goes to the free PE where its
//             bytes pass the fewest links, counted to the 16 of them with which it exchanges most
//   bisect    ranks are cut in two with few bytes between, PEs by their numbers, which follow rows,
//             leaves and groups; and again within each half
//
// All three are deterministic.
//
// Source  Pellegrini, Roman, "Scotch: A Software Package for Static Mapping by Dual Recursive
//         Bipartitioning of Process and Architecture Graphs", HPCN Europe 1996. Hoefler, Snir,
//         "Generic Topology Mapping Strategies for Large-Scale Parallel Architectures", ICS 2011,
//         section 4, for greedy and bisect.

#pragma once

#include "placement/traffic.hpp"

#include <toruscope/topology.hpp>

#include <array>
#include <string_view>
#include <vector>

namespace toruscope::placement {

inline constexpr std::array<std::string_view, 3> kRules{"scotch", "greedy", "bisect"};
/// The most PEs that a network may have for a placement.
inline constexpr int kMostRanks = 1 << 10;

[[nodiscard]] bool is_rule(std::string_view word);

/// Refuses what place() cannot do. Precondition: the rule is one of kRules.
/// Errors    ConfigError: more ranks than PEs, more than kMostRanks, a program without the library
///           that the rule needs; the package is named.
void check_place(std::string_view rule, int ranks, const Topology& network);
/// The node of each rank: nodes 0 .. pes-1 of the network, each for one rank at most.
/// Errors    those of check_place.
std::vector<Node> place(std::string_view rule, const Traffic& traffic, const Topology& network);

// The rules by themselves.
std::vector<Node> place_by_scotch(const Traffic& traffic, const Topology& network);
std::vector<Node> place_greedily(const Traffic& traffic, const Topology& network);
std::vector<Node> place_by_halves(const Traffic& traffic, const Topology& network);

/// Divides ranks into two parts with few bytes between them, by Scotch: true for those of the
/// second part, which has `second` ranks. Precondition: 0 < second < ranks.size().
std::vector<bool> cut_in_two(const Traffic& traffic, const std::vector<Rank>& ranks, std::size_t second);
/// Whether Scotch was found when this was built.
bool has_scotch();

}  // namespace toruscope::placement
