// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter and allgather around rings that visit every PE of a two-dimensional torus: two
// Hamiltonian cycles without a common link, both ways, with a share of the data on each of 4 rings.
//
//   torus 4x5     cycle 1    00 04 14 24 23 33 34 30 31 32 22 12 13 03 02 01 11 21 20 10
//                 cycle 2    00 01 31 21 22 23 13 14 10 11 12 02 32 33 03 04 34 24 20 30
//
// Cycles     Links along rows belong to cycle 1, links along columns to cycle 2. Switching a unit
//            square gives its two row links to cycle 2 and its two column links to cycle 1, which
//            joins two rows, and two columns. Let r <= s be the sides: squares (j, j),
//            j = 0 .. r-2, join all rows, and r columns; squares (a, j), (b, j+1), (a, j+2), ..
//            from j = r-1 on join the other columns and leave cycle 1 whole. r odd, s even:
//            a = r-1, b = 0, s-1 squares in all; else a = 0, b = 1, and s-1 squares if r and s are
//            both even or both odd, s if not.
// Rings      As many as there are ports, at most four, in the order (1, +), (1, -), (2, +), (2, -).
// Blocks     Reduce-scatter: in round t PE n_k of a ring sends the block of n_(k-1-t) to n_(k+1),
//            which combines. Allgather: that of n_(k-t).
// Invariant  All PEs send equal messages in a round, so all are at the same round at one time. Sums
//            are joined in the order of the rings: the operator must commute.
// Rounds     p - 1.     Volume     (p - 1) / rings blocks on each link: with four the lower bound.
// Links      None is shared.
// Restricted to a torus of two dimensions with sides of 3 and more.
// Source     Kotzig, "Every Cartesian product of two circuits is decomposable into two Hamiltonian
//            circuits", 1973: the cycles exist; used for collectives: Hoefler et al., "HammingMesh:
//            A Network Topology for Large-Scale Deep Learning", SC 2022. The squares are ours.
// Allreduce  The reduce-scatter, then the allgather: 2 (p - 1) rounds of ceil(n/p) values.

#include "collectives/tori/hamiltonian.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/grid_slice.hpp"
#include "collectives/shapes/ring_cost.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

std::size_t to_index(int i) {
  return static_cast<std::size_t>(i);
}

std::vector<int> sides_above_one(const std::vector<int>& sides) {
  std::vector<int> all;
  std::copy_if(sides.begin(), sides.end(), std::back_inserter(all), [](int side) { return side > 1; });
  return all;
}

/// Links of an r x s torus, r <= s, dealt to two cycles.
class TwoCycles {
 public:
  TwoCycles(int r, int s) : r_(r), s_(s), right_(to_index(r * s), 0), down_(to_index(r * s), 1) {
    const bool is_odd_by_even = r % 2 == 1 && s % 2 == 0;
    const int a = is_odd_by_even ? r - 1 : 0;
    const int b = is_odd_by_even ? 0 : 1;
    const int squares = is_odd_by_even || (s - r) % 2 == 0 ? s - 1 : s;
    for (int j = 0; j < squares; ++j) {
      const int beyond = j - (r - 1);
      switch_square(beyond < 0 ? j : beyond % 2 == 0 ? a : b, j);
    }
  }

  /// Nodes i s + j of a cycle from node 0 on.
  [[nodiscard]] std::vector<int> nodes(int cycle) const {
    std::vector<int> all{0};
    int before = -1;
    for (int at = 0;;) {
      const std::array<int, 2> beside = neighbours(cycle, at);
      const int next = beside[0] != before ? beside[0] : beside[1];
      if (next == 0) return all;
      all.push_back(next);
      before = std::exchange(at, next);
    }
  }

 private:
  [[nodiscard]] int node(int i, int j) const { return core::mod(i, r_) * s_ + core::mod(j, s_); }

