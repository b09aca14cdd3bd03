// SPDX-License-Identifier: Apache-2.0
// The requests of one PE: which are live, which of many is complete first, and what the program did
// wrong with them where nothing could be thrown.
//
// Invariants  (1) A live request is in use by the program or by a call; one that is not live is in
//                 the list of free ones.
//             (2) Whoever takes a request (renew) finds no trace of its last use; a message that it
//                 got goes back to the pool when it is released.
//             (3) When the program has ended, live requests belong to their handles, which may
//                 outlive the PE.
// Threads     Belongs to its PE.
// Not here    Where a receive lies before it has its message (path/mailbox.hpp).

#pragma once

#include "runtime/path/message.hpp"
#include "runtime/pe/completion_order.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::core {

/// The request that a handle names, or null.
RequestState* state_of(const Request& handle);

class Requests {
 public:
  /// `pe`: whose they are.
  Requests(Pe* pe, MessagePool& messages) : pe_(pe), messages_(messages) {}
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;
  /// Ends the messages that they have.
  ~Requests();

  [[nodiscard, gnu::always_inline]] RequestState* add(RequestState::Kind kind, Rank partner, Rank world_partner,
                                                      int tag) {
    RequestState* r = free_;
    if (r == nullptr) [[unlikely]] {
      r = made();
    } else {
      free_ = r->next;
    }
    r->renew(kind, partner, world_partner, tag);
    ++live_;
    return r;
  }
  /// Releases a request that is over: its memory may be the next one's. Precondition: it lies in no
  /// mailbox.
  [[gnu::always_inline]] void release(RequestState* request) {
    leave_order(*request);  // which looks at its message
    if (request->sending != nullptr) forget_request(*request->sending);
    if (request->message != nullptr) messages_.put(std::exchange(request->message, nullptr));
    free(request);
  }
  /// Releases a receive that has got a message.
  [[gnu::always_inline]] void release_received(RequestState* request) {
    leave_order(*request);
    messages_.put(request->message);
    request->message = nullptr;
    free(request);
  }
  [[nodiscard]] std::size_t live() const { return live_; }
  /// Calls use(request) for each live receive.
  template <class Use>
  void for_each_live_receive(Use&& use) const {
    for (const auto& r : all_)
      if (r->pe != nullptr && r->is_live && r->kind == RequestState::Kind::receive) use(*r);
  }
  /// Calls use(message) for each live request, with the message that it has got, or null.
  template <class Use>
  void for_each_message(Use&& use) const {
    for (const auto& r : all_)
      if (r->is_live) use(r->message);
  }
  /// The program has ended: those that are live are their handles' own.
  void leave_to_handles();

  // --- which is complete first -------------------------------------------------------------------
  /// The request of these handles that completes first, among those that are pending and known to
  /// complete; null if there is none.
  [[nodiscard]] RequestState* first_known(std::span<const Request> handles);
  /// The list in which requests are to be noted as soon as it is known when they complete, if so
  /// many handles are waited for; null: no list yet.
  [[nodiscard]] std::vector<RequestState*>* news_for(std::size_t handles);
  void note_known(RequestState& request) {
    if (order_ != nullptr) order_->news().push_back(&request);
  }
  void leave_order(RequestState& request) {
    if (request.is_ordered) order_->remove(request);
  }
  [[nodiscard]] FirstPending& first_pending() { return first_pending_; }
  /// A handle of the program names this request of this PE from now on.
  void name(RequestState& request, const Request* handle);

  // --- misuse found where nothing could be thrown: the PE's next call throws it ------------------
  [[nodiscard]] bool is_misused() const { return is_misused_; }
  void note_misuse(std::string what);
  /// The words for a request whose handle was destroyed before its wait.
  [[nodiscard]] static std::string destroyed_text(const RequestState& request);
  [[nodiscard]] std::string take_misuse();

 private:
  [[gnu::always_inline]] void free(RequestState* request) {
    request->is_live = false;
    request->next = std::exchange(free_, request);
    --live_;
  }
  [[gnu::noinline]] RequestState* made() {
    RequestState* request = all_.emplace_back(std::make_unique<RequestState>()).get();
    request->pe = pe_;
    return request;
  }

  // What every request needs comes last.
  Pe* const pe_;
  FirstPending first_pending_;  // of the array of the last wait_any
  std::vector<std::unique_ptr<RequestState>> all_;
  std::unique_ptr<std::string> misuse_;
  std::unique_ptr<CompletionOrder> order_;  // once wait_any has been called with many requests
  MessagePool& messages_;
  RequestState* free_ = nullptr;
  std::uint32_t live_ = 0;
  bool is_misused_ = false;
};

}  // namespace toruscope::core
