// SPDX-License-Identifier: Apache-2.0
// Requests: handles of non-blocking operations; names and results of messages.
//
// Threads     A request belongs to the PE that made it.
// Link        toruscope::core

#pragma once

#include <toruscope/topology.hpp>

#include <cstddef>
#include <limits>

namespace toruscope {

namespace core {
class Pe;
struct RequestState;
}  // namespace core

class Communicator;

/// Label of messages between the same two PEs; 0 .. kMaxTag.
using Tag = int;
inline constexpr Tag kMaxTag = (1 << 30) - 1;
/// Wildcards of a receive or probe, for any PE of its communicator and any tag. The message that
/// arrived first in virtual time (ties: the lowest source) is taken, the same one in every run. No
/// arithmetic on ranks gives these values: rank() - 1 on PE 0 is refused.
inline constexpr Rank any_source = std::numeric_limits<Rank>::min();
inline constexpr Tag any_tag = std::numeric_limits<Tag>::min();

/// A non-blocking operation under way. Must be completed (wait, test, cancel) before its end.
class [[nodiscard]] Request {
 public:
  Request() = default;
  Request(Request&& other) noexcept;             ///< takes over the operation
  Request& operator=(Request&& other) noexcept;  ///< takes it over; this one must be complete
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  ~Request();

  /// True from isend or irecv until a wait, a successful test or a cancel has ended it.
  [[nodiscard]] bool is_pending() const { return state_ != nullptr; }

 private:
  friend class Communicator;
  friend class core::Pe;
  explicit Request(core::RequestState* state);
  core::RequestState* state_ = nullptr;
};

/// Result of a receive.
struct Received {
  Rank source = 0;        ///< its rank in the communicator
  Tag tag = 0;            ///< tag of the message
  std::size_t bytes = 0;  ///< its length
};

}  // namespace toruscope
