// SPDX-License-Identifier: Apache-2.0
// The round that a PE describes or carries out (T6): its requests, and the end of its sends that
// need none, for they are booked as they are posted, one after the other on one port.
//
// Threads     Belongs to its PE; while the PE waits, to its worker.

#pragma once

#include "runtime/path/request.hpp"

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <span>
#include <utility>

namespace toruscope::core {

class RoundCall {
 public:
  RoundCall() = default;
  RoundCall(const RoundCall&) = delete;
  RoundCall& operator=(const RoundCall&) = delete;
  ~RoundCall() = default;

  void begin() {
    pays_startup_ = false;
    end_ = nullptr;
    requests_.clear();
  }
  void add(RequestState* request) { requests_.push_back(request); }
  void note_startup(bool pays) { pays_startup_ = pays_startup_ || pays; }

  [[nodiscard]] std::span<RequestState* const> requests() const { return {requests_.data(), requests_.size()}; }
  void forget_requests() { requests_.clear(); }
  [[nodiscard]] bool pays_startup() const { return pays_startup_; }
  /// The first send of the round, while only its time is at its port (PortLedger::hold_for_send);
  /// none if the end is before all times.
  struct Held {
    Ticks end{-1};
    std::size_t bytes = 0;
  };
  void hold(const Held& send) { held_ = send; }
  [[nodiscard]] bool has_held() const { return held_.end >= Ticks{}; }
  [[nodiscard]] bool has_sends() const { return has_held() || end_ != nullptr; }
  [[nodiscard]] Held take_held() { return {std::exchange(held_.end, Ticks{-1}), held_.bytes}; }
  /// Notes the end of a send that has been posted without a request: PortLedger::last_end().
  void note_end(const Stamp& end) { end_ = &end; }
  /// The end of the sends without requests; null if there were none. Forgets it.
  [[nodiscard]] const Stamp* take_end() { return std::exchange(end_, nullptr); }

 private:
  boost::container::small_vector<RequestState*, 2> requests_;
  const Stamp* end_ = nullptr;
  Held held_;
  bool pays_startup_ = false;
};

}  // namespace toruscope::core
