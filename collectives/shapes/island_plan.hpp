// SPDX-License-Identifier: Apache-2.0
// PEs by their places in islands of equal size: digits of an index, innermost first.
//
//   hier:complete:4/ring:3     index i: place i mod 4 in its island, island i / 4: radices 4, 3
//   fattree:4                  leaf switches of 2, pods of 2 leaves, 4 pods: radices 2, 2, 4
//
// A stage of an algorithm joins the PEs that differ in one digit: in the island, then the PEs of
// one place in all islands, and so on. A level whose islands have different sizes is left out.
//
// Threads     A plan is constant. Each thread remembers that of its last network.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::collectives {

class IslandPlan {
 public:
  /// Makes the plan of all PEs of a network.
  explicit IslandPlan(const Topology& network);

  /// Number of digits: 1 without islands of equal size.
  [[nodiscard]] int stages() const { return static_cast<int>(radices_.size()); }
  [[nodiscard]] bool has_islands() const { return stages() > 1; }
  /// PEs that a stage joins.
  [[nodiscard]] int radix(int stage) const { return radices_[static_cast<std::size_t>(stage)]; }
  [[nodiscard]] int pes() const { return static_cast<int>(ranks_.size()); }
  /// True if an index is the rank: islands are intervals of ranks.
  [[nodiscard]] bool keeps_rank_order() const { return keeps_order_; }
  [[nodiscard]] int place(Rank rank, int stage) const;
  /// The PE at `place` of the stage that is elsewhere like `rank`.
  [[nodiscard]] Rank partner(Rank rank, int stage, int place) const;
  /// Number of the PE's block where that of stage 0 is the most significant digit.
  [[nodiscard]] int nested(Rank rank) const;

 private:
  [[nodiscard]] int stride(int stage) const { return strides_[static_cast<std::size_t>(stage)]; }
  [[nodiscard]] int index(Rank rank) const { return indices_[static_cast<std::size_t>(rank)]; }

  std::vector<int> radices_;
  std::vector<int> strides_;
  std::vector<Rank> ranks_;   // by index
  std::vector<int> indices_;  // by rank
  bool keeps_order_ = true;
};

/// The plan of a network, remembered.
std::shared_ptr<const IslandPlan> island_plan(const Topology& network);
/// Reason why a case has no islands of equal size; nothing if it has.
std::optional<std::string> needs_islands(const Case& c);

}  // namespace toruscope::collectives
