// SPDX-License-Identifier: Apache-2.0
// What nearly every call of a program passes, as far as it is usual: part of its callers, wherever they are. What is rare is
// called.

#pragma once

#include "runtime/engine/pe.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::detail {

// --- checks ----------------------------------------------------------------------------------------------------

inline bool Pe::check(const char* operation) {
  const bool is_usual = !is_unwinding_ && !is_in_round_ && !is_misused_ && !run_.must_stop();
  return is_usual || check_at_length(operation);
}

inline bool Pe::check_brief(const char* operation, int patience) {
  const bool is_usual = !is_unwinding_ && !is_in_round_ && !is_misused_ && !run_.must_stop();
  return is_usual || check_at_length(operation, patience);
}

inline bool can_be_partner(const Group& group, Rank partner, bool is_receive) {
  return (partner >= 0 && partner < group.size()) || (is_receive && partner == any_source);
}

inline void Pe::check_partner(const char* operation, const Group& group, Rank partner, int tag,
                              bool is_receive) const {
  const bool can_be_tag = (tag >= 0 && tag <= kMaxTag) || (is_receive && tag == any_tag);
  if (!can_be_tag || !can_be_partner(group, partner, is_receive))
    refuse_partner(operation, group, partner, tag, is_receive);
}

inline bool Pe::check_send(const char* operation, const Group& group, Rank to, int tag) {
  if (!check(operation)) return false;
  check_partner(operation, group, to, tag, false);
  return true;
}
inline bool Pe::check_receive(const char* operation, const Group& group, Rank from, int tag) {
  if (!check(operation)) return false;
  check_partner(operation, group, from, tag, true);
  return true;
}

/// A clock that would pass the longest virtual time is refused, never wrapped.
inline void Pe::check_way(const Group& group, Rank to, std::size_t bytes) const {
  const Ticks begin = std::max(clock_.time, ports_.sends_end()) + round_length_;
  if (!run_.length_limit().allows(begin, bytes)) check_long(group, to, bytes);
}

// --- sends -----------------------------------------------------------------------------------------------------

inline Message* Pe::copy_of(std::span<const std::byte> data) {
  if (tap_ != nullptr) last_read_ = data.data();
  reads_next_ = data.data() + data.size();
  return worker_.messages.copy_of(data);
}

inline void Pe::fill_envelope(const Place& place, Rank to, Message& m, int tag) {
  m.source = rank_;
  m.source_in_group = place.rank;
  m.destination = place.group.world_rank(to);
  m.tag = tag;
  m.context = place.context;
  m.posted = clock_.time;
}

inline bool Pe::is_bookable_later() const {
  return run_.is_worm_direct();
}

inline bool Pe::may_wait_for_own_sends() const {
  return is_bookable_later() && shares_ports();
}

inline bool Pe::waits_for_receive(const Message& m) const {
  const auto& eager = run_.parameters().eager;
  return eager && static_cast<std::int64_t>(m.bytes) > *eager;
}

inline bool Pe::is_booked_at_once(const Message& m) const {
  return !is_bookable_later() && queued_sends_.is_empty() && !waits_for_receive(m) && tap_ == nullptr &&
         paths_ == nullptr;
}

// --- requests --------------------------------------------------------------------------------------------------

inline RequestState* Pe::new_request(RequestState::Kind kind, Rank partner, Rank world_partner, int tag) {
  RequestState* r = free_requests_;
  if (r == nullptr) {
    r = add_request();
  } else {
    free_requests_ = r->next;
  }
  r->renew(kind, this, partner, world_partner, tag);
  ++live_requests_;
  return r;
}

inline void Pe::forget_request(Message& m) {
  if (m.request != nullptr) m.request->sending = nullptr;
  m.request = nullptr;
}

inline void Pe::release(RequestState* request) {
  leave_order(*request);
  if (request->sending != nullptr) forget_request(*request->sending);
  if (request->message != nullptr) worker_.messages.put(std::exchange(request->message, nullptr));
  request->is_live = false;
  request->next = std::exchange(free_requests_, request);
  --live_requests_;
}

// --- what has arrived ------------------------------------------------------------------------------------------

inline Stamp Pe::arrival_of(const Message& m) const {
  const int transmissions = run_.stores_messages() ? m.hops : 1;
  const Costs& costs = run_.costs();
  const bool is_equal = run_.has_equal_links();
  return detail::arrival_of(m.start, costs, m.bytes, m.hops, transmissions, m.link_wait,
                            is_equal ? Ticks{} : m.transmission - transmissions * costs.transmission(m.bytes),
                            is_equal ? Ticks{} : m.hop_time - m.hops * costs.th);
}

}  // namespace toruscope::detail
