// SPDX-License-Identifier: Apache-2.0
// A non-blocking operation under way, and its fitting messages if it is a receive.
//
// Threads     Belongs to its PE's worker; posted, in the network phase, to its router's.

#pragma once

#include "runtime/core/in_blocks.hpp"
#include "runtime/path/message.hpp"

#include <toruscope/detail/buffer.hpp>

#include <cstdint>
#include <tuple>

namespace toruscope::core {

class Pe;

}  // namespace toruscope::core

namespace toruscope {
class Request;
}

namespace toruscope::core {

/// A request, with members in the order of use: a delivery needs the first cache line, its PE two.
struct alignas(64) RequestState final : InBlocks<RequestState> {
  enum class Kind : std::uint8_t {
    send,
    receive,
    started
  };  // started: an operation of the PE (pe/strands.hpp)
  Kind kind = Kind::send;
  bool is_live = false;  // made by the program and not waited for
  // the PE sleeps until a match of this or one of several; a send: until its end is known
  bool is_awaited = false;
  bool is_indexed = false;  // in the mailbox, as below
  bool is_of_era = false;
  bool is_fresh = false;      // the same
  bool is_unnamed = false;    // pending, and names no source
  bool is_ordered = false;    // in its PE's order of completion
  int tag = 0;                // both: as named by the program
  Rank partner = 0;           // in the communicator, or any_source
  Rank world_partner = 0;     // the same in the machine
  std::uint32_t context = 0;  // of a receive

  Message* message = nullptr;  // a receive
  std::uint64_t posted = 0;    // the n-th receive of its PE; 0 before it is posted
  ListHook chain;              // its place in the mailbox, while it has no message
  Message* sending = nullptr;  // of a send, while `complete` is not known: its message

  detail::Destination into;
  std::size_t bytes = 0;  // of the buffer; a send: of the message
  // the PE's clock at that time: as it is during the PE's wait, or `stamp`
  const Stamp* posted_at = nullptr;
  const Request* named_by = nullptr;  // the program's handle, if it has one
  RequestState* next = nullptr;       // spare ones of the PE

  Pe* pe = nullptr;            // owner; null: its handle's, which outlives the run
  std::uint64_t checksum = 0;  // of the buffer when posted (checked builds)
  ListHook era;
  ListHook unnamed;
  OrderHook by_completion;  // pe/completion_order.hpp

  // A receive: the PE's clock at posting, if posted_at points here. Others: completion().
  Stamp stamp;

  /// Resets all members that its kind does not set, for reuse.
  void renew(Kind of_kind, Rank with, Rank with_in_world, int of_tag) {
    kind = of_kind;
    is_live = true;
    is_awaited = is_indexed = is_of_era = is_fresh = is_unnamed = is_ordered = false;
    named_by = nullptr;
    partner = with;
    world_partner = with_in_world;
    tag = of_tag;
    sending = message = nullptr;
    posted = 0;
  }
  /// Time of completion; kNever: unknown. Precondition: no receive.
  [[nodiscard]] Stamp& completion() { return stamp; }
  [[nodiscard]] const Stamp& completion() const { return stamp; }
  /// True if a wait for this request need not wait for anything.
  [[nodiscard]] bool is_known() const {
    return kind == Kind::receive ? message != nullptr && !message->is_announcement()
                                 : completion().time != kNever;
  }
  [[nodiscard]] bool names_source() const { return world_partner >= 0; }
  [[nodiscard]] bool names_tag() const { return tag >= 0; }
  [[nodiscard]] bool fits(const Message& m) const {
    return context == m.context && (world_partner == m.source || !names_source()) &&
           (tag == m.tag || !names_tag());
  }
};

/// Parts a message from its send request; they no longer need each other.
inline void forget_request(Message& m) {
  if (m.request != nullptr) m.request->sending = nullptr;
  m.request = nullptr;
}

/// Order of messages: arrival at the mailbox, then source, then its send count.
inline bool arrives_first(const Message& a, const Message& b) {
  return std::tie(a.asks, a.source, a.sequence) < std::tie(b.asks, b.source, b.sequence);
}

/// Hash of the key of messages and receives, for tables whose size is a power of two.
inline std::size_t hash_of(std::uint32_t context, Rank source, int tag) {
  std::uint64_t h = context * 0x9e3779b97f4a7c15U;
  h ^=
      (static_cast<std::uint64_t>(static_cast<std::uint32_t>(source)) << 32U) | static_cast<std::uint32_t>(tag);
  h *= 0xd6e8feb86659fd93U;
  return h >> 32U;
}

}  // namespace toruscope::core
