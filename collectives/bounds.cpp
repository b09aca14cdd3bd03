// SPDX-License-Identifier: Apache-2.0
// Lower bounds: what no algorithm can beat on this machine.
//
// Spread     One PE's data must reach the p - 1 others. A message holds a send port for ts + tm
//            (buffered: ts; never less than g) and is of use ts + tm + th + L + tr after its start:
//            G of shapes/spread_time.hpp. With ts alone that is ceil(log_{k+1} p) startups. Sends
//            by one link count as one port, so a PE with d links has min(k, d) ports.
// Collect    All PEs' data must reach one: Spread backwards, for receive ports, which a message
//            holds for ts + tm (direct: both ends of a transfer are held alike) or tm (buffered). A
//            PE takes one message at a time, whatever its ports, the next one g and tr later.
// Distance   Some message goes to the farthest PE, over all links between: ts + tm + D th + L + tr.
// Port       A PE sends and receives min(k, d) bytes per tw: m of a broadcast, reduction or scan,
//            (p - 1) m of blocks for or from all others. Buffered, bytes hold no send port: a
//            scatter's root has its d links only. An allreduce needs 2 (p - 1) transfers of every
//            byte, like a gossip by one-way calls: 2 (p - 1) m / p on some PE, m to each.
// Corner     A mesh's root has the links that are there; of PEs that send alike a corner has least.
// Half       Direct: sends and receptions hold one port. T transfers of m hold p ports 2 T times,
//            so one of them for 2 T / p m: T = p (p - 1) of blocks for all, p of a shift, p - 1 of
//            a broadcast, reduction or scan; two startups. Buffered, and telephone: as one port.
// Links      All-to-all on a torus: in a dimension of side N each PE sends floor(N^2/4) p/N
//            block-hops, and the dimension has 2 p directed links (p for N = 2). On a mesh
//            floor(N^2/4) (p/N)^2 blocks cross the middle of the dimension in each direction, by
//            p/N links. Elsewhere floor(p^2/4) blocks cross between the halves of the PEs each way.
// Cut        Links that differ, or sides that do not determine them: bytes that must enter or leave
//            s PEs pass the links there, each at its own speed (shapes/link_capacity.hpp): (p - s)
//            m of an allgather, s (p - s) m of an all-to-all, s m of a reduce-scatter, m of an
//            allreduce; of rooted operations what crosses on its way. The 2 (p - 1) m of an
//            allreduce pass links that lead to PEs, the block-hops of a dimension its links.
// Islands    Of an allreduce: A islands, each as one PE, need 2 (A - 1) transfers of every byte.
// Combining  p - 1 of every byte of the result, on p PEs: gamma each, after a message.
// Shift      In a dimension of side N data that move s places cross s links forwards or N - s
//            backwards, of p links in each direction. The busiest link carries at least the
//            weighted crossings over the total weight; weights N - s and s give the most.
// Uneven     The PE that sends or receives most, or has most partners; the blocks' own ways.
// Bytes      The bytes of a port or link pass one after the other at tw. A startup comes before the
//            first, a link, L and tr after the last: one latency more. Where all bytes come from or
//            go to a PE h links away (broadcast, reduction, scan, shift) that latency has h links.
//            Under rule half only ts is added: a port may first receive and end with a send.
// Result     The largest of these, which `source` names. What moves no bytes takes no time.
//
// Source     Lin, Yeh, parallel prefix in the k-port postal model, Theorem 1 (spread); Grama,
//            Gupta, Karypis, Kumar, Introduction to Parallel Computing, sections 2.4 (distance) and
//            4.1 (startups, duality); Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009
//            (allreduce); Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, Lemma 1 (links;
//            the floor makes it exact for odd N; for N < 8 the port bound is larger).

#include "collectives/shapes/degree.hpp"
#include "collectives/shapes/line.hpp"
#include "collectives/shapes/link_capacity.hpp"
#include "collectives/shapes/moved.hpp"
#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/raise.hpp"
#include "collectives/shapes/spread_time.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <numeric>

