// SPDX-License-Identifier: Apache-2.0
// The interface of pairs.cpp.

#pragma once

#include <toruscope/catalogue.hpp>

#include <optional>

namespace toruscope::collectives {

inline constexpr Rank kNoPeer = -1;

/// The PE that a PE sends to, and the one that it receives from.
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

/// The pairs of a benchmark. `partner`: nothing for the farthest.
/// Errors    ConfigError for a partner that is no rank.
Pairs pairs_of(const OperationTraits& benchmark, const Topology& topology, Rank root,
               std::optional<Rank> partner, std::int64_t window);

}  // namespace toruscope::collectives
