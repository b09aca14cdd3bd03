// SPDX-License-Identifier: Apache-2.0
// The spanning trees of a hypercube (disjoint_trees.cpp) for PEs with one port: in each round all
// messages go along one dimension, so that a PE has one partner to send to and to receive from.
//
//   hypercube of 4 PEs, root 0, packets x y     round 0   0 -> 2 x           (dimension 0)
//                                               round 1   0 -> 1 y  2 -> 3 x (dimension 1)
//                                               round 2   1 -> 3 y  3 -> 1 x (dimension 0)
//                                               round 3   3 -> 2 y           (dimension 1)
//
// Trees      Packet x goes down tree j = x mod D: from the root along dimension j, then along j+1,
//            j+2, .. around; PEs on the root's side of dimension j get it last, from their partners
//            across j.
// Rounds     Round t is dimension t mod D. The root sends packet x in round x. It reaches PE v in
//            round x + (d - j) mod D, d the last dimension after j, around, in which v differs from
//            the root; in round x + D if v does not differ in j. So a PE gets one packet at most in
//            a round: P + D rounds for P packets, P in one dimension.
// Volume     P + D packets of m/P; the best P is about sqrt(D m tw / ts): m tw + 2 sqrt(D m tw
//            ts) + D ts.
// Restricted to a torus whose sides are all 2: a hypercube.
// Source     Johnsson, Ho, "Optimum Broadcasting and Personalized Communication in Hypercubes",
//            IEEE Trans. Computers 38(9), 1989.
// Reduction  The broadcast backwards; the operator commutes.