namespace toruscope {

namespace {

using collectives::ceil_div;
using collectives::ceil_log;
using collectives::degree;
using collectives::has_torus_links;
using collectives::knows_links;
using collectives::least_degree;
using collectives::ports_of;
using collectives::root_degree;
using collectives::share;
using collectives::spread_time;
using collectives::torus_distance;

constexpr const char* kCombining = "the bytes that some PE must combine: gamma each";
constexpr const char* kSpread = "ceil(log_{k+1} p) startups (Lin, Yeh, Theorem 1)";
constexpr const char* kCollect = "the dual of the broadcast (Grama et al., section 4.1)";
constexpr const char* kDistance = "one message goes to the farthest PE (Grama et al., section 2.4)";
constexpr const char* kPort = "all bytes pass the ports of one PE (Grama et al., section 4.1)";
constexpr const char* kCorner = "all bytes pass the links of a PE in a corner (Grama et al., section 4.1)";
constexpr const char* kHalf = "one port takes what its PE sends and what it receives (rule half)";
constexpr const char* kLinks = "links of the longest dimension (Liu et al. 2005, Lemma 1)";
constexpr const char* kBlocks = "one port takes p - 1 blocks (Liu et al. 2005, section 2)";

Bound larger(Bound a, const Bound& b) {
  collectives::raise(a, b.ticks, b.counted, b.source.c_str());
  a.startups = std::max(a.startups, b.startups);
  a.bytes = std::max(a.bytes, b.bytes);
  return a;
}

/// Ports that a PE with that many links can use at once.
int usable_ports(const Case& c, std::int64_t links) {
  return static_cast<int>(std::min<std::int64_t>(ports_of(c), links));
}
int usable_ports(const Case& c) {
  return usable_ports(c, degree(c));
}

/// Ways by which a PE with that many links sends at once: bytes do not hold a buffered port.
std::int64_t ways_out(const Case& c, std::int64_t links) {
  return c.parameters.injection == Injection::direct ? usable_ports(c, links) : links;
}

std::int64_t bytes(const Case& c) {
  return static_cast<std::int64_t>(c.bytes);
}

/// True if sends and receptions hold the same port, for startup and bytes.
bool shares_port(const Case& c) {
  return c.parameters.ports.rule == Ports::Rule::half && c.parameters.injection == Injection::direct;
}

/// Bytes through the busiest port if one direction takes m, and all PEs make `transfers` of m.
std::int64_t port_bytes(const Case& c, std::int64_t transfers) {
  return shares_port(c) ? std::max(bytes(c), share(bytes(c), 2 * transfers, c.p)) : bytes(c);
}

const char* port_reason(const Case& c) {
  return shares_port(c) ? kHalf : kPort;
}

Ticks latency(const Costs& costs, std::int64_t links = 1) {
  return costs.ts + costs.tm + links * costs.th + costs.latency + costs.tr;
}

void raise_by_message(Bound& bound, const Case& c, std::int64_t links, const char* source) {
  collectives::raise(bound, latency(c.costs, links), {.startups = 1}, source);
}

/// Raises it by `bytes` through one port or link, the first or last of which cross `links` links.
void raise_by_bytes(Bound& bound, const Case& c, std::int64_t bytes, const char* source,
                    std::int64_t links = 1) {
  if (bytes == 0) return;
  const Ticks first = shares_port(c) ? c.costs.ts + c.costs.tm : latency(c.costs, links);
  collectives::raise(bound, first + bytes * c.costs.tw, {.bytes = bytes}, source);
}

Bound both_ways(Bound bound, const Case& c) {
  if (shares_port(c)) collectives::raise(bound, 2 * (c.costs.ts + c.costs.tm), {.startups = 2}, kHalf);
  return bound;
}

std::int64_t farthest_moved(const Case& c) {
  return has_torus_links(c) ? std::max<std::int64_t>(1, collectives::farthest_moved(c.sides, c.distance)) : 1;
}

/// Links from PE 0 to the farthest of the first `pes`.
std::int64_t farthest(const Case& c, std::int64_t pes) {
  if (!has_torus_links(c)) return 1;
  std::int64_t most = 1;
  if (pes == c.p)
    return std::accumulate(c.sides.begin(), c.sides.end(), std::int64_t{0},
                           [](std::int64_t links, int side) { return links + side / 2; });
  for (Rank r = 1; r < pes; ++r) most = std::max(most, torus_distance(c.sides, 0, r));
  return most;
}

/// One PE's data reach `pes` PEs, and some PE sends or receives `bytes` by `ways` at once.
Bound spread(const Case& c, std::int64_t pes, std::int64_t bytes, std::int64_t ways, const char* port = kPort) {
  const bool direct = c.parameters.injection == Injection::direct;
  const Ticks occupancy = std::max(c.costs.ts + (direct ? c.costs.tm : Ticks{}), c.costs.gap);
  const int k = usable_ports(c);
  const std::int64_t startups = ceil_log(k + 1, static_cast<int>(pes));
  Bound bound{.startups = startups,
              .bytes = ceil_div(bytes, ways),
              .ticks = spread_time(occupancy, latency(c.costs), k, pes),
              .source = kSpread,
              .counted = {.startups = startups}};
  raise_by_bytes(bound, c, bound.bytes, port);
  return bound;
}

/// Data of `pes` PEs reach one of them, which receives `bytes` by `ways` at once.
Bound collect(const Case& c, std::int64_t pes, std::int64_t bytes, std::int64_t ways,
              const char* port = kPort) {
  const bool direct = c.parameters.injection == Injection::direct;
  const Ticks occupancy = c.costs.tm + (direct ? c.costs.ts : Ticks{});
  const Ticks between_takes = std::max(c.costs.gap, c.costs.tr);
  const int k = ports_of(c);
  const std::int64_t startups = direct ? ceil_log(k + 1, static_cast<int>(pes)) : 1;
  Bound bound{.startups = startups,
              .bytes = ceil_div(bytes, ways),
              .ticks = spread_time(occupancy, latency(c.costs), k, pes),
              .source = direct ? kCollect : "one message must be received",
              .counted = {.startups = startups}};
  collectives::raise(bound, spread_time(between_takes, latency(c.costs), 1, pes), {.startups = 1},
                     "a PE takes one message after the other, g and tr apart");
  raise_by_bytes(bound, c, bound.bytes, port);
  return bound;
}

/// The first `pes` PEs hear of each other, or all of one of them.
Bound over_distance(Bound bound, const Case& c, std::int64_t pes) {
  raise_by_message(bound, c, farthest(c, pes), kDistance);
  return bound;
}

/// Adds that bound.bytes pass a port of the farthest PE, or of the root, between the two.
Bound all_over_distance(Bound bound, const Case& c, std::int64_t pes) {
  raise_by_bytes(bound, c, bound.bytes, port_reason(c), farthest(c, pes));
  return bound;
}

/// Everyone must hear of everyone. A PE sends, or receives, m `part` / `of` of m bytes on average.
Bound exchange(const Case& c, std::int64_t part, std::int64_t of = 1, const char* port = kPort) {
  const bool half = shares_port(c);
  const std::int64_t most = share(bytes(c), half ? 2 * part : part, of);
  if (half) port = kHalf;
  const Bound bound =
      larger(spread(c, c.p, most, usable_ports(c), port), collect(c, c.p, most, usable_ports(c), port));
  return both_ways(over_distance(bound, c, c.p), c);
}

/// Adds that every PE sends, or receives, `bytes` by `ways` at once.
Bound at_every_pe(Bound bound, const Case& c, std::int64_t bytes, std::int64_t ways) {
  const std::int64_t there = ceil_div(bytes, ways);
  bound.bytes = std::max(bound.bytes, there);
  raise_by_bytes(bound, c, there, kCorner);
  return bound;
}

Bound to_root(const Case& c, std::int64_t bytes) {
  return over_distance(collect(c, c.p, bytes, usable_ports(c, root_degree(c)), port_reason(c)), c, c.p);
}

Bound from_root(const Case& c, std::int64_t bytes, std::int64_t ways) {
  return over_distance(spread(c, c.p, bytes, ways, port_reason(c)), c, c.p);
}

Bound nothing(const char* source = "there is nothing to move") {
  return {0, 0, Ticks{}, source};
}

bool moves_nothing(const Case& c) {
  return c.p == 1 || c.bytes == 0;
}
std::int64_t other_blocks(const Case& c) {
  return (c.p - 1) * bytes(c);
}

std::int64_t link_bytes(const Case& c) {
  if (!c.is_mesh || c.is_embedded)
    return c.cut == 0 ? 0 : ceil_div(std::int64_t{c.p / 2} * (c.p - c.p / 2) * bytes(c), c.cut);
  std::int64_t most = 0;
  for (const int n : c.sides) {
    if (n < 2) continue;
    const std::int64_t side = n;
    const std::int64_t block_hops_per_pe = side * side / 4 * (c.p / side);
    most = std::max(most, ceil_div(block_hops_per_pe * bytes(c), c.is_torus && side > 2 ? 2 : 1));
  }
  return most;
}

/// Raises the bound by what the links around a set of PEs can carry.
Bound over_cuts(Bound bound, const Case& c, const collectives::MustEnter& must_enter) {
  if (knows_links(c))
    raise_by_bytes(bound, c, collectives::cut_bytes(c, must_enter),
                   "the links into or out of a part of the network");
  return bound;
}

/// Raises the bound by what some PE must combine, after a message.
Bound combining(Bound bound, const Case& c, std::int64_t combined) {
  collectives::raise(bound, latency(c.costs) + combined * c.costs.gamma, {.startups = 1}, kCombining);
  return bound;
}

/// v(0) must reach every PE that has values, and data of all must reach the last of these.
std::optional<Bound> prefix_bound(const Case& c) {
  const std::int64_t pes = std::min<std::int64_t>(c.p, c.values.value_or(c.p));
  if (pes <= 1 || c.bytes == 0) return nothing();
  const std::int64_t most = port_bytes(c, pes - 1);
  const char* const port = port_reason(c);
  // Degree of a corner of the mesh: the last PE is one.
  const int ways = usable_ports(c, pes == c.p ? least_degree(c) : degree(c));
  const Bound bound = larger(spread(c, pes, most, ways, port), collect(c, pes, most, ways, port));
  return all_over_distance(over_distance(bound, c, pes), c, pes);
}

}  // namespace

std::optional<Bound> Alltoall::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  Bound bound =
      at_every_pe(exchange(c, c.p - 1, 1, kBlocks), c, other_blocks(c), usable_ports(c, least_degree(c)));
  const std::int64_t link = link_bytes(c);
  bound.bytes = std::max(bound.bytes, link);
  raise_by_bytes(bound, c, link, has_torus_links(c) ? kLinks : "links between two halves of the PEs");
  if (has_torus_links(c) && knows_links(c)) raise_by_bytes(bound, c, collectives::torus_bytes(c), kLinks);
  return over_cuts(bound, c, [&](std::int64_t pes, bool) { return pes * (c.p - pes) * bytes(c); });
}

