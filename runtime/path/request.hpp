// SPDX-License-Identifier: Apache-2.0
// A non-blocking operation under way, and which messages fit it if it is a receive.
//
// Threads     Belongs to the worker of its PE; a posted receive in the network phase to the owner of its router.

#pragma once

#include "runtime/path/message.hpp"

#include <toruscope/detail/buffer.hpp>

#include <cstdint>
#include <tuple>

namespace toruscope::detail {

class Pe;

struct RequestState {
  enum class Kind { send, receive };
  Kind kind = Kind::send;
  Pe* pe = nullptr;
  RequestState* next = nullptr;  // of the PE's requests that may be used again
  bool is_live = false;          // made by the program and not yet waited for

  // both: as the program named them
  Rank partner = 0;        // in the communicator, or any_source
  Rank world_partner = 0;  // the same in the machine
  int tag = 0;
  std::size_t bytes = 0;  // send: of the message; receive: of the buffer

  // send
  Stamp complete;              // kNever: not known yet
  Message* sending = nullptr;  // then: its message

  // receive
  Stamp posted_at;           // the PE's clock
  std::uint64_t posted = 0;  // the n-th receive of its PE; 0 before it is posted
  std::uint32_t context = 0;
  Destination into;
  std::uint64_t checksum = 0;  // of the buffer when posted (checked builds)
  Message* message = nullptr;
  bool is_awaited =
      false;  // the PE sleeps until this one, or one of several, is matched; a send: until its end is known

  // its places in the mailbox, while it has no message
  ListHook chain;
  ListHook era;
  bool is_indexed = false;
  bool is_of_era = false;

  /// Nothing is missing that a wait for it must wait for.
  [[nodiscard]] bool is_known() const {
    return kind == Kind::receive ? message != nullptr && !message->is_announcement() : complete.time != kNever;
  }
  [[nodiscard]] bool names_source() const { return world_partner >= 0; }
  [[nodiscard]] bool names_tag() const { return tag >= 0; }
  [[nodiscard]] bool fits(const Message& m) const {
    return context == m.context && (world_partner == m.source || !names_source()) &&
           (tag == m.tag || !names_tag());
  }
};

/// Arrival at the mailbox, then source, then its send count.
inline bool arrives_first(const Message& a, const Message& b) {
  return std::tie(a.asks, a.source, a.sequence) < std::tie(b.asks, b.source, b.sequence);
}

/// What messages and receives are looked up by: for a table whose size is a power of two.
inline std::size_t hash_of(std::uint32_t context, Rank source, int tag) {
  std::uint64_t h = context * 0x9e3779b97f4a7c15U;
  h ^=
      (static_cast<std::uint64_t>(static_cast<std::uint32_t>(source)) << 32U) | static_cast<std::uint32_t>(tag);
  h *= 0xd6e8feb86659fd93U;
  return h >> 32U;
}

}  // namespace toruscope::detail
