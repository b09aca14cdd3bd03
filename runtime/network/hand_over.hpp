// SPDX-License-Identifier: Apache-2.0
// Messages that workers hand to each other: a list for each pair of them.
//
// Threads     One worker writes a list in some phases; the other clears it in others.

#pragma once

#include "runtime/path/message.hpp"

#include <cstddef>
#include <vector>

namespace toruscope::core {

class HandOver {
 public:
  explicit HandOver(int workers) : workers_(static_cast<std::size_t>(workers)), lists_(workers_ * workers_) {}
  HandOver(const HandOver&) = delete;
  HandOver& operator=(const HandOver&) = delete;
  ~HandOver() {
    for (auto& messages : lists_)
      for (Message* m : messages) discard(m);
  }

  /// The messages from one worker to another, by their numbers.
  [[nodiscard]] std::vector<Message*>& list(int from, int to) {
    return lists_[static_cast<std::size_t>(from) * workers_ + static_cast<std::size_t>(to)];
  }
  [[nodiscard]] int workers() const { return static_cast<int>(workers_); }

 private:
  const std::size_t workers_;
  std::vector<std::vector<Message*>> lists_;
};

}  // namespace toruscope::core
