// SPDX-License-Identifier: Apache-2.0
// Bine trees: binomial trees with shorter edges, as partners lie on both sides of a PE in turn.
//
// The partner of PE v of a ring of N in step s is v + o(s) if v is even, v - o(s) if it is odd;
// o = 1, -1, 3, -5, 11, -21, .. A partner's partner is the PE itself: all o are odd, N even.
//
//   N = 8, broadcast, scatter   2 1 0   0 -> 3   0 -> 7, 3 -> 4   0 -> 1, 3 -> 2, 4 -> 5, 7 -> 6
//          long broadcasts      0 1 2   0 -> 1   0 -> 7, 1 -> 2   0 -> 3, 1 -> 6, 2 -> 5, 7 -> 4
//
// BineTrees      Steps in falling order: an informed PE tells its partner, unless that knows
//                already. Places are counted from the root.
// Any even N     ceil(log2 N) steps; N = 2^j: each step doubles the informed PEs, and a PE has told
//                an interval of 2^s places after its steps below s.
// Torus          All sides even, or 1: dimensions take their steps in turn; s falls when each had
//                its turn. Parts at once as in BucketParts: part (i, +) begins its turns with
//                dimension i, part (i, -) is its mirror image. Elsewhere one part, on the ranks in
//                a circle.
// Links          One part, all sides powers of two: none is shared. More parts: if the long sides
//                are also equal, or all parts have one order of dimensions and no side is 2.
// BineBlocks     Steps in rising order, N = 2^j: the blocks that a PE hands on. After step s a PE
//                is responsible for N/2^(s+1) blocks.
// Source         De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
//                Enhancing Collective Operations by Optimizing Communication Locality", SC 2025;
//                partners on tori: De Sensi, Bonato, Saam, Hoefler, "Swing: Short-cutting Rings for
//                Higher Bandwidth Allreduce", NSDI 2024, sections 3 and 4.

#pragma once

#include "collectives/shapes/bucket_parts.hpp"
#include "collectives/shapes/butterfly.hpp"
#include "collectives/shapes/doubling_cost.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/grid_slice.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {

/// The partner of place v, not taken modulo the length of the ring; v may be negative.
constexpr int bine_partner(int v, int step) {
  const auto offset = static_cast<int>(swing_step(step));
  return v % 2 == 0 ? v + offset : v - offset;
}

/// The lengths of the offsets of the first `steps` steps in sum: 0, 1, 2, 5, 10, 21, ..
constexpr std::int64_t bine_links(int steps) {
  return ((std::int64_t{2} << steps) - 2 + steps % 2) / 3;
}
static_assert(bine_links(0) == 0 && bine_links(1) == 1 && bine_links(2) == 2 && bine_links(3) == 5 &&
              bine_links(4) == 10);

/// The trees of one case, one for each part of the data.
class BineTrees {
 public:
  /// A message of a PE in a round on the way down.
  struct Message {
    int round;
    int part;
    Rank partner;
    bool tells;
  };
  /// The dimension, and the number of the offset o, by which all PEs of a part find their partners.
  struct Step {
    int dimension;
    int number;
  };

  explicit BineTrees(const Case& c) : BineTrees(c.sides, c.is_torus, c.p, c.parameters.ports.k) {}
  explicit BineTrees(const Communicator& comm)
      : BineTrees(comm.sides(), comm.is_torus(), comm.size(), comm.ports()) {}
  /// Trees of one part on p ranks in a circle.
  explicit BineTrees(int p) : BineTrees({p}, false, p, 1) {}

  /// Number of parts at once.
  [[nodiscard]] std::size_t count() const { return parts_.count(); }
  [[nodiscard]] int rounds() const { return static_cast<int>(steps_.front().size()); }
  /// Messages of this PE on the way down, ordered by (round, part).
  [[nodiscard]] std::vector<Message> messages(Rank root, Rank rank) const;
  [[nodiscard]] const Step& step(std::size_t part, int round) const {
    return steps_[part][static_cast<std::size_t>(round)];
  }
  /// The grid on which partners are counted: the torus, or all ranks.
  [[nodiscard]] const std::vector<int>& sides() const { return sides_; }
  [[nodiscard]] bool is_on_torus() const { return is_on_torus_; }
  /// Part 2i + 1 is the mirror image of part 2i.
  [[nodiscard]] bool has_mirror_images() const { return count() > 1 && parts_.direction(1) < 0; }
  [[nodiscard]] bool are_powers_of_two() const;
  /// True if no two messages share a link of the torus.
  [[nodiscard]] bool are_apart() const;

 private:
  BineTrees(const std::vector<int>& sides, bool is_torus, int p, int ports);

  bool is_on_torus_;
  std::vector<int> sides_;
  BucketParts parts_;
  std::vector<std::vector<Step>> steps_;  // by part
};

