// SPDX-License-Identifier: Apache-2.0
// The operations of a PE that are under way, and the rounds put together of them (T6, T10): how they begin and are given
// up. How they are completed is in engine/pe_completion.cpp.

#include "runtime/engine/pe_inline.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

// --- requests --------------------------------------------------------------------------------------------------

/// None of those that were made is free.
RequestState* Pe::add_request() {
  return requests_.emplace_back(std::make_unique<RequestState>()).get();
}

void Pe::release_all(std::span<RequestState* const> requests) {
  bool has_put_back = false;
  for (RequestState* r : requests) {
    has_put_back = has_put_back || r->message != nullptr;
    if (r->kind == RequestState::Kind::receive) withdraw(*r);
    release(r);
  }
  if (has_put_back && !is_unwinding_) match_again();  // a PE that is unwound receives nothing more
}

void Pe::withdraw(RequestState& receive) {
  leave_order(receive);
  mailbox_.withdraw(receive, clock_);
}

/// Which message belongs to which receive follows from two orders alone (T10): receives as posted, messages as they
/// arrived. So all receives that are not over are posted once more.
void Pe::match_again() {
  std::vector<RequestState*> pending;
  for (const auto& r : requests_)
    if (r->is_live && r->kind == RequestState::Kind::receive) pending.push_back(r.get());
  std::sort(pending.begin(), pending.end(),
            [](const RequestState* a, const RequestState* b) { return a->posted < b->posted; });
  for (RequestState* r : pending) withdraw(*r);
  for (RequestState* r : pending) mailbox_.post(*r);
}

void Pe::abandon(RequestState* request) noexcept {
  try {
    give_up(request);
  } catch (...) {
    run_.note_refusal(worker_);
  }
}

void Pe::give_up(RequestState* request) {
  if (!is_misused_ && !is_unwinding_ && std::uncaught_exceptions() == 0)
    note_misuse(fmt::format("request: the {} {} ({}) was destroyed before its wait",
                            request->kind == RequestState::Kind::send ? "isend to" : "irecv from",
                            request->names_source() ? fmt::format("PE {}", request->world_partner) : "any PE",
                            request->tag == any_tag ? "any tag" : fmt::format("tag {}", request->tag)));
  release_all({&request, 1});
}

// --- rounds ----------------------------------------------------------------------------------------------------

void Pe::begin_round() {
  is_in_round_ = true;
  round_pays_startup_ = false;
  round_sent_ = nullptr;
  round_length_ = Ticks{};
  round_.clear();
}

void Pe::round_send(const Place& place, Rank to, Message* message, int tag) {
  if (is_booked_at_once(*message)) {
    fill_envelope(place, to, *message, tag);
    round_pays_startup_ = round_pays_startup_ || !message->is_to_self();
    round_length_ += run_.costs().ts + run_.costs().transmission(message->bytes);
    round_sends_.push_back(message);
    if (message->is_to_self()) post_round_sends();
    return;
  }
  post_round_sends();
  keep_round_end();
  RequestState* request = new_request(RequestState::Kind::send, to, place.group.world_rank(to), tag);
  request->bytes = message->bytes;
  post_send(place, to, message, tag, request);
  round_pays_startup_ = round_pays_startup_ || request->world_partner != rank_;
  round_.push_back(request);
}

void Pe::round_receive(const Place& place, Rank from, Destination into, int tag) {
  round_.push_back(post_receive(place, from, into, tag, true));
}

void Pe::end_round() {
  is_in_round_ = false;
  complete(round(), "round", round_pays_startup_);
}

/// A round of these two, in one call.
void Pe::sendrecv(const Place& place, Rank to, std::span<const std::byte> data, Rank from, Destination into,
                  int tag) {
  begin_round();
  try {
    check_partner("round", place.group, to, tag, false);
    check_way(place.group, to, data.size());
    round_send(place, to, copy_of(data), tag);
    check_partner("round", place.group, from, tag, true);
    round_receive(place, from, into, tag);
  } catch (...) {
    cancel_round();
    throw;
  }
  end_round();
}

/// The PE does it itself, or its worker as soon as it waits.
void Pe::post_round_sends() {
  for (Message*& message : round_sends_) {
    if (message == nullptr) continue;  // the host's memory ended behind it
    keep_round_end();
    const Stamp& complete = post_at_once(std::exchange(message, nullptr));
    if (round_sent_ == nullptr || complete.time > round_sent_->time) round_sent_ = &complete;
  }
  round_sends_.clear();
}

/// Something else will be sent: where its end comes, that of another may lie.
void Pe::keep_round_end() {
  if (round_sent_ == nullptr) return;
  round_end_ = *round_sent_;
  round_sent_ = &round_end_;
}

void Pe::cancel_round() noexcept {
  is_in_round_ = false;
  try {
    post_round_sends();
    round_sent_ = nullptr;
    release_all(round());
  } catch (...) {
    run_.note_refusal(worker_);
  }
  round_sent_ = nullptr;
  round_.clear();
}

}  // namespace toruscope::detail
