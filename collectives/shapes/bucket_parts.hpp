// SPDX-License-Identifier: Apache-2.0
// Parts of blocks that go around the rings of a torus at once, each in another dimension or
// direction: the place of each in each round (tori/bucket.cpp).

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace toruscope::collectives {

/// The set of parts, and whether they begin each stage together.
enum class BucketForm {
  usual,      ///< as many parts as the ports allow, all in the same stage
  one_way,    ///< D parts of one direction
  unaligned,  ///< parts in all dimensions, each in its own stage
};

/// The place of each part in each round.
class BucketParts {
 public:
  enum class Way { reduce_scatter, allgather };
  /// Step of a part: round `t` of a stage.
  struct Step {
    int stage;
    int t;
  };

  /// Makes one part from the first long dimension on, or as many more as these ports carry.
  /// Parts take the dimensions in this order, or in that of their numbers.
  BucketParts(const std::vector<int>& sides, int ports, BucketForm form = BucketForm::usual,
              std::vector<int> order = {});

  [[nodiscard]] std::size_t count() const {
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Branch): both_ways_ is initialised
    return starts_.size() * (both_ways_ ? 2 : 1);
  }
  [[nodiscard]] const std::vector<int>& sides() const { return sides_; }
  /// Dimensions longer than one PE.
  [[nodiscard]] int stages() const { return static_cast<int>(long_.size()); }
  [[nodiscard]] int dimension(std::size_t part, int stage) const;
  [[nodiscard]] int direction(std::size_t part) const { return both_ways_ && part % 2 == 1 ? -1 : 1; }
  [[nodiscard]] int side(std::size_t part, int stage) const { return sides_[at(dimension(part, stage))]; }
  [[nodiscard]] int rounds() const { return rounds_; }
  /// The part's step; nothing while it rests.
  [[nodiscard]] std::optional<Step> step(std::size_t part, int round, Way way) const;
  /// Rounds of a reduce-scatter in which some part begins or ends a stage, in order; in between
  /// rounds are alike.
  [[nodiscard]] std::vector<int> changes() const;
  /// Blocks that a part sends in each round of a stage of the reduce-scatter.
  [[nodiscard]] std::int64_t blocks(std::size_t part, int stage) const;

 private:
  static std::size_t at(int dimension) { return static_cast<std::size_t>(dimension); }
  /// Rounds from the beginning of a stage to that of the next.
  [[nodiscard]] int length(std::size_t part, int stage) const {
    return lengths_[part * long_.size() + at(stage)];
  }

  std::vector<int> sides_;
  std::vector<int> long_;     // dimensions
  std::vector<int> starts_;   // places in long_
  std::vector<int> lengths_;  // of the stages of each part
  int rounds_ = 0;
  bool both_ways_ = false;
};

}  // namespace toruscope::collectives
