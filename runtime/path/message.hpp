// SPDX-License-Identifier: Apache-2.0
// A message: envelope, route, stamps, body. It, and the pointer to it, is at one station at a time.
//
// Threads     The holder of the pointer owns the message: a PE, router, channel or mailbox.
// Invariants  Either `bytes` bytes lie at `body` (inside the message if they fit), or `owned` holds
//             the body, perhaps without data.

#pragma once

#include "runtime/core/in_blocks.hpp"
#include "runtime/path/legs.hpp"
#include "runtime/path/payload_pool.hpp"

#include <toruscope/account.hpp>
#include <toruscope/detail/buffer.hpp>
#include <toruscope/topology.hpp>

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::core {

/// A place in one of the orders of a mailbox.
using OrderHook = boost::intrusive::set_member_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>,
                                                    boost::intrusive::optimize_size<true>>;
/// A place in a list.
using ListHook = boost::intrusive::list_member_hook<boost::intrusive::link_mode<boost::intrusive::normal_link>>;

struct QueuedSend;
struct RequestState;

/// A message, with members in the order of use: undisturbed, a router and the delivery need the
/// first two cache lines, a third at turns; a PE three more, if the body is short.
struct alignas(64) Message final : InBlocks<Message> {
  static constexpr std::size_t kInline = 64;

  Message* announcement = nullptr;  // T11, see below

  // envelope
  Rank source = 0;  // ranks of the whole machine
  Rank destination = 0;
  Rank source_in_group = 0;  // in the sender's communicator
  int tag = 0;
  std::uint32_t context = 0;
  bool is_expected = false;  // T11, see below
  bool was_announced = false;
  bool is_of_era = false;        // path/mailbox.hpp
  std::int64_t sequence = 0;     // the source's send count
  std::size_t bytes = 0;         // of the body
  std::byte* body = nullptr;     // null: it is `owned`
  Message* announces = nullptr;  // T11

  // time
  // when the header asks for its next link; in a mailbox: the arrival
  Ticks asks;
  Ticks x;          // occupation of a link
  Ticks hop;        // from the grant of a link to asking for the next one
  Ticks link_wait;  // so far

  // route
  int steps_left = 0;  // of this leg
  int hops = 0;        // links crossed so far
  int hops_left = 0;
  Node at = 0;
  std::size_t leg = 0;
  std::unique_ptr<std::vector<Message*>> followers;  // T11
  Legs legs;

  // T11: a message that waits for its receive sends an announcement ahead, which is matched for it.
  //   announcement   of this message, until it arrives
  //   announces      the message announced by this; `asks` is when it is known, `start` why
  //   followers      announcements that are unknown (expected) before this message has arrived
  // Every delivery needs the three, so they lie in the lines above.

  Message* next = nullptr;  // spare ones
  // A message whose send has no known end: the request of the send. An announcement: the request of
  // the receive that it found.
  RequestState* request = nullptr;
  Ticks posted;
  Ticks complete;                // for its sender
  QueuedSend* queued = nullptr;  // pe/send_queue.hpp, until it begins

  Stamp start;  // s
  alignas(32) std::byte small[kInline];

  detail::OwnedBuffer owned;  // if the body is not copied

  // unequal links: x is that of the next link, in a mailbox of the last one
  Ticks tail_comes;              // at the header's place
  Ticks transmission, hop_time;  // of the whole undisturbed route

  int send_port = 0;  // for observers: which of its sender's ports

  ListHook chain;  // its places in a mailbox (path/mailbox.hpp, path/unclaimed_messages.hpp)
  ListHook era;
  OrderHook by_arrival;
  OrderHook by_source;
  OrderHook by_tag;
  OrderHook by_context;

  [[nodiscard]] bool is_announcement() const { return announces != nullptr; }
  [[nodiscard]] bool is_to_self() const { return source == destination; }
  [[nodiscard]] std::span<const std::byte> contents() const {
    return body != nullptr ? std::span<const std::byte>(body, bytes) : owned.bytes();
  }
  /// Undisturbed time from `asks` to the mailbox; a lower bound if links differ.
  [[nodiscard]] Ticks rest(const Costs& costs) const {
    return hops_left * hop + costs.th + costs.transmission(bytes) - hop + costs.latency;
  }
  /// The time from the end of its last hop to the mailbox.
  [[nodiscard]] Ticks tail(const Costs& costs) const { return costs.th + x - hop + costs.latency; }
};

/// Copies one or two words, which may overlap.
template <class Word>
[[gnu::always_inline]] inline void copy_words(std::byte* to, const std::byte* from, std::size_t bytes) {
  Word first{};
  Word last{};
  std::memcpy(&first, from, sizeof first);
  std::memcpy(&last, from + bytes - sizeof last, sizeof last);
  std::memcpy(to, &first, sizeof first);
  std::memcpy(to + bytes - sizeof last, &last, sizeof last);
}
/// Copies a body.
[[gnu::always_inline]] inline void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  if (bytes - 8 <= 8) return copy_words<std::uint64_t>(to, from, bytes);
  if (bytes - 4 < 4) return copy_words<std::uint32_t>(to, from, bytes);
  if (bytes != 0) std::memmove(to, from, bytes);
}

