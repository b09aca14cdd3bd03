// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter and allgather around the rings of a torus, one dimension after the other, by as many parts of the data at once as there are
// ports for. Part (i, +) works in the dimensions i, i+1, .. and always sends to the next PE, part (i, -) to the one before.
//
//   torus 3x4, 4 ports     part     stage 0              stage 1
//                          (0, +)   down the columns     right along the rows
//                          (0, -)   up                   left
//                          (1, +)   right                down
//                          (1, -)   left                 up
//
// Stages     In each a part goes around the rings of one dimension, no two parts by the same links. Round t of a stage is one round
//            of all parts: parts in a shorter dimension have ended and rest until the longest has. Unaligned: no part rests.
// Blocks     Reduce-scatter: PE v sends on those that agree with v in the dimensions done and lie 1 + t places behind v in this one,
//            and what it keeps is combined. Allgather: the same backwards, the stages in reverse order.
// Parts      One on one port. All 2 D with a port for each link, D of one direction on hypercubes, whose neighbours share one link
//            each way; with fewer ports D, or both directions of one order. One way: D of one direction, however many ports there are.
// Invariant  All PEs send equal messages in a round, so all are at the same round at one time. Sums are joined in the order of the rings:
//            the operator must commute.
// Rounds     The sum over the stages of N_max - 1, where N_max is the longest side; unaligned: the sum over all sides of N_i - 1.
// Volume     (p - 1) / parts blocks on each link where all sides are equal: the lower bound with 2 D parts.
// Links      None is shared, but by the two directions of a part in a dimension of 2 beside longer ones; unaligned: and where
//            sides differ.
// Source     Jain, Sabharwal, "Optimal Bucket Algorithms for Large MPI Collectives on Torus Interconnects", Int. Conf.
//            Supercomputing, 2010; one part: Barnett, Littlefield, Payne, van de Geijn, Int. Parallel Processing Symposium 1993.

#pragma once

#include "collectives/shapes/grid_slice.hpp"
#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toruscope::collectives {

/// Which parts there are, and whether they begin each stage together.
enum class BucketForm {
  usual,      ///< as many parts as the ports allow, all in the same stage
  one_way,    ///< D parts of one direction
  unaligned,  ///< parts in all dimensions, each in its own stage: it begins the next one when it has ended one
};

/// Where the parts are in each round.
class BucketParts {
 public:
  enum class Way { reduce_scatter, allgather };
  /// What a part does in a round: round `t` of a stage.
  struct Step {
    int stage;
    int t;
  };

  /// One part from the first long dimension on, if no more fit on these ports.
  BucketParts(const std::vector<int>& sides, int ports, BucketForm form = BucketForm::usual);

  [[nodiscard]] std::size_t count() const {
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Branch): its declaration initialises both_ways_
    return starts_.size() * (both_ways_ ? 2 : 1);
  }
  /// Dimensions longer than one PE.
  [[nodiscard]] int stages() const { return static_cast<int>(long_.size()); }
  [[nodiscard]] int dimension(std::size_t part, int stage) const;
  /// 1 or -1.
  [[nodiscard]] int direction(std::size_t part) const { return both_ways_ && part % 2 == 1 ? -1 : 1; }
  [[nodiscard]] int side(std::size_t part, int stage) const { return sides_[at(dimension(part, stage))]; }
  [[nodiscard]] int rounds() const { return rounds_; }
  /// Nothing while the part rests.
  [[nodiscard]] std::optional<Step> step(std::size_t part, int round, Way way) const;
  /// The rounds of a reduce-scatter in which some part begins or ends a stage, in order: from one to the next, rounds are alike.
  [[nodiscard]] std::vector<int> changes() const;
  /// Blocks that a part sends in each round of a stage of the reduce-scatter.
  [[nodiscard]] std::int64_t blocks(std::size_t part, int stage) const;

 private:
  static std::size_t at(int dimension) { return static_cast<std::size_t>(dimension); }
  /// Rounds from a part's begin of a stage to that of the next.
  [[nodiscard]] int length(std::size_t part, int stage) const {
    return lengths_[part * long_.size() + at(stage)];
  }

  std::vector<int> sides_;
  std::vector<int> long_;     // dimensions
  std::vector<int> starts_;   // places in long_
  std::vector<int> lengths_;  // of each part the stages
  int rounds_ = 0;
  bool both_ways_ = false;
};

/// `blocks` are p blocks of whole values; that of this PE ends as the sum of all PEs' blocks, the others as anything.
void reduce_scatter_in_buckets(Communicator& comm, std::span<std::byte> blocks, const Combine& op,
                               BucketForm form = BucketForm::usual);
/// `blocks` are p blocks, that of this PE filled in; all others are.
void allgather_in_buckets(Communicator& comm, std::span<std::byte> blocks, std::size_t element,
                          BucketForm form = BucketForm::usual);

/// The rounds of one of the two, for blocks of so many bytes.
std::vector<Phase> bucket_phases(const Case& c, BucketForm form, std::size_t block, std::size_t element);
/// No two parts send by one link.
bool are_buckets_apart(const Case& c, BucketForm form);
/// Nothing where parts share links, or a PE takes several messages a round and each costs tr.
std::optional<Prediction> bucket_cost(const Case& c, const std::vector<Phase>& phases);
std::optional<Ticks> bucket_estimate(const Case& c, const std::vector<Phase>& phases);
/// All forms but the usual one are for parts that begin in different dimensions.
std::optional<std::string> refusal_of_buckets(const Case& c, BucketForm form);

/// The claims of an entry whose phases in a case are those.
template <class Entry, class Phases>
void claim_buckets(Entry& entry, Phases phases, BucketForm form = BucketForm::usual) {
  claim_restrictions(entry,
                     form == BucketForm::usual ? "a torus" : "a torus of D >= 2 dimensions, D ports or more",
                     [form](const Case& c) { return refusal_of_buckets(c, form); });
  entry.source =
      "Jain, Sabharwal, Int. Conf. Supercomputing, 2010; Barnett et al., Int. Parallel Processing Symposium, "
      "1993";
  entry.conflict_free = {form == BucketForm::one_way     ? "always"
                         : form == BucketForm::unaligned ? "if all sides are equal"
                                                         : "unless sides of 2 stand beside longer ones",
                         [form](const Case& c) { return are_buckets_apart(c, form); }};
  entry.predicted = [phases](const Case& c) { return bucket_cost(c, phases(c)); };
  entry.estimated = [phases](const Case& c) { return bucket_estimate(c, phases(c)); };
}

}  // namespace toruscope::collectives
