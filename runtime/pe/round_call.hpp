// SPDX-License-Identifier: Apache-2.0
// The round that a PE describes or carries out (T6): its requests, and its sends that need none,
// for they are booked as they are posted.
//
// Such sends are posted when the PE waits for the round, by its worker if it can, not one by one as
// they are described: of thousands of PEs none has its stack in the host's caches, the worker has.
//
// Invariants  take_end() is the latest end of the sends posted so far that have no request;
//             keep_end() before another send is posted, for ends lie where the next send's end will
//             lie (PortLedger::last_end).
// Threads     Belongs to its PE; while the PE waits, to its worker.

#pragma once

#include "runtime/path/request.hpp"

#include <boost/container/small_vector.hpp>
#include <memory>
#include <span>
#include <utility>

namespace toruscope::core {

class RoundCall {
 public:
  RoundCall() = default;
  RoundCall(const RoundCall&) = delete;
  RoundCall& operator=(const RoundCall&) = delete;
  ~RoundCall() {
    for (Message* m : sends_)
      if (m != nullptr) discard(m);
  }

  void begin() {
    is_open_ = true;
    pays_startup_ = false;
    end_ = nullptr;
    length_ = Ticks{};
    requests_.clear();
  }
  /// Ends the description of the round.
  void close() { is_open_ = false; }
  /// A round is being described.
  [[nodiscard]] bool is_open() const { return is_open_; }
  void add(RequestState* request) { requests_.push_back(request); }
  /// A send that is to be posted later and takes so long on a port.
  void add(Message* message, Ticks length) {
    length_ += length;
    sends_.push_back(message);
  }
  void note_startup(bool pays) { pays_startup_ = pays_startup_ || pays; }

  [[nodiscard]] std::span<RequestState* const> requests() const { return {requests_.data(), requests_.size()}; }
  void forget_requests() { requests_.clear(); }
  [[nodiscard]] bool pays_startup() const { return pays_startup_; }
  /// The time that its later sends take on a port, one after the other.
  [[nodiscard]] Ticks length() const { return length_; }

  /// Posts its sends: post(message) books one and returns its end.
  template <class Post>
  void post_sends(Post&& post) {
    for (Message*& message : sends_) {
      if (message == nullptr) continue;  // the host's memory ended behind it
      keep_end();
      const Stamp& complete = post(std::exchange(message, nullptr));
      if (end_ == nullptr || complete.time > end_->time) end_ = &complete;
    }
    sends_.clear();
  }
  void keep_end() {
    if (end_ == nullptr) return;
    if (kept_end_ == nullptr) kept_end_ = std::make_unique<Stamp>();
    *kept_end_ = *end_;
    end_ = kept_end_.get();
  }
  /// The latest end of the sends posted; null if there were none. Forgets it.
  [[nodiscard]] const Stamp* take_end() { return std::exchange(end_, nullptr); }

 private:
  /// The place of the first is in the PE itself.
  template <class T>
  using FewOf = boost::container::small_vector<T*, 1>;

  FewOf<RequestState> requests_;
  FewOf<Message> sends_;
  Ticks length_;
  const Stamp* end_ = nullptr;
  bool is_open_ = false;
  bool pays_startup_ = false;
  std::unique_ptr<Stamp> kept_end_;  // once a round has had several sends
};

}  // namespace toruscope::core
