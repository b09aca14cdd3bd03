// SPDX-License-Identifier: Apache-2.0
// Lower bounds: what no algorithm can beat on this machine.
//
// Spread     What one PE has must reach the p - 1 others, by messages that hold a send port for ts + tm (buffered:
//            ts; never less than g) and are of use ts + tm + th + L + tr after their start: the G of
//            shapes/spread_time.hpp. With ts alone that is ceil(log_{k+1} p) startups. Sends by one link count as one
//            port, so a PE with d links has min(k, d) ports.
// Collect    What all PEs have must reach one: the same backwards, for receive ports, which a message holds for
//            ts + tm (direct: both ends of a transfer are held alike) or tm (buffered).
// Distance   One message at least goes to the farthest PE, over all the links between: ts + tm + D th + L + tr.
// Port       A PE sends and receives min(k, d) bytes per tw: m of a broadcast, reduction or scan, (p - 1) m where it
//            gives or gets a block for or from every other PE. With buffered injection a send port is not held for the
//            bytes, so a scatter's root has its d links only. An allreduce needs 2 (p - 1) transfers of every byte, as
//            many as a gossip by one-way calls, so 2 (p - 1) m / p on some PE.
// Links      All-to-all on a torus: in a dimension of side N each PE sends floor(N^2/4) p/N block-hops, and the
//            dimension has 2 p directed links (p for N = 2). On a mesh floor(N^2/4) (p/N)^2 blocks cross the middle of
//            the dimension in each direction, by p/N links. Elsewhere floor(p^2/4) blocks cross between the halves of the
//            PEs, by as many links as there are in each direction.
// Shift      p messages cross as many links as lie between all pairs, of p d directed ones.
// The time is the largest of these, bytes counted at tw: that they add up is not proven for one algorithm alone. What
// moves no bytes takes no time.
//
// Source     Lin, Yeh, parallel prefix in the k-port postal model, Theorem 1 (spread); Grama, Gupta, Karypis, Kumar,
//            Introduction to Parallel Computing, section 2.4 (distance) and 4.1 (startups, duality); Patarasuk, Yuan, J.
//            Parallel Distrib. Comput. 69(2), 2009 (allreduce); Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9),
//            2005, Lemma 1 (links; the floor makes it exact for odd N, and the port bound is the larger one for N < 8).

#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/spread_time.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <cstdlib>