  void switch_square(int i, int j) {
    right_[to_index(node(i, j))] = right_[to_index(node(i + 1, j))] = 1;
    down_[to_index(node(i, j))] = down_[to_index(node(i, j + 1))] = 0;
  }

  [[nodiscard]] std::array<int, 2> neighbours(int cycle, int at) const {
    const int i = at / s_;
    const int j = at % s_;
    std::array<int, 2> found{};
    std::size_t count = 0;
    const auto add = [&](int owner, int other) {
      if (owner == cycle) found[count++] = other;
    };
    add(right_[to_index(at)], node(i, j + 1));
    add(right_[to_index(node(i, j - 1))], node(i, j - 1));
    add(down_[to_index(at)], node(i + 1, j));
    add(down_[to_index(node(i - 1, j))], node(i - 1, j));
    return found;
  }

  int r_;
  int s_;
  std::vector<int> right_;  // the cycle of the link from a node to the next one in its row
  std::vector<int> down_;   // and in its column
};

/// Rings of a torus; the PEs of a run share them.
std::shared_ptr<const HamiltonianRings> rings_of(const std::vector<int>& sides) {
  thread_local std::pair<std::vector<int>, std::shared_ptr<const HamiltonianRings>> last;
  if (!last.second || last.first != sides) last = {sides, std::make_shared<HamiltonianRings>(sides)};
  return last.second;
}

int rings_at_once(int ports) {
  return std::min(ports, HamiltonianRings::kMost);
}

/// In round t each ring sends the block `first` + t places behind, and takes in the one before it.
template <class TakeIn>
void around_cycles(Communicator& comm, std::span<std::byte> blocks, std::size_t element, int first,
                   const TakeIn& take_in) {
  const std::size_t block = blocks.size() / to_index(comm.size());
  const std::shared_ptr<const HamiltonianRings> rings = rings_of(comm.sides());
  const int count = rings_at_once(comm.ports());
  const auto share = [&](int ring, int places) {  // of the block of the PE so many places behind
    const Range range = share_of(block, element, to_index(ring), to_index(count));
    const Rank rank = rings->ahead(ring, comm.rank(), -places);
    return blocks.subspan(to_index(rank) * block + range.begin, range.bytes);
  };
  std::vector<Buffer> theirs;
  theirs.reserve(to_index(count));
  for (int ring = 0; ring < count; ++ring) theirs.push_back(comm.buffer(share(ring, 0).size()));
  ExactReceives receives;
  for (int t = 0; t + 1 < comm.size(); ++t) {
    comm.round([&](Round& round) {
      for (int ring = 0; ring < count; ++ring) {
        round.send(rings->ahead(ring, comm.rank(), 1), share(ring, first + t));
        receives.post(round, rings->ahead(ring, comm.rank(), -1), theirs[to_index(ring)]);
      }
    });
    receives.finish(comm);
    for (int ring = 0; ring < count; ++ring) take_in(theirs[to_index(ring)], share(ring, first + t + 1));
  }
}

}  // namespace

HamiltonianRings::HamiltonianRings(const std::vector<int>& sides) {
  const std::vector<int> both = sides_above_one(sides);
  const bool is_turned = both[0] > both[1];
  const TwoCycles cycles(std::min(both[0], both[1]), std::max(both[0], both[1]));
  const int s = std::max(both[0], both[1]);
  for (int cycle = 0; cycle < 2; ++cycle) {
    std::vector<Rank>& order = orders_[to_index(cycle)];
    std::vector<int>& places = places_[to_index(cycle)];
    order = cycles.nodes(cycle);
    if (is_turned)
      for (Rank& rank : order) rank = rank % s * both[1] + rank / s;
    places.resize(order.size());
    for (int place = 0; place < static_cast<int>(order.size()); ++place)
      places[to_index(order[to_index(place)])] = place;
  }
}

