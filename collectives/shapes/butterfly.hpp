// SPDX-License-Identifier: Apache-2.0
// Butterflies: in each step a PE exchanges with one partner in one dimension of a torus. Reduce-scatter and allgather by as many
// parts of the data at once as there are ports for.
//
// Partners   Swing, step l of a dimension: rho(l) = 1, -1, 3, -5, 11, -21, .. places further on from even places, as far back from
//            odd ones. Doubling: the place that differs in bit l. A part with direction -1 turns the sign of each way round.
// Steps      Part (i, direction) takes one step in each of the dimensions i, i+1, .., then the next one in each, and so on; a
//            dimension whose ceil(log2 N) steps are over is left out.
// Blocks     reach(v, s): the PEs that what v holds can get to in steps s, s+1, ... In step s of the reduce-scatter v sends the sums of
//            the blocks in reach(partner, s+1) but not in reach(v, s+1): each leaves v in the last step from which it still gets home.
//            The allgather is the same backwards in time.
//
//   ring of 8, Swing      0 <-> 1, 7 <-> 6, ..    0 <-> 7, 1 <-> 2, ..    0 <-> 3, 1 <-> 6, ..
//   PE 0 sends            {1 2 5 6}               {4 7}                   {3}
//
// Odd rings  The p - 1 first PEs run Swing, and in each step exchange single blocks with the last PE, its guest: half of those that
//            have not yet met it, in the last step all of them.
// Parts      One part a port, in different dimensions; with a port for each link 2 D parts, two of opposite directions in each
//            dimension. Hypercubes, whose neighbours share one link each way, have D.
// Invariant  A step's partners are each other's. All PEs send as many blocks in a step, p - 1 in all.
// Rounds     sum of ceil(log2 N_d).
// Volume     (p - 1) / parts blocks through each port; rings longer than 4 carry several messages by one link: on 2 D ports Swing takes
//            1.2 times the least of two dimensions, 1.04 times that of three, doubling 1.5 and 1.2 times.
// Source     De Sensi, Bonato, Saam, Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth Allreduce", NSDI 2024, sections 3 and 4;
//            doubling with all ports of a torus: Sack, Gropp, "Faster topology-aware collective algorithms through non-minimal
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

/// The place with which `place` of a ring of `side` exchanges in step `level` of its dimension; `direction` is 1 or -1. Its own
/// partner is `place`. Precondition: an even side; a power of two for doubling.
int paired_place(Pairing pairing, int place, int level, int direction, int side);

/// Where a part begins, and which way round.
struct ButterflyPart {
  int first = 0;  ///< among the dimensions longer than one PE
  int direction = 1;
};
/// As many as these ports carry side by side.
std::vector<ButterflyPart> butterfly_parts(const std::vector<int>& sides, int ports);

/// Who exchanges which blocks with whom. Ranks are row-major on `sides`, which need not be those of a machine: {p} is the ring of ranks.
class Butterfly {
 public:
  /// Precondition: sides are even, or 1, or only one is neither and the pairing is Swing, with one part; powers of two for doubling.
  Butterfly(Pairing pairing, const std::vector<int>& sides, std::vector<ButterflyPart> parts);

  /// Those longer than one PE, without the guest of an odd ring.
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
  /// The PEs that what v holds before a step can still get to; step <= steps().
  [[nodiscard]] GridBox reach(std::size_t part, int step, Rank v) const;
  /// Blocks whose sums v sends to its partner in a step of the reduce-scatter.
  [[nodiscard]] GridBox sent(std::size_t part, int step, Rank v) const;
  /// How many these are: as many for all PEs.
  [[nodiscard]] std::int64_t blocks(std::size_t part, int step) const;

  /// One message each way. In the allgather the two change places.
  struct Exchange {
    Rank partner = 0;
    std::size_t part = 0;
    GridBox out, in;
  };
  /// What a PE does in a step, the exchanges with a guest too.
  [[nodiscard]] std::vector<Exchange> exchanges(int step, Rank v) const;

 private:
  /// Of a part: a step in this dimension, after so many in each.
  struct Step {
    int dimension = 0;
    std::vector<int> levels;
  };
  /// Of a side, by its steps: places relative to an even one, for direction 1; from odd places, and for -1, they lie the other way.
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

/// `blocks` are p blocks of whole values; that of this PE ends as the sum of all PEs' blocks, the others as anything. The operator
/// commutes.
void reduce_scatter_by(const Butterfly& butterfly, Communicator& comm, std::span<std::byte> blocks,
                       const Combine& op);
/// `blocks` are p blocks, that of this PE filled in; all others are.
void allgather_by(const Butterfly& butterfly, Communicator& comm, std::span<std::byte> blocks,
                  std::size_t element);

/// Both, on the vector cut into p blocks of whole values.
void allreduce_in_blocks(Pairing pairing, Communicator& comm, std::span<std::byte> data, const Combine& op);

}  // namespace toruscope::collectives
