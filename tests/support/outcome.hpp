// SPDX-License-Identifier: Apache-2.0
// What a run of a program comes to: the same form for the Machine and for the reference, so that they compare.

#pragma once

#include "tests/support/program.hpp"

#include <toruscope/topology.hpp>

#include <compare>
#include <cstdint>
#include <map>
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

struct Outcome {
  bool is_deadlock = false;
  /// By PE: its clock after each operation that it finished.
  std::vector<std::vector<std::int64_t>> clocks;
  /// Where the data were not those of the expected message, or an account was not its time.
  std::vector<std::string> faults;

  // Of a run that ended; of a deadlock nothing but the clocks is compared.
  std::int64_t finish = 0;
  std::int64_t messages = 0, bytes = 0, hops = 0, link_conflicts = 0;
  std::map<std::pair<Node, Node>, LinkLoad> links;  ///< those that carried a message, by (tail, head)
};

/// Everything in which `found` differs from `expected`, the earliest clock first; empty if they are equal.
std::string difference(const Program& program, const Outcome& expected, const Outcome& found);

/// One line of clocks for each PE that did something, then the totals.
std::string to_string(const Outcome& outcome);

}  // namespace toruscope::test
