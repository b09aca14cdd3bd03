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

/// Adds what a message costs above the machine's own costs; below them it is negative (T15).
inline void add_above_own(Stamp& stamp, Ticks extra) {
  stamp.time += extra;
  stamp.account.slow_bytes += extra;
}

/// Takes back what add_startup() and add_above_own() have added.
inline void take_back_startup(Stamp& stamp, const Costs& costs, Ticks extra) {
  add_above_own(stamp, Ticks{} - extra);
  stamp.time = stamp.time - costs.ts;
  --stamp.account.startups;
}

/// Adds the startup of a message of this many bytes, where it may depend on them.
inline void add_startup(Stamp& stamp, const Costs& costs, std::size_t bytes) {
  add_startup(stamp, costs);
  if (!costs.pieces.empty()) [[unlikely]]
    add_above_own(stamp, costs.of(bytes).ts - costs.ts);
}

inline void add_receive(Stamp& stamp, const Costs& costs) {
  stamp.time += costs.tr;
  ++stamp.account.receives;
}

/// Adds the receive overhead of a message of this many bytes, where it may depend on them.
inline void add_receive(Stamp& stamp, const Costs& costs, std::size_t bytes) {
  add_receive(stamp, costs);
  if (!costs.pieces.empty()) [[unlikely]]
    add_above_own(stamp, costs.of(bytes).tr - costs.tr);
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

/// Adds the flight of a message of a handshake over links that take `hop_time` in all (T16).
inline void add_handshake(Stamp& stamp, const Costs& costs, std::int64_t hops, Ticks hop_time) {
  const Ticks handled = costs.rendezvous.value_or(Ticks{});
  stamp.time = stamp.time + handled + hop_time + costs.latency;
  stamp.account.hops += hops;
  ++stamp.account.latencies;
  stamp.account.slow_hops += handled + hop_time - hops * costs.th;
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
/// links. `slow_bytes`, `slow_hops`: extra time on links that cost more, or by the message's size.
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
