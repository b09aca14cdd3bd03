// SPDX-License-Identifier: Apache-2.0
// Instance of a search: PEs that send in rounds, and chunks of data from one PE to others.
//
// In a round a PE sends one message to each of some PEs, with any chunks that it had before the
// round. The rule of ports and the links limit who may send at a time.
//
// Source  Cai, Liu, Maleki, Musuvathi, Mytkowicz, Nelson, Saarikivi, "Synthesizing optimal
//         collective algorithms", PPoPP 2021.

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::synthesis {

/// A message that a round may have, and the directed links that it crosses.
struct Way {
  Rank from = 0, to = 0;
  std::vector<int> links;
};

struct Network {
  int pes = 0;
  Ports ports;  ///< rule `all`: k is the most links by which messages leave a PE, or reach it
  std::vector<Way> ways;

  /// Indices of the ways that leave a PE, or lead to it.
  [[nodiscard]] std::vector<int> from(Rank rank) const;
  [[nodiscard]] std::vector<int> to(Rank rank) const;
  /// Messages that a PE can send in a round, or receive, if so many ways are open to it.
  [[nodiscard]] int at_a_time(std::size_t ways) const;
  /// Messages on the shortest way between PEs, by [from][to]; kUnreachable: there is none.
  [[nodiscard]] std::vector<std::vector<int>> distances() const;
  /// Links from one PE to another by the shortest way, indexed like distances().
  [[nodiscard]] std::vector<std::vector<int>> link_distances() const;
};
inline constexpr int kUnreachable = 1 << 20;

/// The network of a topology. Messages cross at most so many links, by its routes; nothing: any
/// number. With one link only neighbours send to each other.
Network network_of(const Topology& topology, Ports ports, std::optional<int> hops);
/// Reverses each way: a schedule of the result, read backwards, is one of the network itself.
Network reversed(Network network);

struct Chunk {
  Rank source = 0;
  std::vector<Rank> destinations;  ///< PEs without the source; none: the chunk stays
};

/// The operations whose schedules are searched. Collecting ones: reversed.
enum class Pattern { broadcast, scatter, allgather, alltoall };

/// Chunks of each PE's block, or of the vector, and their order:
///   broadcast j      scatter d C + j, of PE d's block      allgather s C + j, of PE s's block
///   alltoall (s p + d) C + j, of the block of PE s for PE d
std::vector<Chunk> chunks_of(Pattern pattern, int pes, int per_block, Rank root);

struct Instance {
  Network network;
  std::vector<Chunk> chunks;
  std::optional<int> most_in_message;  ///< chunks; nothing: any number
};

/// Size of a search before reductions: moving chunks, times ways, times rounds.
std::int64_t moves_of(const Instance& instance, int rounds);

struct Message {
  Rank from = 0, to = 0;
  std::vector<int> chunks;  ///< ascending

  friend bool operator==(const Message&, const Message&) = default;
};
/// The messages of each round, by sender and receiver.
using Plan = std::vector<std::vector<Message>>;

/// Volume of a plan: the chunks of the longest message of each round, added up. With the startups
/// of the rounds it is what a schedule takes.
int volume_of(const Plan& plan);
/// Chunks sent, in all messages.
int moves_of(const Plan& plan);
/// The plan for the network, from one for the reversed network.
Plan reversed(Plan plan);

/// The reason why the plan does not do what the instance asks for, or breaks a rule of the network;
/// nothing if there is none. Each chunk must come to a PE once.
std::optional<std::string> fault_of(const Plan& plan, const Instance& instance);

}  // namespace toruscope::synthesis