#include "collectives/tori/one_port_trees.hpp"

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/segments.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/estimate.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::collectives {

OnePortTrees::OnePortTrees(const std::vector<int>& sides, Rank root, std::size_t packets)
    : bits_(static_cast<std::size_t>(long_dimensions(sides))), root_(root), packets_(packets) {
  for (std::size_t d = 0; d < bits_.size(); ++d) bits_[d] = 1 << (bits_.size() - 1 - d);
}

int OnePortTrees::rounds() const {
  if (dimensions() == 0) return 0;
  return static_cast<int>(packets_) + (dimensions() > 1 ? dimensions() : 0);
}

std::optional<std::size_t> OnePortTrees::arriving(Rank rank, int round) const {
  if (rank == root_) return std::nullopt;
  const std::size_t d = dimension(round);
  const auto differs = [&](std::size_t dimension) { return ((rank ^ root_) & bits_[dimension]) != 0; };
  int delay = dimensions();
  if (differs(d)) {  // the first differing dimension after d is the tree's
    std::size_t tree = (d + 1) % bits_.size();
    while (!differs(tree)) tree = (tree + 1) % bits_.size();
    delay = core::mod(static_cast<int>(d) - static_cast<int>(tree), dimensions());
  }
  if (round < delay || static_cast<std::size_t>(round - delay) >= packets_) return std::nullopt;
  return static_cast<std::size_t>(round - delay);
}

namespace {

/// Packets of `segment` bytes, or for 0 of the fastest size.
Segments one_port_packets(const Case& c) {
  if (c.segment != 0) return {c.bytes, c.element, c.segment};
  constexpr double kMost = 4096;
  const int dimensions = long_dimensions(c.sides);
  const auto values = static_cast<std::int64_t>(c.element == 0 ? 0 : c.bytes / c.element);
  if (dimensions < 2 || values == 0) return {c.bytes, c.element, 0};
  const Costs& k = c.costs;
  const auto each = static_cast<double>((k.ts + k.tm + k.th + k.latency + k.tr).count);
  const double carried = static_cast<double>(k.tw.count) * static_cast<double>(c.bytes);
  const double best = each == 0 ? kMost : std::sqrt(dimensions * carried / each);
  const auto packets = std::max<std::int64_t>(1, std::lround(std::min(best, kMost)));
  return {c.bytes, c.element, static_cast<std::size_t>(ceil_div(values, packets)) * c.element};
}

std::optional<std::string> refusal_of_one_port_trees(const Case& c) {
  if (c.is_torus && std::all_of(c.sides.begin(), c.sides.end(), [](int side) { return side <= 2; }))
    return std::nullopt;
  return "needs a hypercube, which is a torus whose sides are all 2, got " + grid_to_string(c);
}

/// Cost; nothing with several packets and th or L, when PEs wait for each other's hops.
std::optional<Prediction> one_port_trees_cost(const Case& c) {
  const Segments packets = one_port_packets(c);
  const int dimensions = long_dimensions(c.sides);
  if (dimensions == 0) return Prediction{};
  const std::int64_t rounds = static_cast<std::int64_t>(packets.count()) + (dimensions > 1 ? dimensions : 0);
  if (!is_plain_k_port_machine(c)) return std::nullopt;
  if (packets.count() > 1 && !receives_cost_nothing(c)) return std::nullopt;
  const std::size_t last = packets.size(packets.count() - 1);
  return chain(c, rounds,
               (rounds - 1) * static_cast<std::int64_t>(packets.longest) + static_cast<std::int64_t>(last),
               packets.count() > 1 ? Count() : Count(rounds));
}

std::optional<Ticks> one_port_trees_estimate(const Case& c) {
  const Segments packets = one_port_packets(c);
  const std::int64_t rounds = OnePortTrees(c.sides, c.root, packets.count()).rounds();
  return Estimate(c)
      .add({.rounds = rounds, .bytes = rounds * static_cast<std::int64_t>(packets.longest), .hops = rounds})
      .time();
}

void send_down_in_turn(Communicator& comm, Rank root, std::span<std::byte> data, std::size_t segment) {
  Case c = case_of(comm, data.size(), root);
  c.segment = segment;
  const Segments packets = one_port_packets(c);
  const OnePortTrees trees(comm.sides(), root, packets.count());
  ExactReceives receives;
  for (int t = 0; t < trees.rounds(); ++t) {
    const Rank partner = trees.partner(comm.rank(), t);
    const auto outgoing = trees.arriving(partner, t);
    const auto incoming = trees.arriving(comm.rank(), t);
    if (!outgoing && !incoming) continue;
    comm.round([&](Round& round) {
      if (outgoing) round.send(partner, packets.of(data, *outgoing));
      if (incoming) receives.post(round, partner, packets.of(data, *incoming));
    });
    receives.finish(comm);
  }
}

void send_up_in_turn(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
  const Segments packets = one_port_packets(case_of(comm, data.size(), root, op.element));
  const OnePortTrees trees(comm.sides(), root, packets.count());
  Buffer sum = comm.copy_of(data);
  const auto part = [&](std::size_t number) { return packets.of(std::span<std::byte>(sum), number); };
  ExactReceives receives;
  for (int t = trees.rounds() - 1; t >= 0; --t) {
    const Rank partner = trees.partner(comm.rank(), t);
    const auto incoming = trees.arriving(partner, t);  // backwards: from there
    const auto outgoing = trees.arriving(comm.rank(), t);
    if (!outgoing && !incoming) continue;
    Buffer theirs = comm.buffer(incoming ? packets.size(*incoming) : 0);
    comm.round([&](Round& round) {
      if (outgoing) round.send(partner, part(*outgoing));
      if (incoming) receives.post(round, partner, theirs);
    });
    receives.finish(comm);
    if (!incoming) continue;
    const std::span<std::byte> mine = part(*incoming);
    op.combine(theirs.data(), mine.data(), mine.data(), mine.size() / op.element);
  }
  if (comm.rank() == root) copy(sum, data);
}

/// Claims of an entry but its name and program.
template <class Entry>
void claim_one_port_trees(Entry& entry) {
  claim_restrictions(entry, "a torus whose sides are all 2", refusal_of_one_port_trees);
  entry.formula = "(P+D) (ts + m/P tw), th = 0 or P = 1, P packets, D > 1 dimensions; D = 1: P for P+D";
  entry.source = "Johnsson, Ho, IEEE Trans. Computers 38(9), 1989";
  if (Entry::kOperation.combines) entry.source += ", backwards";
  entry.conflict_free = never_in_conflict();
  entry.predicted = one_port_trees_cost;
  entry.estimated = one_port_trees_estimate;
}

}  // namespace

void one_port_trees(Broadcast& entry) {
  entry.ignores_costs = false;
  entry.summary =
      "packets of long data down spanning trees of a hypercube that share no link, in each round along one "
      "dimension";
  claim_one_port_trees(entry);
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    send_down_in_turn(comm, root, data, 0);
  };
  entry.run_in_parts = send_down_in_turn;
}

void one_port_trees(Reduce& entry) {
  entry.ignores_costs = false;
  entry.summary =
      "packets of long data up spanning trees of a hypercube that share no link, in each round along one "
      "dimension";
  claim_one_port_trees(entry);
  entry.run = send_up_in_turn;
}

}  // namespace toruscope::collectives
