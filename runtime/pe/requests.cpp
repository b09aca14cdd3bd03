// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/requests.hpp"

#include <fmt/core.h>

namespace toruscope::core {

Requests::~Requests() {
  for (auto& request : all_)
    if (request->message != nullptr) discard(request->message);
}

void Requests::leave_to_handles() {
  for (auto& request : all_)
    if (request->pe != nullptr && request->is_live) {
      leave_order(*request);
      if (request->message != nullptr) messages_.put(std::exchange(request->message, nullptr));
      request->pe = nullptr;
      static_cast<void>(request.release());
    }
  std::erase(all_, nullptr);
}

std::vector<RequestState*>* Requests::news_for(std::size_t handles) {
  if (handles <= CompletionOrder::kFew || order_ != nullptr) return nullptr;
  order_ = std::make_unique<CompletionOrder>();
  for (const auto& r : all_) order_->news().push_back(r.get());
  return &order_->news();
}

RequestState* Requests::first_known(std::span<const Request> handles) {
  const Request* const begin = handles.data();
  if (handles.size() > CompletionOrder::kFew) {
    order_->take_news();
    RequestState* first = order_->first_in(begin, begin + handles.size(), handles.size());
    if (first != nullptr || order_->visits() < handles.size()) return first;
  }
  RequestState* first = nullptr;
  for (const Request& r : handles) {
    RequestState* const state = state_of(r);
    const bool is_mine = state != nullptr && state->pe == pe_;
    if (is_mine && state->is_known() && (first == nullptr || completes_first(*state, *first))) first = state;
  }
  return first;
}

void Requests::name(RequestState& request, const Request* handle) {
  const bool is_ordered = request.is_ordered;
  if (is_ordered) order_->remove(request);
  request.named_by = handle;
  if (is_ordered) order_->insert(request);
}

void Requests::note_misuse(std::string what) {
  misuse_ = std::make_unique<std::string>(std::move(what));
  is_misused_ = true;
}

std::string Requests::destroyed_text(const RequestState& request) {
  if (request.kind == RequestState::Kind::started)
    return "start: the request of an operation was destroyed before its wait";
  return fmt::format("request: the {} {} ({}) was destroyed before its wait",
                     request.kind == RequestState::Kind::send ? "isend to" : "irecv from",
                     request.names_source() ? fmt::format("PE {}", request.world_partner) : "any PE",
                     request.tag == any_tag ? "any tag" : fmt::format("tag {}", request.tag));
}

std::string Requests::take_misuse() {
  is_misused_ = false;
  return *std::exchange(misuse_, nullptr);
}

}  // namespace toruscope::core
