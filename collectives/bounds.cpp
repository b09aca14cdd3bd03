// SPDX-License-Identifier: Apache-2.0
// Lower bounds: what no algorithm can beat on this machine.
//
// Startups   A PE starts one message at a time, so while ts passes the PEs that know something at most double:
//            ceil(log2 p) of them until all know it. Receptions are one at a time as well when both ends of a
//            transfer are held alike (direct injection); a buffered reception holds its port without ts, so a
//            reduction is then bounded by one startup only.
// Port       A PE sends and receives one byte per tw: m for a broadcast or reduction, (p - 1) m for all-to-all.
// Links      All-to-all on a torus: in a dimension of side N each PE sends floor(N^2/4) p/N block-hops, and the
//            dimension has 2 p directed links (p for N = 2).
// The time is the larger of startups ts and bytes tw: that they add up is not proven for one algorithm alone.
//
// Source     Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, Lemma 1 (links; the floor makes it exact
//            for odd N, and the port bound is the larger one for N < 8); Grama, Gupta, Karypis, Kumar,
//            Introduction to Parallel Computing, section 4.1 (startups).

#include "collectives/shapes/halving.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>

namespace toruscope {

namespace {

Bound bound(const Case& c, std::int64_t startups, std::int64_t bytes, std::string source) {
  return {startups, bytes, std::max(startups * c.costs.ts, bytes * c.costs.tw), std::move(source)};
}

/// Bytes that some link of the torus must carry.
std::int64_t link_bytes(const Case& c) {
  std::int64_t most = 0;
  for (const int n : c.sides) {
    if (n < 2) continue;
    const std::int64_t side = n;
    const std::int64_t block_hops_per_pe = side * side / 4 * (c.p / side);
    const std::int64_t links_per_pe = side == 2 ? 1 : 2;
    const std::int64_t bytes = block_hops_per_pe * static_cast<std::int64_t>(c.bytes);
    most = std::max(most, (bytes + links_per_pe - 1) / links_per_pe);
  }
  return most;
}

constexpr const char* kDoubling = "informed PEs at most double per startup (Grama et al., section 4.1)";

}  // namespace

std::optional<Bound> alltoall_bound(const Case& c) {
  const std::int64_t port = (c.p - 1) * static_cast<std::int64_t>(c.bytes);
  const std::int64_t link = c.is_torus ? link_bytes(c) : 0;
  return bound(c, detail::ceil_log2(c.p), std::max(port, link),
               link > port ? "links of the longest dimension (Liu et al. 2005, Lemma 1)"
                           : "one port takes p - 1 blocks (Liu et al. 2005, section 2)");
}

std::optional<Bound> broadcast_bound(const Case& c) {
  if (c.p == 1) return bound(c, 0, 0, kDoubling);
  return bound(c, detail::ceil_log2(c.p), static_cast<std::int64_t>(c.bytes), kDoubling);
}

std::optional<Bound> reduce_bound(const Case& c) {
  if (c.p == 1) return bound(c, 0, 0, kDoubling);
  const bool direct = c.parameters.injection == Injection::direct;
  return bound(
      c, direct ? detail::ceil_log2(c.p) : 1, static_cast<std::int64_t>(c.bytes),
      direct ? "the dual of the broadcast (Grama et al., section 4.1)" : "one message must be received");
}

std::optional<Bound> barrier_bound(const Case& c) {
  return bound(c, detail::ceil_log2(c.p), 0, kDoubling);
}

}  // namespace toruscope
