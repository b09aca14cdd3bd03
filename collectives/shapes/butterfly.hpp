// SPDX-License-Identifier: Apache-2.0
// Butterflies: in each step a PE exchanges with one partner in one dimension of a torus.
// Reduce-scatter and allgather, as many parts of the data at once as there are ports for.
//
// Partners   Swing, step l of a dimension: rho(l) = 1, -1, 3, -5, 11, -21, .. places ahead of even
//            places, as far behind odd ones. Doubling: the place that differs in bit l. A part with
//            direction -1 turns the sign of each.
// Steps      Part (i, direction) takes one step in each of the dimensions i, i+1, .., then the next
//            one in each, and so on; a dimension whose ceil(log2 N) steps are over is left out.
// Blocks     reach(v, s): the PEs that v's data can get to in steps s, s+1, ... In step s of the
//            reduce-scatter v sends the sums of the blocks in reach(partner, s+1) but not in
//            reach(v, s+1): each leaves v in the last step that still brings it home. The allgather
//            is the reverse in time.
//
//   ring of 8, Swing      0 <-> 1, 7 <-> 6, ..    0 <-> 7, 1 <-> 2, ..    0 <-> 3, 1 <-> 6, ..
//   PE 0 sends            {1 2 5 6}               {4 7}                   {3}
//
// Odd rings  The first p - 1 PEs run Swing, and in each step exchange single blocks with the last
//            PE, their guest: half of those that have not yet met it, in the last step all of them.
// Parts      One part a port, in different dimensions; with a port for each link 2 D parts, two of
//            opposite directions in each dimension. Hypercubes, with one link each way, have D.
// Invariant  Partners of a step are mutual. All PEs send equally many blocks in it, p - 1 in all.
// Rounds     sum of ceil(log2 N_d).
// Volume     (p - 1) / parts blocks through each port; rings longer than 4 carry several messages
//            by one link: on 2 D ports Swing takes 1.2 times the minimum of two dimensions, 1.04
//            times that of three, doubling 1.5 and 1.2 times.
// Source     De Sensi, Bonato, Saam, Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//            Allreduce", NSDI 2024, sections 3 and 4; doubling with all ports of a torus: Sack,
//            Gropp, "Faster topology-aware collective algorithms through non-minimal
//            communication", PPoPP 2012. The split of an odd ring is ours.

#pragma once

#include "collectives/shapes/grid_box.hpp"

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::collectives {

enum class Pairing { swing, doubling };

/// rho(l) = 1, -1, 3, -5, 11, -21, ..: Swing's step l from an even place. 0 <= l <= 30.
constexpr std::int64_t swing_step(int level) {
  std::int64_t power = -2;
  for (int l = 0; l < level; ++l) power *= -2;
  return (1 - power) / 3;
}
static_assert(swing_step(0) == 1 && swing_step(1) == -1 && swing_step(2) == 3 && swing_step(5) == -21);

/// The place that `place` of a ring of `side` exchanges with in step `level` of its dimension;
/// `direction` is 1 or -1. Precondition: an even side; a power of two for doubling.
int paired_place(Pairing pairing, int place, int level, int direction, int side);

/// The beginning and direction of a part.
struct ButterflyPart {
  int first = 0;  ///< among the dimensions longer than one PE
  int direction = 1;
};
/// The parts that these ports carry side by side.
std::vector<ButterflyPart> butterfly_parts(const std::vector<int>& sides, int ports);

/// Plan of exchanges. Ranks are row-major on `sides`, which may be {p}, the ring of ranks.
class Butterfly {
 public:
  /// Precondition: even sides or 1, or one odd one with Swing, one part; powers of 2 for doubling.
  Butterfly(Pairing pairing, const std::vector<int>& sides, std::vector<ButterflyPart> parts);

  /// Sides longer than one PE, without the guest of an odd ring.
  [[nodiscard]] const std::vector<int>& sides() const { return sides_; }
  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] bool has_guest() const { return has_guest_; }
  /// PEs that a guest exchanges with in a step.
  [[nodiscard]] int met(int step) const { return met_before_[at(step) + 1] - met_before_[at(step)]; }

  /// The dimension in which a part works in a step.
  [[nodiscard]] int dimension(std::size_t part, int step) const { return plan_[part][at(step)].dimension; }
  /// The partner's place in that dimension.
  [[nodiscard]] int partner_place(std::size_t part, int step, int place) const;
  [[nodiscard]] Rank partner(std::size_t part, int step, Rank v) const;
  /// PEs that v's data can still get to before a step; step <= steps().
  [[nodiscard]] GridBox reach(std::size_t part, int step, Rank v) const;
  /// Blocks whose sums v sends to its partner in a step of the reduce-scatter.
  [[nodiscard]] GridBox sent(std::size_t part, int step, Rank v) const;
  /// Number of those blocks, the same for all PEs.
  [[nodiscard]] std::int64_t blocks(std::size_t part, int step) const;

  /// One message each way; the allgather exchanges `out` and `in`.
  struct Exchange {
    Rank partner = 0;
    std::size_t part = 0;
    GridBox out, in;
  };
  /// Exchanges of a PE in a step, with a guest too.
  [[nodiscard]] std::vector<Exchange> exchanges(int step, Rank v) const;

 private:
  /// A part's step in this dimension, after `levels` steps in each.
  struct Step {
    int dimension = 0;
    std::vector<int> levels;
  };
  /// Places relative to an even one in direction 1, by step; odd places and -1 mirror them.
  struct Places {
    std::vector<std::vector<int>> reached;
    std::vector<std::vector<int>> sent;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] Places places_of(int side) const;
  [[nodiscard]] std::vector<Step> plan_of(int first) const;
  [[nodiscard]] std::vector<int> placed(const std::vector<int>& relative, int place, int direction,
                                        int side) const;

  Pairing pairing_;
  std::vector<int> sides_;
  std::vector<int> strides_;
  std::vector<ButterflyPart> parts_;
  bool has_guest_ = false;
  int steps_ = 0;
  std::vector<Places> places_;           // by dimension
  std::vector<std::vector<Step>> plan_;  // by part, one step more than there are
  std::vector<int> met_before_;          // by step, one more than there are
};

/// The butterfly of a torus with these ports; the PEs of a run share one.
std::shared_ptr<const Butterfly> butterfly_on(Pairing pairing, const std::vector<int>& sides, int ports);

/// `blocks` are p blocks of whole values; this PE's ends as the sum of all PEs' blocks, the others
/// as anything. The operator must commute.
void reduce_scatter_by(const Butterfly& butterfly, Communicator& comm, std::span<std::byte> blocks,
                       const Combine& op);
/// `blocks` are p blocks; this PE's is filled in, afterwards all are.
void allgather_by(const Butterfly& butterfly, Communicator& comm, std::span<std::byte> blocks,
                  std::size_t element);

/// Runs reduce_scatter_by and allgather_by on the vector, cut into p blocks of whole values.
void allreduce_in_blocks(Pairing pairing, Communicator& comm, std::span<std::byte> data, const Combine& op);

}  // namespace toruscope::collectives