/// Ends a message that will not be used again.
inline void discard(Message* m) {
  if (m->body != nullptr && m->body != m->small) ::operator delete(m->body);
  delete m;
}

/// A pool of spare messages.
///
/// Threads     A pool belongs to one worker.
/// Invariants  A spare message has no send to tell, announces nothing and is not announced (T11).
class MessagePool {
 public:
  explicit MessagePool(bool copies_data = true) : copies_data_(copies_data) {}
  MessagePool(const MessagePool&) = delete;
  MessagePool& operator=(const MessagePool&) = delete;
  ~MessagePool() {
    while (free_ != nullptr) delete std::exchange(free_, free_->next);
  }

  /// A message with a copy of `data` as its body, or with their length only.
  [[nodiscard, gnu::always_inline]] Message* copy_of(std::span<const std::byte> data) {
    if (!copies_data_) [[unlikely]]
      return without_data(data.size());
    Message* m = blank(data.size());
    m->body = m->small;
    if (data.size() > Message::kInline) [[unlikely]]
      find_room(*m);
    copy_bytes(m->body, data.data(), data.size());
    return m;
  }
  /// A message that carries `data` itself.
  [[nodiscard]] Message* carrying(detail::OwnedBuffer data) {
    Message* m = blank(data.bytes().size());
    m->body = nullptr;
    m->owned = std::move(data);
    return m;
  }
  [[gnu::always_inline]] void put(Message* m) {
    if (m->body != m->small || m->was_announced) [[unlikely]]
      clear_rare(*m);
    if (count_ == kKept) [[unlikely]]
      return end(m);
    m->next = std::exchange(free_, m);
    ++count_;
  }

 private:
  static constexpr std::size_t kKept = 1U << 16U;

  // Rare, so not inlined.
  [[gnu::noinline]] Message* without_data(std::size_t bytes) {
    return carrying(detail::OwnedBuffer(Buffer::without_data(bytes)));
  }
  [[gnu::noinline]] void find_room(Message& m) {
    try {
      m.body = payloads_.get(m.bytes);
    } catch (...) {
      put(&m);
      throw;
    }
  }
  /// Gives up what not every message has.
  [[gnu::noinline]] void clear_rare(Message& m) {
    if (m.body == nullptr)
      m.owned.reset();
    else if (m.body != m.small)
      payloads_.put(m.body, m.bytes);
    m.announcement = m.announces = nullptr;
    m.request = nullptr;
    m.followers.reset();
    m.is_expected = m.was_announced = false;
  }
  [[gnu::noinline]] static void end(Message* m) { delete m; }
  [[gnu::noinline]] static Message* made() { return new Message; }

  [[gnu::always_inline]] Message* blank(std::size_t bytes) {
    Message* m = free_;
    if (m == nullptr) [[unlikely]] {
      m = made();
    } else {
      free_ = m->next;
      --count_;
    }
    m->bytes = bytes;
    m->leg = 0;
    m->hops = 0;
    m->link_wait = {};
    return m;
  }

  Message* free_ = nullptr;
  std::size_t count_ = 0;
  const bool copies_data_;
  PayloadPool payloads_;
};

}  // namespace toruscope::core
