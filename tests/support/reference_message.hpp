// SPDX-License-Identifier: Apache-2.0
// What the parts of the reference hand to each other.

#pragma once

#include "tests/support/reference_route.hpp"

#include <toruscope/communicator.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace toruscope::test {

using Time = std::int64_t;
inline constexpr Time kLongAgo = INT64_MIN / 2;

struct Message {
  Rank source = 0;
  Tag tag = 0;
  std::int64_t sequence = 0;  ///< in the order in which the source posted all its messages
  std::size_t bytes = 0;
  Time x = 0;
  std::vector<Channel> route = {};  ///< empty: to oneself
  std::size_t hop = 0;
  std::optional<Time> arrival = {};  ///< at the mailbox, once it is known
};

}  // namespace toruscope::test
