// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter and allgather on a torus by steps of distance 1, 3, 9, .. both ways at once.
//
//   ring of 9, PE 0     step 0 (distance 1)    sums of blocks 1 4 7 to PE 1, of 2 5 8 to PE 8
//                       step 1 (distance 3)    of block 3 to PE 3, of 6 to PE 6
//
// Steps      ceil(log3 N) in a dimension of N, l = 0, 1, .. with partners 3^l places ahead and
//            behind, which are one PE if N = 2 * 3^l. Part i takes one step in dimension i, one in
//            i+1, and so on around, without dimensions whose steps are used up.
// Blocks     reach(v, s): the blocks that get home from v by steps s, s+1, ..; each leaves in the
//            last step that still brings it home. In step s PE v sends the partner ahead its sums
//            of what that one reaches from step s+1 on and v does not, then the partner behind what
//            neither of the two reaches. All PEs send the same offsets; those of a torus are all
//            combinations of offsets in its dimensions.
// Allgather  The same backwards.
// Parts      floor(k/2) with k ports, at least 1 and at most D; D if every link has a port.
// Invariant  Every contribution to a block is in one sum. The operator must commute.
// Rounds     sum of ceil(log3 N).
// Volume     (p - 1) / 2 blocks of each part on the busiest link if all sides are 3; else more.
// Links      None is shared where no side is longer than 3.
// Source     Pattern: Juerss, Addanki, Schmid, "Trivance", arXiv 2602.17254, 2026 (abstract); two
//            partners: De Sensi et al., "Swing", NSDI 2024. The order of blocks is ours.

#pragma once

#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toruscope::collectives {

/// Messages of every PE in a round.
class TernaryPattern {
 public:
  struct Message {
    int dimension;
    int offset;                            // of the receiver, in places
    std::vector<std::vector<int>> blocks;  // offsets in each dimension, all combined
    [[nodiscard]] std::int64_t count() const;
  };

  TernaryPattern(const std::vector<int>& sides, int ports);

  [[nodiscard]] int parts() const { return static_cast<int>(steps_.size()); }
  [[nodiscard]] int rounds() const { return static_cast<int>(steps_.front().size()); }
  /// Places from a PE to its partner ahead.
  [[nodiscard]] int distance(int part, int round) const;
  [[nodiscard]] int dimension(int part, int round) const { return step(part, round).dimension; }
  /// Messages of a part in a round of the reduce-scatter: one or two.
  [[nodiscard]] std::vector<Message> messages(int part, int round) const;

 private:
  struct Step {
    int dimension;
    std::vector<int> taken;  // in each dimension, this one included
  };
  [[nodiscard]] const Step& step(int part, int round) const {
    return steps_[static_cast<std::size_t>(part)][static_cast<std::size_t>(round)];
  }
  /// Part in one dimension.
  struct Ring {
    struct Given {
      int offset;
      std::vector<int> blocks;
    };
    explicit Ring(int side);
    [[nodiscard]] int steps() const { return static_cast<int>(given.size()); }
    std::vector<std::vector<int>> reach;    // by step, one more than there are
    std::vector<std::vector<Given>> given;  // by step
  };

  std::vector<Ring> rings_;               // by dimension
  std::vector<std::vector<Step>> steps_;  // by part
};

/// Shares of the data that go separately on that many ports.
int ternary_parts(const std::vector<int>& sides, int ports);

/// `blocks` are p blocks of whole values; this PE's becomes the sum, the others anything.
void reduce_scatter_by_threes(Communicator& comm, std::span<std::byte> blocks, const Combine& op);
/// `blocks` are p blocks; this PE's is filled in, afterwards all are.
void allgather_by_threes(Communicator& comm, std::span<std::byte> blocks, std::size_t element);

/// Cost of either for blocks of `block` bytes. Nothing where messages share a link or a port, or
/// each costs tr, unless only startups cost time.
std::optional<Prediction> ternary_cost(const Case& c, std::size_t block, std::size_t element);
std::optional<Ticks> ternary_estimate(const Case& c, std::size_t block, std::size_t element);

/// Ends with the sum of all PEs' data; PEs send their sums in every step. Sides are powers of 3.
void allreduce_by_threes(Communicator& comm, std::span<std::byte> data, const Combine& op);
std::optional<std::string> needs_powers_of_three(const Case& c);
std::optional<Prediction> ternary_latency_cost(const Case& c);
std::optional<Ticks> ternary_latency_estimate(const Case& c);

/// Claims that entries by threes share.
template <class Entry>
void claim_threes(Entry& entry) {
  claim_restrictions(entry, "a torus", needs_torus);
  entry.source = "Juerss, Addanki, Schmid, arXiv 2602.17254, 2026 (pattern); which block goes when is ours";
  entry.conflict_free = {"where no side is longer than 3", [](const Case& c) {
                           return std::all_of(c.sides.begin(), c.sides.end(),
                                              [](int side) { return side <= 3; });
                         }};
}

}  // namespace toruscope::collectives
