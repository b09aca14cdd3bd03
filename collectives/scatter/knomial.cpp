// SPDX-License-Identifier: Apache-2.0
// Scatter and its reversal, the gather, by halves, thirds, ... of the blocks:
// shapes/split_tree.hpp.
//
//   p = 7, k = 2, root 0   round 1   0 -> 3 (blocks 3, 4), 5 (5, 6)
//                          round 2   0 -> 1, 2   3 -> 4   5 -> 6
//
// Invariant  (scatter) An informed PE holds the blocks of the places up to the next informed one.
// Rounds     ceil(log_{k+1} p).     Volume   ceil((p-1)/k) blocks on the critical path.     Any p,
//            k, root, topology.
// Places     Ranks counted from the root, which turns its blocks once in its memory.
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997.

#include "collectives/shapes/by_round.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/rotated.hpp"
#include "collectives/shapes/split_tree.hpp"
#include "collectives/shapes/tree_cost.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>

namespace toruscope::collectives {

namespace {

/// A PE's way through the tree: ranks for places, and its blocks in the order of places.
class KnomialWay {
 public:
  KnomialWay(const Communicator& comm, Rank root)
      : p_(comm.size()),
        root_(root),
        place_((comm.rank() - root + p_) % p_),
        steps_(split_steps(p_, comm.ports(), place_)) {}

  [[nodiscard]] Rank rank_at(int place) const { return (root_ + place) % p_; }
  [[nodiscard]] int place() const { return place_; }
  [[nodiscard]] const std::vector<SplitStep>& steps() const { return steps_; }
  /// Number of blocks it holds at most, its own first.
  [[nodiscard]] int most() const { return place_ == 0 ? p_ : steps_.front().size(); }
  /// The place among them of a piece that it gives away.
  template <class Byte>
  [[nodiscard]] std::span<Byte> piece(std::span<Byte> held, const SplitStep& step, std::size_t block) const {
    return held.subspan(static_cast<std::size_t>(step.lo - place_) * block,
                        static_cast<std::size_t>(step.size()) * block);
  }

 private:
  int p_;
  Rank root_;
  int place_;
  std::vector<SplitStep> steps_;
};

void deal_knomial(Communicator& comm, Rank root, std::span<const std::byte> all, std::span<std::byte> mine) {
  const std::size_t block = mine.size();
  const KnomialWay way(comm, root);
  Buffer held = comm.buffer(static_cast<std::size_t>(way.most()) * block);
  if (way.place() == 0) copy_rotated(all, static_cast<std::size_t>(root) * block, held);
  const std::span<std::byte> blocks(held);
  ExactReceives receives;
  for_each_round(way.steps().begin(), way.steps().end(), [&](auto first, auto last) {
    comm.round([&](Round& round) {
      for (auto step = first; step != last; ++step) {
        if (step->gives)
          round.send(way.rank_at(step->partner), way.piece(blocks, *step, block));
        else
          receives.post(round, way.rank_at(step->partner), blocks);
      }
    });
    receives.finish(comm);
  });
  copy(blocks.first(block), mine);
}

void collect_knomial(Communicator& comm, Rank root, std::span<const std::byte> mine, std::span<std::byte> all) {
  const std::size_t block = mine.size();
  const KnomialWay way(comm, root);
  Buffer held = comm.buffer(static_cast<std::size_t>(way.most()) * block);
  copy(mine, held);
  const std::span<std::byte> blocks(held);
  ExactReceives receives;
  for_each_round(way.steps().rbegin(), way.steps().rend(), [&](auto first, auto last) {
    comm.round([&](Round& round) {
      for (auto step = first; step != last; ++step) {
        if (step->gives)
          receives.post(round, way.rank_at(step->partner), way.piece(blocks, *step, block));
        else
          round.send(way.rank_at(step->partner), blocks);
      }
    });
    receives.finish(comm);
  });
  if (way.place() == 0) copy_rotated(held, static_cast<std::size_t>(comm.size() - root) * block, all);
}

std::int64_t volume(const Case& c) {
  return ceil_div(c.p - 1, ports_of(c)) * static_cast<std::int64_t>(c.bytes);
}

/// Rounds in which PEs that hold blocks hand equal pieces to the next k PEs, a piece apart.
std::optional<Ticks> estimated(const Case& c, Fan fan) {
  const int k = ports_of(c);
  Estimate estimate(c);
  for (std::int64_t kept = 1; kept < c.p; kept *= k + 1) {
    const std::int64_t size = ceil_div(std::min<std::int64_t>(c.p, kept * (k + 1)) - kept, k);
    Estimate::Distances distances;
    for (std::int64_t d = kept; d < std::min<std::int64_t>(c.p, kept * (k + 1)); d += size)
      distances.push_back(d);
    estimate.add((estimate.*fan)(distances, size * static_cast<std::int64_t>(c.bytes)));
  }
  return estimate.time();
}

void claim_knomial(AlgorithmInfo& entry) {
  entry.restrictions = "none";
  entry.formula = "ceil(log_{k+1} p) ts + ceil((p-1)/k) m tw";
  entry.source =
      "Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997";
}

}  // namespace

void knomial(Scatter& entry) {
  claim_knomial(entry);
  entry.summary = "every PE that holds blocks of others hands them on to k PEs, in equal pieces";
  entry.predicted = [](const Case& c) { return equal_rounds(c, volume(c), true); };
  entry.estimated = [](const Case& c) { return estimated(c, &Estimate::fan_out); };
  entry.run = deal_knomial;
}

void knomial(Gather& entry) {
  claim_knomial(entry);
  entry.summary = "the scatter backwards: k PEs hand what they have collected to one";
  entry.predicted = [](const Case& c) { return equal_rounds(c, volume(c), false); };
  entry.estimated = [](const Case& c) { return estimated(c, &Estimate::fan_in); };
  entry.run = collect_knomial;
}

}  // namespace toruscope::collectives
