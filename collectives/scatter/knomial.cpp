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
// Uneven     A PE in between does not know the sizes of the blocks that it hands on, so each has
//            its length in front, 8 bytes (alltoall/carrier.hpp).
// Places     Ranks counted from the root, which turns its blocks once in its memory.
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997.

#include "collectives/alltoall/carrier.hpp"
#include "collectives/building_blocks.hpp"
#include "collectives/shapes/by_round.hpp"
#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/rotated.hpp"
#include "collectives/shapes/split_tree.hpp"
#include "collectives/shapes/tree_cost.hpp"
#include "collectives/shapes/uneven.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

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
  template <class Byte>  // or a block, if `block` is 1
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

/// The handles of a piece of blocks, as a message.
Buffer handles(std::span<const Region> regions) {
  return Buffer(std::as_bytes(regions));
}

/// What has arrived, in place of the handles `at`. Errors: ProgramError if these are others.
void take(const Communicator& comm, const char* operation, const Transfer& transfer, std::span<Region> at) {
  if (transfer.arrived.size() != at.size_bytes())
    comm.fail(std::string(operation) + ": got " + std::to_string(transfer.arrived.size() / sizeof(Region)) +
              " blocks of PE " + std::to_string(transfer.from) + ", not " + std::to_string(at.size()));
  std::memcpy(at.data(), transfer.arrived.data(), at.size_bytes());
}

/// Memory of the program, or its length.
Region region_of(const Communicator& comm, std::span<const std::byte> data) {
  return comm.carries_data() ? data : detail::no_data(data.size());
}

void deal_knomial_uneven(Communicator& comm, Rank root, std::span<const std::byte> all, Sizes sizes,
                         std::span<std::byte> mine) {
  const KnomialWay way(comm, root);
  const Region own = region_of(comm, all);
  std::vector<Region> held(static_cast<std::size_t>(way.most()));
  if (way.place() == 0) {
    held = cut(own, sizes);
    std::rotate(held.begin(), held.begin() + root, held.end());
  }
  RegionCarrier carrier(comm, "scatterv", own);
  for_each_round(way.steps().begin(), way.steps().end(), [&](auto first, auto last) {
    std::vector<Transfer> transfers;
    for (auto step = first; step != last; ++step) {
      Transfer& transfer = transfers.emplace_back();
      (step->gives ? transfer.to : transfer.from) = way.rank_at(step->partner);
      if (step->gives) transfer.message = handles(way.piece(std::span<const Region>(held), *step, 1));
    }
    carrier.round(transfers);
    for (const Transfer& transfer : transfers)
      if (transfer.from != kNobody) take(comm, "scatterv", transfer, held);
  });
  check_size(comm, "scatterv", root, mine.size(), held.front().size());
  copy(held.front(), mine);
}

void collect_knomial_uneven(Communicator& comm, Rank root, std::span<const std::byte> mine,
                            std::span<std::byte> all, Sizes sizes) {
  const KnomialWay way(comm, root);
  const Region own = region_of(comm, mine);
  std::vector<Region> held(static_cast<std::size_t>(way.most()));
  held.front() = own;
  RegionCarrier carrier(comm, "gatherv", own);
  for_each_round(way.steps().rbegin(), way.steps().rend(), [&](auto first, auto last) {
    std::vector<Transfer> transfers;
    for (auto step = first; step != last; ++step) {
      Transfer& transfer = transfers.emplace_back();
      (step->gives ? transfer.from : transfer.to) = way.rank_at(step->partner);
      if (!step->gives) transfer.message = handles(held);
    }
    carrier.round(transfers);
    for (auto step = first; step != last; ++step)
      if (step->gives)
        take(comm, "gatherv", transfers[static_cast<std::size_t>(std::distance(first, step))],
             way.piece(std::span<Region>(held), *step, 1));
  });
  if (way.place() != 0) return;
  std::rotate(held.begin(), held.end() - root, held.end());
  const auto blocks = cut(all, sizes);
  for (std::size_t r = 0; r < blocks.size(); ++r) {
    check_size(comm, "gatherv", static_cast<Rank>(r), blocks[r].size(), held[r].size());
    copy(held[r], blocks[r]);
  }
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

namespace {

/// Claims of the entry for blocks of one size, where each has its length in front.
template <class Entry, class Equal>
void claim_uneven(Entry& entry, const Equal& equal, const std::string& name) {
  take_claims(entry, equal, name);
  entry.formula = "that of " + name + " with m + 8 for m where all blocks have m bytes";
  entry.summary += "; each block with its length";
  entry.estimated = [estimate = equal.estimated](Case c) {
    c.bytes += RegionCarrier::kLengthBytes;
    return estimate(c);
  };
}

}  // namespace

void knomial(Scatterv& entry) {
  claim_uneven(entry, described<Scatter>(knomial), "scatter/knomial");
  entry.run = deal_knomial_uneven;
}

void knomial(Gatherv& entry) {
  claim_uneven(entry, described<Gather>(knomial), "gather/knomial");
  entry.run = collect_knomial_uneven;
}

}  // namespace toruscope::collectives