/// Blocks in the tree of rising steps and the exchange after it, one block a place. p = 2^j.
class BineBlocks {
 public:
  explicit BineBlocks(int p);

  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] int partner(int place, int step) const { return core::mod(bine_partner(place, step), p_); }
  /// The step in which a place is told; -1 for the root's.
  [[nodiscard]] int told_in(int place) const;
  /// Blocks of the places that this one can tell in steps >= `step`, its own too: p / 2^step.
  [[nodiscard]] std::vector<int> reached(int place, int step) const;

 private:
  [[nodiscard]] bool reaches(int holder, int step, int place) const;

  int p_;
  int steps_;
};

/// One round with a partner: sends the blocks `given` of `all`, and calls take_in(received block,
/// block of `all`) for those `taken`. Empty lists mean no message.
template <class TakeIn>
void exchange_blocks(Communicator& comm, Rank partner, std::span<std::byte> all, std::size_t block,
                     const std::vector<int>& given, const std::vector<int>& taken, const TakeIn& take_in) {
  if (given.empty() && taken.empty()) return;
  const auto block_of = [block](std::span<std::byte> blocks, std::size_t i) {
    return blocks.subspan(i * block, block);
  };
  Buffer theirs = comm.buffer(taken.size() * block);
  ExactReceives receives;
  comm.round([&](Round& round) {
    if (!given.empty()) {
      Buffer mine = comm.buffer(given.size() * block);
      for (std::size_t i = 0; i < given.size(); ++i)
        copy(block_of(all, static_cast<std::size_t>(given[i])), block_of(mine, i));
      round.send(partner, std::move(mine));
    }
    if (!taken.empty()) receives.post(round, partner, theirs);
  });
  receives.finish(comm);
  for (std::size_t i = 0; i < taken.size(); ++i)
    take_in(block_of(theirs, i), block_of(all, static_cast<std::size_t>(taken[i])));
}

/// Reason why Bine trees do not fit: an odd number of PEs.
std::optional<std::string> refusal_of_bine(const Case& c);

/// True if all parts have one length.
bool has_equal_shares(const Case& c, const BineTrees& trees);

/// Costs of a broadcast or reduction of whole vectors.
std::optional<Prediction> bine_tree_cost(const Case& c, bool is_fan_out);
std::optional<Ticks> bine_tree_estimate(const Case& c, bool is_fan_out);

/// Costs of blocks, down or up the tree of rising steps with an exchange; none if links are shared.
std::optional<Prediction> long_bine_cost(const Case& c, std::size_t block);
std::optional<Ticks> long_bine_estimate(const Case& c, std::size_t block, bool is_fan_out);
/// A step of the exchange: every PE sends `bytes` bytes to its partner among the ranks in a circle.
Phase bine_exchange(const Case& c, const Estimate& estimate, int step, std::int64_t bytes);

inline constexpr const char* kBineSource =
    "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, Int. Conf. High Performance "
    "Computing (SC), 2025";

/// The claims of the entry "bine" of a broadcast or reduction.
template <class Entry>
void claim_bine_trees(Entry& entry) {
  constexpr bool kCombines = Entry::kOperation.combines;
  claim_restrictions(entry, "an even number of PEs", refusal_of_bine);
  entry.formula =
      "sum of ceil(log2 N_i), times (ts + ceil(m/q) tw), q parts at once: 1, 2, D or 2 D; one if a side is odd";
  entry.source = kBineSource;
  entry.conflict_free = {
      kCombines
          ? "on tori of sides 2^j, parts of one length; of both directions: no side of 2; by D dimensions: "
            "equal ones"
          : "on tori of sides 2^j; parts of both directions: none of 2; parts by D dimensions: equal ones",
      [](const Case& c) {
        const BineTrees trees(c);
        return trees.are_apart() && (!kCombines || has_equal_shares(c, trees));
      }};
  entry.predicted = [](const Case& c) { return bine_tree_cost(c, !kCombines); };
  entry.estimated = [](const Case& c) { return bine_tree_estimate(c, !kCombines); };
}

/// Claims of the entry for long vectors; `block_of` gives a case's bytes per block.
template <class Entry, class BlockOf>
void claim_long_bine(Entry& entry, BlockOf block_of) {
  constexpr bool kCombines = Entry::kOperation.combines;
  claim_restrictions(entry, "a power of two of PEs", needs_power_of_two);
  entry.formula = "2 log2 p ts + 2 (p-1) ceil(m/p) tw";
  entry.source = kBineSource;
  entry.predicted = [block_of](const Case& c) { return long_bine_cost(c, block_of(c)); };
  entry.estimated = [block_of](const Case& c) { return long_bine_estimate(c, block_of(c), !kCombines); };
}

}  // namespace toruscope::collectives
