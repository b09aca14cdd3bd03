// SPDX-License-Identifier: Apache-2.0
// The requests of a PE whose completion time is known, in the order in which wait_any takes them:
// by that time; at one time sends before receives, sends by their place in the program's memory,
// receives by (arrival, source, send count).
//
// Kept from the first wait_any over many requests on. Before, and over few, the array itself is
// looked through.
//
// Threads     Belongs to its PE. Receives are noted by whoever delivers to the mailbox, while the
//             PE waits.
// Cost        Logarithmic for each request; first_of() looks at no more than twice as many as its
//             array has.

#pragma once

#include "runtime/path/request.hpp"

#include <toruscope/communicator.hpp>

#include <boost/intrusive/set.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::core {

/// The time at which a request is, or will be, complete. Precondition: is_known().
inline Ticks completion_of(const RequestState& request) {
  return request.kind != RequestState::Kind::receive ? request.completion().time : request.message->asks;
}

/// True if wait_any takes `a` first; both are known.
inline bool completes_first(const RequestState& a, const RequestState& b) {
  if (completion_of(a) != completion_of(b)) return completion_of(a) < completion_of(b);
  const bool is_receive = a.kind == RequestState::Kind::receive;
  if (is_receive != (b.kind == RequestState::Kind::receive)) return !is_receive;
  if (!is_receive) return std::less<>()(a.named_by, b.named_by);
  return arrives_first(*a.message, *b.message);
}

/// The first pending request of an array. What led up to it in the same array the last time is not
/// looked at again.
class FirstPending {
 public:
  /// The first pending request; null if none is pending.
  [[nodiscard]] const Request* in(std::span<const Request> requests) {
    const Request* const end = requests.data() + requests.size();
    if (kBefore(requests.data(), begin_) || !kBefore(requests.data(), next_)) next_ = requests.data();
    begin_ = requests.data();
    while (kBefore(next_, end) && !next_->is_pending()) ++next_;
    return kBefore(next_, end) ? next_ : nullptr;
  }
  /// Notes that this handle names a request from now on.
  void note(const Request* handle) {
    if (!kBefore(handle, begin_) && kBefore(handle, next_)) next_ = handle;
  }

 private:
  static constexpr std::less<> kBefore{};
  const Request* begin_ = nullptr;  // none in [begin_, next_) is pending
  const Request* next_ = nullptr;
};

class CompletionOrder {
 public:
  /// The longest arrays that are looked through.
  static constexpr std::size_t kFew = 16;

  CompletionOrder() = default;
  CompletionOrder(const CompletionOrder&) = delete;
  CompletionOrder& operator=(const CompletionOrder&) = delete;
  ~CompletionOrder() { known_.clear(); }

  /// Requests of which it may be known now when they complete; each perhaps more than once, or
  /// given up since.
  [[nodiscard]] std::vector<RequestState*>& news() { return news_; }
  /// Inserts a request that is known to complete.
  void insert(RequestState& request) {
    known_.insert(request);
    request.is_ordered = true;
  }
  /// Removes a request whose completion time, handle or message is about to change, or that ends.
  void remove(RequestState& request) {
    known_.erase(known_.iterator_to(request));
    request.is_ordered = false;
  }
  /// Takes in what has been noted.
  void take_news() {
    for (RequestState* request : news_)
      if (request->is_live && request->is_known() && !request->is_ordered) insert(*request);
    news_.clear();
  }
  /// The first one whose handle lies in [begin, end), and how many were looked at; null after
  /// `most`.
  [[nodiscard]] RequestState* first_in(const Request* begin, const Request* end, std::size_t most) {
    const std::less<> before;
    visits_ = 0;
    for (RequestState& request : known_) {
      if (visits_ == most) break;
      ++visits_;
      if (request.named_by != nullptr && !before(request.named_by, begin) && before(request.named_by, end))
        return &request;
    }
    return nullptr;
  }
  /// Requests looked at by the last first_in().
  [[nodiscard]] std::size_t visits() const { return visits_; }

 private:
  struct Less {
    bool operator()(const RequestState& a, const RequestState& b) const { return completes_first(a, b); }
  };
  boost::intrusive::multiset<
      RequestState, boost::intrusive::member_hook<RequestState, OrderHook, &RequestState::by_completion>,
      boost::intrusive::compare<Less>, boost::intrusive::constant_time_size<false>>
      known_;
  std::vector<RequestState*> news_;
  std::size_t visits_ = 0;
};

}  // namespace toruscope::core