std::optional<Bound> Alltoallv::bound(const Case& c) {
  if (!c.sizes) return std::nullopt;  // all sizes may be 0
  const BlockSizes& sizes = *c.sizes;
  if (sizes.farthest == 0) return nothing();
  const char* const port = "the ports of the PE that sends or receives most";
  Bound bound = larger(spread(c, 1 + sizes.most_destinations, sizes.most_sent, ways_out(c, degree(c)), port),
                       collect(c, 1 + sizes.most_sources, sizes.most_received, usable_ports(c), port));
  raise_by_message(bound, c, sizes.farthest, "the block with the longest way (Grama et al., section 2.4)");
  for (std::size_t i = 0; i < sizes.byte_hops.size(); ++i) {
    const std::int64_t links = c.sides[i] == 2 ? c.p : 2 * c.p;
    const std::int64_t link = ceil_div(sizes.byte_hops[i], links);
    bound.bytes = std::max(bound.bytes, link);
    raise_by_bytes(bound, c, link,
                   "the links of one dimension, by the blocks' own ways (Liu et al. 2005, Lemma 1)");
  }
  return bound;
}

std::optional<Bound> Broadcast::bound(const Case& c) {
  // Some corner of a mesh is not the root, and receives everything.
  if (moves_nothing(c)) return nothing();
  const Bound bound =
      all_over_distance(from_root(c, port_bytes(c, c.p - 1), usable_ports(c, least_degree(c))), c, c.p);
  return over_cuts(bound, c, [&](std::int64_t, bool has_root) { return has_root ? 0 : bytes(c); });
}