namespace {

/// `blocks` are p blocks of whole values; this PE's becomes the sum, the others anything.
void reduce_scatter_around_cycles(Communicator& comm, std::span<std::byte> blocks, const Combine& op) {
  around_cycles(comm, blocks, op.element, 1, [&](const Buffer& theirs, std::span<std::byte> mine) {
    op.combine(theirs.data(), mine.data(), mine.data(), mine.size() / op.element);
  });
}

/// `blocks` are p blocks; this PE's is filled in, afterwards all are.
void allgather_around_cycles(Communicator& comm, std::span<std::byte> blocks, std::size_t element) {
  around_cycles(comm, blocks, element, 0,
                [](const Buffer& theirs, std::span<std::byte> mine) { copy(theirs, mine); });
}

/// Rounds of either, and the sum of their longest messages, for blocks of `block` bytes.
RingRounds hamiltonian_rounds(const Case& c, std::size_t block, std::size_t element) {
  const Range longest = share_of(block, element, 0, to_index(rings_at_once(ports_of(c))));
  return {c.p - 1, (c.p - 1) * static_cast<std::int64_t>(longest.bytes)};
}

std::optional<std::string> refusal_of_hamiltonian(const Case& c) {
  const std::vector<int> sides = sides_above_one(c.sides);
  if (c.is_torus && sides.size() == 2 && sides[0] > 2 && sides[1] > 2) return std::nullopt;
  return "needs a torus of two dimensions, both 3 and more, got " + grid_to_string(c);
}

/// Cost; nothing where a PE takes several messages a round and each costs tr.
std::optional<Prediction> hamiltonian_cost(const Case& c, const RingRounds& all) {
  if (ports_of(c) > 1 && c.costs.tr != Ticks{}) return std::nullopt;
  return lines_cost(c, all);
}

std::optional<Ticks> hamiltonian_estimate(const Case& c, const RingRounds& all) {
  return Estimate(c)
      .add({.rounds = all.rounds,
            .bytes = all.bytes,
            .hops = all.rounds,
            .messages = rings_at_once(ports_of(c))})
      .time();
}

/// Claims of an entry whose rounds in a case are `rounds`.
template <class Entry, class Rounds>
void claim_hamiltonian(Entry& entry, Rounds rounds) {
  claim_restrictions(entry, "a torus of two dimensions, both 3 and more", refusal_of_hamiltonian);
  entry.summary =
      "parts of the blocks around two Hamiltonian cycles, in both directions of each by all links that have "
      "ports";
  entry.formula = "(p-1) (ts + ceil(m/q) tw), q rings at once, at most 4";
  entry.source =
      "Kotzig, 1973; Hoefler et al., SC 2022 (rings around Hamiltonian cycles); the construction is ours";
  entry.conflict_free = never_in_conflict();
  entry.predicted = [rounds](const Case& c) { return hamiltonian_cost(c, rounds(c)); };
  entry.estimated = [rounds](const Case& c) { return hamiltonian_estimate(c, rounds(c)); };
}

}  // namespace

void hamiltonian(Allgather& entry) {
  claim_hamiltonian(entry, [](const Case& c) { return hamiltonian_rounds(c, c.bytes, 1); });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_around_cycles(comm, all, 1);
  };
}

void hamiltonian(ReduceScatter& entry) {
  claim_hamiltonian(entry, [](const Case& c) { return hamiltonian_rounds(c, c.bytes, c.element); });
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_around_cycles(comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
}

void hamiltonian(Allreduce& entry) {
  claim_hamiltonian(entry, [](const Case& c) {
    RingRounds all = hamiltonian_rounds(c, value_block(c.bytes, c.element, c.p), c.element);
    const RingRounds back = all;
    return all += back;
  });
  entry.summary =
      "parts of the vector around two Hamiltonian cycles, in both directions of each by all links that have "
      "ports, and back";
  entry.formula = "2 (p-1) (ts + ceil(ceil(m/p)/q) tw), q rings at once, at most 4";
  entry.run = in_value_blocks(reduce_scatter_around_cycles, allgather_around_cycles);
}

}  // namespace toruscope::collectives
