// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/unclaimed_messages.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::core {

UnclaimedMessages::~UnclaimedMessages() {
  orders_.reset();
  one_.clear_and_dispose([](Message* m) { discard(m); });
  for (Chain& chain : chains_) chain.clear_and_dispose([](Message* m) { discard(m); });
}

template <class F>
void UnclaimedMessages::for_each_order(F&& f) {
  if (orders_ == nullptr) return;
  if (orders_->by_source.is_kept) f(orders_->by_source);
  if (orders_->by_tag.is_kept) f(orders_->by_tag);
  if (orders_->by_context.is_kept) f(orders_->by_context);
  if (orders_->by_arrival.is_kept) f(orders_->by_arrival);
}

template <class O>
O& UnclaimedMessages::kept(O Orders::*order) {
  if (orders_ == nullptr) orders_ = std::make_unique<Orders>();
  O& kept = (*orders_).*order;
  if (std::exchange(kept.is_kept, true)) return kept;
  for (Message& m : one_) kept.messages.insert(m);
  for (Chain& chain : chains_)
    for (Message& m : chain) kept.messages.insert(m);
  return kept;
}

void UnclaimedMessages::insert(Message& message, bool was_here) {
  if (count_ >= kFew && count_ >= 2 * chains_.size()) grow();
  Chain& chain = chain_of(message);
  auto place = chain.end();
  if (was_here)
    place = std::find_if(chain.begin(), chain.end(), [&](const Message& m) {
      return m.source == message.source && m.sequence > message.sequence;
    });
  chain.insert(place, message);
  ++count_;
  if (message.is_announcement()) ++announcements_;
  for_each_order([&](auto& order) { order.messages.insert(message); });
}

void UnclaimedMessages::erase_from_orders(Message& message) {
  for_each_order([&](auto& order) { order.messages.erase(order.messages.iterator_to(message)); });
}

void UnclaimedMessages::grow() {
  std::vector<Chain> old(chains_.empty() ? 2 * kFew : 2 * chains_.size());
  old.swap(chains_);
  const auto move = [&](Message* m) { chain_of(*m).push_back(*m); };
  one_.clear_and_dispose(move);
  for (Chain& chain : old) chain.clear_and_dispose(move);
}

Message* UnclaimedMessages::find_fitting(const RequestState& pattern) {
  if (!pattern.names_source())
    return pattern.names_tag() ? kept(&Orders::by_tag).first_fitting(pattern)
                               : kept(&Orders::by_context).first_fitting(pattern);
  if (!pattern.names_tag()) return kept(&Orders::by_source).first_fitting(pattern);
  Chain& chain = chain_of(pattern.context, pattern.world_partner, pattern.tag);
  const auto found =
      std::find_if(chain.begin(), chain.end(), [&](const Message& m) { return pattern.fits(m); });
  return found == chain.end() ? nullptr : &*found;
}

std::vector<const Message*> UnclaimedMessages::all() const {
  std::vector<const Message*> all;
  for (const Message& m : one_) all.push_back(&m);
  for (const Chain& chain : chains_)
    for (const Message& m : chain) all.push_back(&m);
  return all;
}

// --- orders --------------------------------------------------------------------------------------

template <OrderHook Message::*kHook, bool kContext, bool kSource, bool kTag>
Message* UnclaimedMessages::Order<kHook, kContext, kSource, kTag>::first_fitting(const RequestState& pattern) {
  const Key first{
      pattern.context, kSource ? pattern.world_partner : 0, kTag ? pattern.tag : 0, Ticks{INT64_MIN}, INT_MIN,
      INT64_MIN};
  const auto found = messages.lower_bound(first, Less{});
  return found == messages.end() || !pattern.fits(*found) ? nullptr : &*found;
}

void UnclaimedMessages::keep_order() {
  static_cast<void>(kept(&Orders::by_arrival));
}

Message* UnclaimedMessages::first_after(Ticks time) {
  auto& arrivals = orders_->by_arrival;
  const auto later = arrivals.messages.upper_bound(Key{0, 0, 0, time, INT_MAX, INT64_MAX},
                                                   decltype(Orders::by_arrival)::Less{});
  return later == arrivals.messages.end() ? nullptr : &*later;
}

Message* UnclaimedMessages::next_after(Message& message) {
  auto& arrivals = orders_->by_arrival.messages;
  const auto next = ++arrivals.iterator_to(message);
  return next == arrivals.end() ? nullptr : &*next;
}

}  // namespace toruscope::core