std::optional<Bound> Reduce::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  const Bound bound = combining(all_over_distance(to_root(c, port_bytes(c, c.p - 1)), c, c.p), c,
                                share(bytes(c), c.p - 1, c.p));
  return over_cuts(at_every_pe(bound, c, bytes(c), ways_out(c, least_degree(c))), c,
                   [&](std::int64_t, bool has_root) { return has_root ? bytes(c) : 0; });
}

std::optional<Bound> Barrier::bound(const Case& c) {
  return c.p == 1 ? nothing("there is nobody to wait for") : exchange(c, 0);
}

std::optional<Bound> Scan::bound(const Case& c) {
  return prefix_bound(c);
}

std::optional<Bound> Exscan::bound(const Case& c) {
  return prefix_bound(c);
}

std::optional<Bound> Gather::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  return over_cuts(to_root(c, other_blocks(c)), c,
                   [&](std::int64_t pes, bool has_root) { return has_root ? (c.p - pes) * bytes(c) : 0; });
}

std::optional<Bound> Scatter::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  return over_cuts(from_root(c, other_blocks(c), ways_out(c, root_degree(c))), c,
                   [&](std::int64_t pes, bool has_root) { return has_root ? 0 : pes * bytes(c); });
}

std::optional<Bound> Allgather::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  return over_cuts(
      at_every_pe(exchange(c, c.p - 1, 1, kBlocks), c, other_blocks(c), usable_ports(c, least_degree(c))), c,
      [&](std::int64_t pes, bool) { return (c.p - pes) * bytes(c); });
}

