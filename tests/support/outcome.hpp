// SPDX-License-Identifier: Apache-2.0
// What a run of a program comes to: the same form for the Machine and for the reference, so that
// they compare.

#pragma once

#include "tests/support/program_walk.hpp"

#include <toruscope/account.hpp>
#include <toruscope/topology.hpp>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::test {

/// What crossed one directed link.
struct LinkLoad {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  std::int64_t wait = 0;  ///< headers waited for it, in ticks

  friend bool operator==(const LinkLoad&, const LinkLoad&) = default;
};

/// A strict port rule broken: the first tick at which this PE has more transfers under way than its
/// ports allow.
struct Violation {
  std::int64_t when = 0;
  Rank rank = 0;

  friend auto operator<=>(const Violation&, const Violation&) = default;
};

/// A header that waits for ever: the network itself is in deadlock.
struct BlockedHeader {
  Rank source = 0;
  Rank destination = 0;
  std::pair<Node, Node> wants;               ///< a link, by (tail, head)
  std::vector<std::pair<Node, Node>> holds;  ///< links whose channel or buffer it keeps from others

  friend bool operator==(const BlockedHeader&, const BlockedHeader&) = default;
};

struct Outcome {
  bool is_deadlock = false;
  /// the earliest; nothing else is compared where there is one
  std::optional<Violation> violation;
  std::vector<BlockedHeader> blocked;  ///< of a deadlock of the network
  /// By PE, then by started operation (Operation::strand): its clock after each operation that it
  /// finished (each step of a walk), and what that brought.
  std::vector<std::vector<std::int64_t>> clocks;
  std::vector<std::vector<Observation>> seen;
  /// Where a call's answers contradict each other, or an account was not its time.
  std::vector<std::string> faults;

  /// of a deadlock: when it was reached, by PEs and by headers that wait for ever
  std::int64_t finish = 0;
  // Of a run that ended.
  std::int64_t messages = 0, bytes = 0, hops = 0, link_conflicts = 0, detours = 0;
  /// By PE: what its last clock is made of, as far as that costs something; nothing where the rules
  /// leave it open.
  std::vector<std::optional<Account>> accounts;
  /// those that carried a message, by (tail, head)
  std::map<std::pair<Node, Node>, LinkLoad> links;
};

/// Everything in which `found` differs from `expected`, the earliest clock first; empty if they are
/// equal.
std::string difference(const Program& program, const Outcome& expected, const Outcome& found);

/// One line of clocks for each PE that did something, then the totals.
std::string to_string(const Outcome& outcome);

}  // namespace toruscope::test