namespace toruscope {

namespace {

using detail::ceil_div;
using detail::ceil_log;
using detail::ports_of;
using detail::spread_time;

constexpr const char* kSpread = "what one PE has reaches k + 1 times as many per startup (Lin, Yeh, Theorem 1)";
constexpr const char* kCollect = "the dual of the broadcast (Grama et al., section 4.1)";

/// The sides tell which links there are, or were before some failed.
bool has_torus_links(const Case& c) {
  return c.is_torus && !c.is_embedded;
}

/// Links that leave a PE, and enter it.
std::int64_t degree(const Case& c) {
  if (!has_torus_links(c)) return std::max(1, c.p - 1);
  std::int64_t links = 0;
  for (const int side : c.sides) links += std::min(side - 1, 2);
  return std::max<std::int64_t>(1, links);
}

/// Ports that can be busy at once.
int usable_ports(const Case& c) {
  return static_cast<int>(std::min<std::int64_t>(ports_of(c), degree(c)));
}

/// From the start of a message until its receiver can make use of it, over so many links.
Ticks latency(const Costs& costs, std::int64_t links = 1) {
  return costs.ts + costs.tm + links * costs.th + costs.latency + costs.tr;
}

std::int64_t directed_links(const Case& c) {
  return c.p * degree(c);
}

/// Links between PEs that are `distance` ranks apart: of the farthest pair, of all.
struct Shifted {
  std::int64_t farthest = 1;
  std::int64_t link_hops = 0;
};
Shifted shifted(const Case& c) {
  if (!has_torus_links(c)) return {1, c.p};
  Shifted way;
  for (Rank r = 0; r < c.p; ++r) {
    std::int64_t hops = 0;
    for (int d = 0; d < static_cast<int>(c.sides.size()); ++d) {
      const int side = c.sides[static_cast<std::size_t>(d)];
      const int steps =
          std::abs(detail::coordinate(c.sides, d, (r + c.distance) % c.p) - detail::coordinate(c.sides, d, r));
      hops += std::min(steps, side - steps);
    }
    way.farthest = std::max(way.farthest, hops);
    way.link_hops += hops;
  }
  return way;
}

/// Links from PE 0 to the farthest of the first `pes`.
std::int64_t farthest(const Case& c, std::int64_t pes) {
  if (!has_torus_links(c)) return 1;
  std::int64_t most = 1;
  for (Rank r = 1; r < pes; ++r) {
    std::int64_t links = 0;
    for (int d = 0; d < static_cast<int>(c.sides.size()); ++d) {
      const int side = c.sides[static_cast<std::size_t>(d)];
      const int x = detail::coordinate(c.sides, d, r);
      links += std::min(x, side - x);
    }
    most = std::max(most, links);
  }
  return most;
}

/// Knowledge of one PE reaches the first `pes`, and some PE sends or receives `bytes` by `ways` at once.
Bound spread(const Case& c, std::int64_t pes, std::int64_t bytes, std::string source, std::int64_t ways) {
  const bool direct = c.parameters.injection == Injection::direct;
  const Ticks occupancy = std::max(c.costs.ts + (direct ? c.costs.tm : Ticks{}), c.costs.gap);
  const std::int64_t volume = ceil_div(bytes, ways);
  const int k = usable_ports(c);
  const Ticks told = spread_time(occupancy, latency(c.costs), k, pes);
  return {ceil_log(k + 1, static_cast<int>(pes)), volume,
          std::max({told, latency(c.costs, farthest(c, pes)), volume * c.costs.tw}), std::move(source)};
}
Bound spread(const Case& c, std::int64_t bytes, std::string source = kSpread) {
  return spread(c, c.p, bytes, std::move(source), usable_ports(c));
}

/// What all PEs know reaches one, which receives `bytes`.
Bound collect(const Case& c, std::int64_t bytes) {
  const bool direct = c.parameters.injection == Injection::direct;
  const Ticks occupancy = c.costs.tm + (direct ? c.costs.ts : Ticks{});
  const std::int64_t volume = ceil_div(bytes, usable_ports(c));
  const Ticks known = spread_time(occupancy, latency(c.costs), ports_of(c), c.p);
  return {direct ? ceil_log(ports_of(c) + 1, c.p) : 1, volume,
          std::max({known, latency(c.costs, farthest(c, c.p)), volume * c.costs.tw}),
          direct ? kCollect : "one message must be received"};
}

Bound nothing(const char* source = "there is nothing to move") {
  return {0, 0, Ticks{}, source};
}

bool moves_nothing(const Case& c) {
  return c.p == 1 || c.bytes == 0;
}

std::int64_t bytes(const Case& c) {
  return static_cast<std::int64_t>(c.bytes);
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

/// v(0) must reach every PE that has values.
std::optional<Bound> prefix_bound(const Case& c) {
  const std::int64_t pes = std::min<std::int64_t>(c.p, c.values.value_or(c.p));
  if (pes <= 1 || c.bytes == 0) return nothing();
  return spread(c, pes, bytes(c), "the first value reaches all PEs (Lin, Yeh, Theorem 1)", usable_ports(c));
}

}  // namespace

std::optional<Bound> Alltoall::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  Bound bound = spread(c, other_blocks(c), "one port takes p - 1 blocks (Liu et al. 2005, section 2)");
  const std::int64_t link = link_bytes(c);
  if (link > bound.bytes) {
    bound.bytes = link;
    bound.ticks = std::max(bound.ticks, link * c.costs.tw);
    bound.source = has_torus_links(c) ? "links of the longest dimension (Liu et al. 2005, Lemma 1)"
                                      : "links between two halves of the PEs";
  }
  return bound;
}

/// The sizes are no part of the question, and all of them may be 0.
std::optional<Bound> Alltoallv::bound(const Case&) {
  return std::nullopt;
}

std::optional<Bound> Broadcast::bound(const Case& c) {
  return moves_nothing(c) ? nothing() : spread(c, bytes(c));
}

std::optional<Bound> Reduce::bound(const Case& c) {
  return moves_nothing(c) ? nothing() : collect(c, bytes(c));
}

std::optional<Bound> Barrier::bound(const Case& c) {
  return c.p == 1 ? nothing("there is nobody to wait for") : spread(c, 0);
}

std::optional<Bound> Scan::bound(const Case& c) {
  return prefix_bound(c);
}

std::optional<Bound> Exscan::bound(const Case& c) {
  return prefix_bound(c);
}

std::optional<Bound> Gather::bound(const Case& c) {
  return moves_nothing(c) ? nothing() : collect(c, other_blocks(c));
}

std::optional<Bound> Scatter::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  const bool direct =
      c.parameters.injection == Injection::direct;  // else the root's blocks leave by all its links
  return spread(c, c.p, other_blocks(c), kSpread, direct ? usable_ports(c) : degree(c));
}

std::optional<Bound> Allgather::bound(const Case& c) {
  return moves_nothing(c) ? nothing() : spread(c, other_blocks(c));
}

std::optional<Bound> Allreduce::bound(const Case& c) {
  if (moves_nothing(c)) return nothing();
  return spread(c, ceil_div(2 * other_blocks(c), c.p),
                "every byte is sent 2 (p - 1) times (Patarasuk, Yuan 2009)");
}

std::optional<Bound> ReduceScatter::bound(const Case& c) {
  return moves_nothing(c) ? nothing() : spread(c, other_blocks(c));
}

/// What every PE has must get to the PE at that distance, over its own ports, over as many links in all as lie between.
std::optional<Bound> Shift::bound(const Case& c) {
  if (moves_nothing(c) || c.distance == 0) return nothing();
  const Shifted way = shifted(c);
  const std::int64_t volume =
      std::max(ceil_div(bytes(c), usable_ports(c)), ceil_div(way.link_hops * bytes(c), directed_links(c)));
  return Bound{1, volume, std::max(latency(c.costs, way.farthest), volume * c.costs.tw),
               "the farthest pair, and all links (Grama et al., sections 2.4 and 4.6)"};
}

}  // namespace toruscope