std::optional<Bound> Allreduce::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  const std::int64_t transfers = 2 * std::int64_t{c.p - 1};
  Bound bound = exchange(c, transfers, c.p, "2 (p-1)/p m bytes through a port (Patarasuk, Yuan 2009)");
  bound = at_every_pe(bound, c, bytes(c), usable_ports(c, least_degree(c)));
  bound = combining(bound, c, share(bytes(c), c.p - 1, c.p));
  if (!knows_links(c)) return bound;
  raise_by_bytes(bound, c, collectives::all_pes_bytes(c, transfers * bytes(c)),
                 "2 (p-1) m bytes through the links of all PEs (Patarasuk, Yuan 2009)");
  const auto between = [&](std::int64_t islands) { return 2 * (islands - 1) * bytes(c); };
  raise_by_bytes(bound, c, collectives::all_islands_bytes(c, between),
                 "2 (A-1) m bytes through the links of all A islands (Patarasuk, Yuan 2009, of islands)");
  return over_cuts(bound, c, [&](std::int64_t, bool) { return bytes(c); });
}

std::optional<Bound> ReduceScatter::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  const std::int64_t others = other_blocks(c);
  const Bound bound = at_every_pe(exchange(c, c.p - 1, 1, kBlocks), c, others, ways_out(c, least_degree(c)));
  return over_cuts(combining(bound, c, others), c, [&](std::int64_t pes, bool) { return pes * bytes(c); });
}

/// Every PE's data go to the PE at that distance, through its own ports and the links between.
std::optional<Bound> Shift::bound(const Case& c) {
  if (moves_nothing(c) || c.distance == 0) return nothing();
  Bound bound{.startups = 1,
              .bytes = ceil_div(port_bytes(c, c.p), usable_ports(c, least_degree(c))),
              .ticks = latency(c.costs),
              .source = "one message at least",
              .counted = {.startups = 1}};
  raise_by_message(bound, c, farthest_moved(c), "the farthest pair (Grama et al., sections 2.4 and 4.6)");
  raise_by_bytes(bound, c, bound.bytes, port_reason(c), farthest_moved(c));
  bound = both_ways(bound, c);
  const std::int64_t link =
      has_torus_links(c) ? collectives::moved_link_bytes(c.sides, c.distance, bytes(c)) : 0;
  bound.bytes = std::max(bound.bytes, link);
  raise_by_bytes(bound, c, link, "the links of one dimension (Grama et al., section 4.6)");
  return bound;
}

}  // namespace toruscope
