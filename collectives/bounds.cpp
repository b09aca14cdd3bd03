// SPDX-License-Identifier: Apache-2.0
// Lower bounds: what no algorithm can beat on this machine.
//
// Spread     What one PE has must reach the p - 1 others, by messages that hold a send port for ts + tm (buffered:
//            ts; never less than g) and are of use ts + tm + th + L + tr after their start: the G of
//            shapes/spread_time.hpp. With ts alone that is ceil(log_{k+1} p) startups. Sends by one link count as one
//            port, so a PE with d links has min(k, d) ports.
// Collect    What all PEs have must reach one: the same backwards, for receive ports, which a message holds for
//            ts + tm (direct: both ends of a transfer are held alike) or tm (buffered). A PE takes one message at a
//            time, whatever its ports, the next one g and tr later.
// Distance   One message at least goes to the farthest PE, over all the links between: ts + tm + D th + L + tr.
// Port       A PE sends and receives min(k, d) bytes per tw: m of a broadcast, reduction or scan, (p - 1) m where it
//            gives or gets a block for or from every other PE. With buffered injection a send port is not held for the
//            bytes, so a scatter's root has its d links only. An allreduce needs 2 (p - 1) transfers of every byte, as
//            many as a gossip by one-way calls, so 2 (p - 1) m / p on some PE, and m to each, whose result needs the others.
// Corner     A PE of a mesh has the links that are there: a root its own, and where all PEs send or receive as much the one in
//            a corner has the fewest.
// Half       Direct injection: one port is held by what a PE sends and by what it receives. T transfers of m hold p ports
//            2 T times, so one of them for 2 T / p m at least: T = p (p - 1) where all have a block for all, p of a shift,
//            p - 1 of a broadcast, reduction or scan. Who must send and receive has two startups. Buffered: as one port.
// Telephone  An exchange with one partner overlaps, and all may be done by exchanges: as one port of each direction.
// Links      All-to-all on a torus: in a dimension of side N each PE sends floor(N^2/4) p/N block-hops, and the
//            dimension has 2 p directed links (p for N = 2). On a mesh floor(N^2/4) (p/N)^2 blocks cross the middle of
//            the dimension in each direction, by p/N links. Elsewhere floor(p^2/4) blocks cross between the halves of the
//            PEs, by as many links as there are in each direction.
// Cut        Where links differ, or sides do not tell them all: bytes that must enter s PEs, or leave them, pass the links there,
//            each at its own speed (shapes/link_capacity.hpp): (p - s) m of an allgather, s (p - s) m of an all-to-all, s m of a
//            reduce-scatter, m of an allreduce; of operations with a root what crosses on its way from there, or to there. The
//            2 (p - 1) m of an allreduce pass the links that lead to PEs, the block-hops of a dimension those of the dimension.
// Shift      In a dimension of side N data that move s places cross s links forwards or N - s backwards, of p links in
//            each direction. Whatever a forward link weighs, and a backward one, no link carries less than what all
//            data cross at least over what all links weigh; weights N - s and s give the most.
// Uneven     Blocks of different sizes: the same with the PE that sends or receives most, the one that has something for
//            or from most others, and the blocks' own way through each dimension.
// Bytes      Those that pass a port or link do so one after the other at tw. Before the first there is a startup, and after
//            the last still a link, L and tr: one latency more. Where all bytes come from, or go to, a PE h links away
//            (broadcast, reduction, scan, shift) that latency has h links. Under rule half a port may begin with a reception
//            and end with a send, so that only the startup is added.
// The bound is the largest of these. That several startups and the bytes add up is not proven. `source` says which one it is.
// What moves no bytes takes no time.
//
// Source     Lin, Yeh, parallel prefix in the k-port postal model, Theorem 1 (spread); Grama, Gupta, Karypis, Kumar,
//            Introduction to Parallel Computing, section 2.4 (distance) and 4.1 (startups, duality); Patarasuk, Yuan, J.
//            Parallel Distrib. Comput. 69(2), 2009 (allreduce); Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9),
//            2005, Lemma 1 (links; the floor makes it exact for odd N, and the port bound is the larger one for N < 8).

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

/// Ports of a PE with so many links that can be busy at once.
int usable_ports(const Case& c, std::int64_t links) {
  return static_cast<int>(std::min<std::int64_t>(ports_of(c), links));
}
int usable_ports(const Case& c) {
  return usable_ports(c, degree(c));
}

/// Ways by which a PE with so many links sends at once: a buffered port is not held for the bytes.
std::int64_t ways_out(const Case& c, std::int64_t links) {
  return c.parameters.injection == Injection::direct ? usable_ports(c, links) : links;
}

std::int64_t bytes(const Case& c) {
  return static_cast<std::int64_t>(c.bytes);
}

/// What is sent and what is received holds the same port, for startup and bytes.
bool shares_port(const Case& c) {
  return c.parameters.ports.rule == Ports::Rule::half && c.parameters.injection == Injection::direct;
}

/// Bytes through the busiest port if one direction of it takes m, and all PEs make so many transfers of m.
std::int64_t port_bytes(const Case& c, std::int64_t transfers) {
  return shares_port(c) ? std::max(bytes(c), share(bytes(c), 2 * transfers, c.p)) : bytes(c);
}

