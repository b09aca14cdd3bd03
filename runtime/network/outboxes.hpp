// SPDX-License-Identifier: Apache-2.0
// Messages that workers inject where worker 0 serves all links: a list per worker, until the plan.
//
// Threads     A list belongs to its worker; in the plan all belong to the planning one.

#pragma once

#include "runtime/core/emptied.hpp"
#include "runtime/path/message.hpp"

#include <cstddef>
#include <vector>

namespace toruscope::core {

class Outboxes {
 public:
  explicit Outboxes(int workers) : lists_(static_cast<std::size_t>(workers)) {}
  Outboxes(const Outboxes&) = delete;
  Outboxes& operator=(const Outboxes&) = delete;
  ~Outboxes() {
    for (const auto& list : lists_)
      for (Message* m : list) discard(m);
  }

  [[gnu::noinline]] void put(int worker, Message* message) {
    lists_[static_cast<std::size_t>(worker)].push_back(message);
  }
  /// Calls use(message) for all, by worker, in the order of putting.
  template <class Use>
  void empty(Use&& use) {
    for (auto& list : lists_) {
      const Emptied emptied(list);
      for (Message* m : list) use(m);
    }
  }

 private:
  std::vector<std::vector<Message*>> lists_;
};

}  // namespace toruscope::core
