// SPDX-License-Identifier: Apache-2.0
// Point-to-point benchmarks: who sends to whom, by one message at a time on the machine's own route.
//
//   p = 7        pingpong, root 0     0 -> 3, then 3 -> 0           3: the PE farthest from 0, the lowest of these
//                bandwidth, root 0    0 -> 3                        `window` messages, then 4 bytes 3 -> 0
//                bibandwidth, root 0  0 <-> 3                       `window` messages each, both ways at once
//                sendrecv             0 -> 1 -> 2 -> ... -> 6 -> 0  all at once
//                multi_pair           0 -> 3, 1 -> 4, 2 -> 5        `window` messages each, 6 idle
//                bisection            0 <-> 3, 1 <-> 4, 2 <-> 5     both ways at once, 6 idle
//
// Bound        What the farthest pair takes if it has the machine for itself: an efficiency below 100 % is what the others
//              cost it. Windows: messages of a pair leave by one link, and come through one port, one after the
//              other.
// Links        One pair: one message at a time, or one after the other. sendrecv: on a grid each message has
//              links of its own. multi_pair and bisection: on a complete graph, and where the first long
//              dimension has 2 PEs, so on a hypercube.
// Source       OSU micro-benchmarks (osu_latency, osu_bw, osu_bibw, osu_mbw_mr), Intel MPI Benchmarks
//              (PingPong, Sendrecv); times by rules T1 to T4 of docs/rules.md.

#pragma once

#include <toruscope/catalogue.hpp>

#include <optional>

namespace toruscope::collectives {

inline constexpr Rank kNoPeer = -1;

/// Whom a PE sends to, and whom it receives from.
struct Peers {
  Rank to = kNoPeer;
  Rank from = kNoPeer;

  friend bool operator==(const Peers&, const Peers&) = default;
};

constexpr Peers pingpong_peers(Rank first, Rank partner, Rank me) {
  if (first == partner) return {};
  if (me == first) return {partner, partner};
  return me == partner ? Peers{first, first} : Peers{};
}
constexpr Peers sendrecv_peers(int p, Rank me) {
  return p == 1 ? Peers{} : Peers{(me + 1) % p, (me + p - 1) % p};
}
constexpr Peers bisection_peers(int p, Rank me) {
  const int half = p / 2;
  const Rank other = me < half ? me + half : me - half;
  return me < 2 * half ? Peers{other, other} : Peers{};
}
constexpr Peers multi_pair_peers(int p, Rank me) {
  const Peers both = bisection_peers(p, me);
  return me < p / 2 ? Peers{both.to, kNoPeer} : Peers{kNoPeer, both.from};
}
static_assert(multi_pair_peers(7, 5) == Peers{kNoPeer, 2} && multi_pair_peers(7, 6) == Peers{});

/// What is known of the pairs of a benchmark. `partner`: nothing if the farthest is meant.
/// Errors    ConfigError for a partner that is no rank.
Pairs pairs_of(const OperationTraits& benchmark, const Topology& topology, Rank root,
               std::optional<Rank> partner, std::int64_t window);

Pingpong pingpong_direct();
Bandwidth bandwidth_direct();
Bibandwidth bibandwidth_direct();
Sendrecv sendrecv_direct();
MultiPair multi_pair_direct();
Bisection bisection_direct();

}  // namespace toruscope::collectives
