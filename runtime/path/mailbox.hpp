// SPDX-License-Identifier: Apache-2.0
// A node's mailbox: it never refuses. Messages that nobody has asked for yet, and receives that nothing has matched.
//
// Threads     Belongs to the worker of its node; in the network phase to the owner of its router.
// Invariants  A message takes the first posted receive that it fits; a receive takes the first such message of its
//             source: non-overtaking per pair (T10).

#pragma once

#include "runtime/path/message.hpp"

#include <toruscope/detail/buffer.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::detail {

class Pe;

/// A non-blocking operation under way.
struct RequestState {
  enum class Kind { send, receive };
  Kind kind = Kind::send;
  Pe* pe = nullptr;
  RequestState* next = nullptr;
  bool is_live = false;  // made by the program and not yet waited for

  // both: as the program named them
  Rank partner = 0;  // in the communicator
  Rank world_partner = 0;
  int tag = 0;
  std::size_t bytes = 0;  // send: of the message; receive: of the buffer

  // send
  Stamp complete;

  // receive
  std::uint32_t context = 0;
  Destination into;
  std::uint64_t checksum = 0;  // of the buffer when posted (checked builds)
  Message* message = nullptr;
  bool is_awaited = false;  // the PE sleeps until it is matched

  [[nodiscard]] bool fits(const Message& m) const {
    return context == m.context && world_partner == m.source && tag == m.tag;
  }
};

class Mailbox {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox();

  /// Posts a receive; it may be matched at once.
  void post(RequestState& receive);
  /// The posted receive that takes the message, or null: it stays here.
  RequestState* deliver(Message* message);
  /// Takes back a receive that has not been matched.
  void withdraw(RequestState& receive);

  /// Messages that nobody has asked for, for reports.
  [[nodiscard]] std::vector<const Message*> unclaimed() const;
  [[nodiscard]] bool has_unclaimed() const { return count_ != 0; }

 private:
  /// A FIFO of messages whose sources share a hash.
  struct Queue {
    Message* first = nullptr;
    Message* last = nullptr;
  };
  Queue& queue_of(Rank source) { return queues_[static_cast<std::size_t>(source) & (queues_.size() - 1)]; }
  void append(Message* message);
  void grow();

  RequestState* first_posted_ = nullptr;
  RequestState* last_posted_ = nullptr;
  std::vector<Queue> queues_;
  std::size_t count_ = 0;
};

}  // namespace toruscope::detail
