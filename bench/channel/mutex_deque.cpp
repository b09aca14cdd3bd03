// SPDX-License-Identifier: Apache-2.0
// The naive rival: a deque under a mutex.

#include "bench/channel/problem.hpp"

#include <deque>
#include <mutex>

namespace toruscope::bench {

namespace {

class MutexDeque {
 public:
  explicit MutexDeque(std::size_t capacity) : capacity_(capacity) {}
  bool try_push(core::Message* message) {
    const std::lock_guard lock(mutex_);
    if (queue_.size() == capacity_) return false;
    queue_.push_back(message);
    return true;
  }
  core::Message* try_pop() {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) return nullptr;
    core::Message* message = queue_.front();
    queue_.pop_front();
    return message;
  }

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::deque<core::Message*> queue_;
};

}  // namespace

BENCHMARK_TEMPLATE(same_thread, MutexDeque)->ArgName("capacity")->Arg(1)->Arg(8)->Arg(64);
BENCHMARK_TEMPLATE(two_threads, MutexDeque)->ArgName("capacity")->Arg(1)->Arg(8)->Arg(64)->UseRealTime();

}  // namespace toruscope::bench
