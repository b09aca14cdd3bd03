// SPDX-License-Identifier: Apache-2.0
// Parts of a virtual time.
//
// Invariants  A clock's time equals the value of its account, to the tick (design: critical path).
// Link        toruscope::core

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/units.hpp>

#include <cstdint>
#include <string>

namespace toruscope {

/// Counts of each cost on the path that led to a time; gap and what follows are in ticks.
struct Account {
  std::int64_t startups = 0;   ///< times ts
  std::int64_t receives = 0;   ///< times tr
  std::int64_t messages = 0;   ///< times tm
  std::int64_t bytes = 0;      ///< times tw
  std::int64_t hops = 0;       ///< times th
  std::int64_t latencies = 0;  ///< times L
  Ticks gap{};                 ///< waits for the gap g
  Ticks polling{};             ///< polls without success, waits until a deadline (T14)
  Ticks compute{};             ///< local work
  Ticks link_wait{};           ///< waits for links
  /// Transmissions beyond tm and tw, on dearer links, and costs by size beyond the machine's own
  /// (T15), which may be below 0.
  Ticks slow_bytes{};
  Ticks slow_hops{};  ///< hops beyond th on such links

  friend bool operator==(const Account&, const Account&) = default;  ///< member by member
};

/// The sum of the account's parts on a machine with these costs.
Ticks value(const Account& account, const Costs& costs);

/// Writes the parts that occur: "8 ts + 65,536 tw + 120 th".
std::string to_string(const Account& account);

namespace core {
struct PathNode;
}

/// A moment of virtual time and what it is made of.
struct Stamp {
  Ticks time;                            ///< the moment, since the start of the run
  Account account;                       ///< parts of the time
  const core::PathNode* path = nullptr;  ///< how it came about, inside runs with a critical path
};

}  // namespace toruscope
