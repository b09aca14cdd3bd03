// SPDX-License-Identifier: Apache-2.0
// What the ranks of a program send to each other: the graph that is placed on a network.

#pragma once

#include <toruscope/topology.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::placement {

/// Bytes between two ranks, both ways together. A message counts one byte at least, on the average
/// over those of one direction.
class Traffic {
 public:
  explicit Traffic(int ranks) : partners_(static_cast<std::size_t>(ranks)) {}

  /// Messages to oneself are not counted. Precondition: both are ranks.
  /// Errors    ConfigError if there are more than 2^50 bytes in all.
  void add(Rank a, Rank b, std::int64_t messages, std::int64_t bytes);
  [[nodiscard]] int ranks() const { return static_cast<int>(partners_.size()); }
  /// The ranks with which this one exchanges messages, and the bytes.
  [[nodiscard]] const std::map<Rank, std::int64_t>& of(Rank rank) const {
    return partners_[static_cast<std::size_t>(rank)];
  }

 private:
  std::vector<std::map<Rank, std::int64_t>> partners_;
  std::int64_t all_ = 0;
};

/// The traffic in a table as --traffic FILE.csv writes it: its columns source, destination,
/// messages, bytes. `name` is the file's, for errors.
/// Errors    ConfigError with file and line: another heading, a row without these numbers, a rank
///           above ranks-1, more than 2^50 bytes in all.
Traffic read_traffic(std::string_view text, const std::string& name, int ranks);

/// The sum over all pairs of ranks: bytes times links between their nodes. `places` has the node of
/// each rank.
std::int64_t link_bytes(const Traffic& traffic, const std::vector<Node>& places, const Topology& network);

}  // namespace toruscope::placement
