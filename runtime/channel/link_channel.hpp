// SPDX-License-Identifier: Apache-2.0
// The bounded lock-free channel of one directed link between two workers, with a count of pushes.
//
// Threads     push: the worker that owns the router at the link's tail. pop: the owner at its head.
// Invariants  (1) pushes() equals the messages that crossed the link.
//             (2) Capacity is the host's affair: a full channel makes only the producer wait.

#pragma once

#include <boost/lockfree/spsc_queue.hpp>
#include <cstddef>
#include <cstdint>

namespace toruscope::core {

struct Message;

class LinkChannel {
 public:
  explicit LinkChannel(std::size_t capacity) : ring_(capacity) {}

  /// Pushes a message. False, without effect, when the channel is full.
  [[nodiscard]] bool try_push(Message* message) {
    if (!ring_.push(message)) return false;
    ++pushes_;
    return true;
  }
  /// Pops a message; null when the channel is empty.
  [[nodiscard]] Message* try_pop() {
    Message* message = nullptr;
    return ring_.pop(message) ? message : nullptr;
  }
  /// Messages pushed so far. Written by the producer; read when the run is over.
  [[nodiscard]] std::int64_t pushes() const { return pushes_; }

 private:
  boost::lockfree::spsc_queue<Message*> ring_;
  std::int64_t pushes_ = 0;
};

}  // namespace toruscope::core