const char* port_reason(const Case& c) {
  return shares_port(c) ? kHalf : kPort;
}

/// From the start of a message until its receiver can make use of it, over so many links.
Ticks latency(const Costs& costs, std::int64_t links = 1) {
  return costs.ts + costs.tm + links * costs.th + costs.latency + costs.tr;
}

/// One message over so many links.
void raise_by_message(Bound& bound, const Case& c, std::int64_t links, const char* source) {
  collectives::raise(bound, latency(c.costs, links), {.startups = 1}, source);
}

/// `bytes` through one port or link, where the first of them or the last crosses `links` links.
void raise_by_bytes(Bound& bound, const Case& c, std::int64_t bytes, const char* source,
                    std::int64_t links = 1) {
  if (bytes == 0) return;
  const Ticks first = shares_port(c) ? c.costs.ts + c.costs.tm : latency(c.costs, links);
  collectives::raise(bound, first + bytes * c.costs.tw, {.bytes = bytes}, source);
}

/// Every PE sends and receives.
Bound both_ways(Bound bound, const Case& c) {
  if (shares_port(c)) collectives::raise(bound, 2 * (c.costs.ts + c.costs.tm), {.startups = 2}, kHalf);
  return bound;
}

/// Links between the two ends of the farthest way of a shift.
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

/// Knowledge of one PE reaches `pes`, and some PE sends or receives `bytes` by `ways` at once.
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

/// What `pes` PEs know reaches one of them, which receives `bytes` by `ways` at once.
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

/// The first `pes` hear of each other, or all of one of them.
Bound over_distance(Bound bound, const Case& c, std::int64_t pes) {
  raise_by_message(bound, c, farthest(c, pes), kDistance);
  return bound;
}

/// Raised where bound.bytes pass a port of the farthest PE, or of the root, on their way between the two.
Bound all_over_distance(Bound bound, const Case& c, std::int64_t pes) {
  raise_by_bytes(bound, c, bound.bytes, port_reason(c), farthest(c, pes));
  return bound;
}

/// Everyone must hear of everyone. Of m bytes a PE sends, or receives, m `part` / `of`, taken over all PEs.
Bound exchange(const Case& c, std::int64_t part, std::int64_t of = 1, const char* port = kPort) {
  const bool half = shares_port(c);
  const std::int64_t most = share(bytes(c), half ? 2 * part : part, of);
  if (half) port = kHalf;
  const Bound bound =
      larger(spread(c, c.p, most, usable_ports(c), port), collect(c, c.p, most, usable_ports(c), port));
  return both_ways(over_distance(bound, c, c.p), c);
}

/// And every PE sends, or receives, so many bytes by `ways` at once.
Bound at_every_pe(Bound bound, const Case& c, std::int64_t bytes, std::int64_t ways) {
  const std::int64_t there = ceil_div(bytes, ways);
  bound.bytes = std::max(bound.bytes, there);
  raise_by_bytes(bound, c, there, kCorner);
  return bound;
}

/// The root gets from all.
Bound to_root(const Case& c, std::int64_t bytes) {
  return over_distance(collect(c, c.p, bytes, usable_ports(c, root_degree(c)), port_reason(c)), c, c.p);
}

/// The root gives to all, `ways` at once.
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

/// Bytes that some link must carry.
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

/// Raised by what the links around a set of PEs can carry.
Bound over_cuts(Bound bound, const Case& c, const collectives::MustEnter& must_enter) {
  if (knows_links(c))
    raise_by_bytes(bound, c, collectives::cut_bytes(c, must_enter),
                   "the links into or out of a part of the network");
  return bound;
}

/// v(0) must reach every PE that has values, all that they have the last of these.
std::optional<Bound> prefix_bound(const Case& c) {
  const std::int64_t pes = std::min<std::int64_t>(c.p, c.values.value_or(c.p));
  if (pes <= 1 || c.bytes == 0) return nothing();
  const std::int64_t most = port_bytes(c, pes - 1);
  const char* const port = port_reason(c);
  // The last PE of a mesh is a corner.
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
  if (!c.sizes) return std::nullopt;  // all may be 0
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
  // Some corner of a mesh is not the root, and receives all.
  if (moves_nothing(c)) return nothing();
  const Bound bound =
      all_over_distance(from_root(c, port_bytes(c, c.p - 1), usable_ports(c, least_degree(c))), c, c.p);
  return over_cuts(bound, c, [&](std::int64_t, bool has_root) { return has_root ? 0 : bytes(c); });
}

std::optional<Bound> Reduce::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  const Bound bound = all_over_distance(to_root(c, port_bytes(c, c.p - 1)), c, c.p);
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
  if (knows_links(c))
    raise_by_bytes(bound, c, collectives::all_pes_bytes(c, transfers * bytes(c)),
                   "2 (p-1) m bytes through the links of all PEs (Patarasuk, Yuan 2009)");
  return over_cuts(bound, c, [&](std::int64_t, bool) { return bytes(c); });
}

std::optional<Bound> ReduceScatter::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  return over_cuts(
      at_every_pe(exchange(c, c.p - 1, 1, kBlocks), c, other_blocks(c), ways_out(c, least_degree(c))), c,
      [&](std::int64_t pes, bool) { return pes * bytes(c); });
}

/// What every PE has must get to the PE at that distance, over its own ports and over the links between.
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
