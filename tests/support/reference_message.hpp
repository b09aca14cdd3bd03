// SPDX-License-Identifier: Apache-2.0
// What the parts of the reference hand to each other: a message, and its way from link to link.

#pragma once

#include "tests/support/reference_account.hpp"
#include "tests/support/reference_route.hpp"
#include "tests/support/reference_sizes.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace toruscope::test {

using Time = std::int64_t;
inline constexpr Time kLongAgo = INT64_MIN / 2;
inline constexpr Time kForever = INT64_MAX / 4;  ///< until a tick that is not known yet

/// One link of a message's route, called link j in the rules.
struct Hop {
  Channel channel;
  Time x = 0;
  Time th = 0;
  std::optional<Time> entered = {};  ///< e_j: the header was granted the link
  /// t_j: the tail has passed, if nothing stops the message behind the link
  Time tail = 0;
  std::optional<Time> released = {};  ///< r_j, or t_j: the tail has left the router before the link
  int virtual_channel = 0;
  std::optional<std::size_t> slot = {};  ///< of the buffer behind the link that the message has
  std::optional<Time> taken_in = {};     ///< a worm: from when on that slot takes what comes
};

struct Message {
  Rank source = 0;
  Rank destination = 0;
  Tag tag = 0;
  /// of the source's program: 0; of its n-th started operation: n (T13)
  int context = 0;
  std::int64_t sequence = 0;  ///< in the order in which the source posted all its messages
  /// that posted it, and how many messages it had posted before: the body tells both
  std::size_t strand = 0;
  std::int64_t number = 0;
  std::size_t bytes = 0;
  SizeCosts costs = {};  ///< those of its piece (T15)
  Time posted = 0;
  bool waits = false;  ///< for its receive (T11)
  /// of a message that waits for its receive (T16): when the receiver knows of it, if no earlier
  /// message is in the way
  Time announced = 0;
  Time answer = 0;                    ///< flight of the answer
  std::optional<Time> answered = {};  ///< the answer has left: the receive is found for good
  std::optional<Time> asks = {};      ///< for its port
  std::optional<Time> start = {};     ///< s
  std::optional<Time> complete = {};  ///< the send
  std::vector<Hop> hops = {};         ///< empty: to oneself
  std::size_t hop = 0;                ///< the link that it is to enter next
  std::optional<Time> arrival = {};   ///< at the mailbox, once it is known

  // What these times are made of.
  std::int64_t length = 0;  ///< bytes on its links
  Time waited = 0;          ///< for links
  Parts of_posted = {}, of_asks = {}, of_start = {}, of_complete = {}, of_arrival = {};
  Account of_request = {}, of_answer = {};  ///< a handshake's messages
};

}  // namespace toruscope::test
