// SPDX-License-Identifier: Apache-2.0
// Arithmetic on stamps: a time and its account grow together.
//
// Invariants  For every stamp made here: time == value(account, costs).
// Source      docs/rules.md, "The account of a clock".

#pragma once

#include <toruscope/account.hpp>

#include <cstdint>

namespace toruscope::core {

/// The latest time that a clock may have; room remains above for what is under way.
inline constexpr Ticks kLongest{INT64_MAX / 4};
/// The time that stands for all later ones at ports and links, whose use nobody can receive any
/// more: sums stay in range.
inline constexpr Ticks kBeyond = kLongest + Ticks{1};

/// The later of two; at a tie the first.
inline const Stamp& later(const Stamp& preferred, const Stamp& other) {
  return other.time > preferred.time ? other : preferred;
}

inline void add_startup(Stamp& stamp, const Costs& costs) {
  stamp.time += costs.ts;
  ++stamp.account.startups;
}

/// Takes back what add_startup() has added.
inline void take_back_startup(Stamp& stamp, const Costs& costs) {
  stamp.time = stamp.time - costs.ts;
  --stamp.account.startups;
}

inline void add_receive(Stamp& stamp, const Costs& costs) {
  stamp.time += costs.tr;
  ++stamp.account.receives;
}

/// Adds the transmission over a link where all links are equal: it takes x on each.
inline void add_equal_transmission(Stamp& stamp, const Costs& costs, std::size_t bytes, Ticks x) {
  stamp.time += x;
  ++stamp.account.messages;
  stamp.account.bytes += costs.length(bytes);
}

/// Adds the transmission over a link on which it takes x.
inline void add_transmission(Stamp& stamp, const Costs& costs, std::size_t bytes, Ticks x) {
  add_equal_transmission(stamp, costs, bytes, x);
  stamp.account.slow_bytes += x - costs.transmission(bytes);
}

inline void add_gap(Stamp& stamp, const Costs& costs) {
  stamp.time += costs.gap;
  stamp.account.gap += costs.gap;
}

inline void add_compute(Stamp& stamp, Ticks duration) {
  stamp.time += duration;
  stamp.account.compute += duration;
}

inline void add_polling(Stamp& stamp, Ticks duration) {
  stamp.time += duration;
  stamp.account.polling += duration;
}

/// Adds the way of a message from its start to the mailbox: T1's "available" plus its waits for
/// links. `slow_bytes`, `slow_hops`: extra time on links that cost more.
[[gnu::always_inline]] inline void add_way(Stamp& stamp, const Costs& costs, std::size_t bytes, int hops,
                                           int transmissions, Ticks link_wait, Ticks slow_bytes = {},
                                           Ticks slow_hops = {}) {
  const std::int64_t length = costs.length(bytes);
  stamp.time = stamp.time + costs.ts + transmissions * (costs.tm + length * costs.tw) + hops * costs.th +
               costs.latency + link_wait + slow_bytes + slow_hops;
  Account& account = stamp.account;
  ++account.startups;
  account.messages += transmissions;
  account.bytes += transmissions * length;
  account.hops += hops;
  ++account.latencies;
  account.link_wait += link_wait;
  account.slow_bytes += slow_bytes;
  account.slow_hops += slow_hops;
}

}  // namespace toruscope::core
