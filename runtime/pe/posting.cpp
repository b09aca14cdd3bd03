// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/posting.hpp"

#include "runtime/pe/tap.hpp"

namespace toruscope::core {

Message* Posting::message_of(detail::OwnedBuffer&& data) {
  if (tap_ != nullptr) last_read_ = data.bytes().data();
  return core_.host.messages.carrying(std::move(data));
}

// --- sends ---------------------------------------------------------------------------------------

const Stamp& Posting::post_to_self(Message* message) {
  sends_.stamp_to_self(*message);
  static_cast<void>(receives_.mailbox().deliver(message));  // a PE that posts does not wait
  return core_.clock;
}

void Posting::post(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                   bool is_synchronous) {
  if (tap_ != nullptr) return post_through_tap(place, to, message, tag, request, is_synchronous);
  fill_envelope(place, to, *message, tag);
  if (!message->is_to_self()) return sends_.post(*message, request, is_synchronous);
  if (is_synchronous) {
    sends_.stamp_to_self(*message);
    sends_.keep_to_self(*message, request);
    return receives_.deliver_announcement(announcement_of(*message));
  }
  if (request != nullptr) request->completion() = core_.clock;
  static_cast<void>(post_to_self(message));
}

/// Sends what the tap makes of a message.
void Posting::post_through_tap(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                               bool is_synchronous) {
  struct Lifted {  // what the tap sends instead is not shown to it again
    Posting& posting;
    Tap* const tap = posting.exchange_tap(nullptr);
    ~Lifted() { posting.exchange_tap(tap); }
  } const lifted{*this};
  const auto body = message->contents();
  Tap::Sending asked{place, to, tag, {body.begin(), body.end()}, last_read_};
  core_.host.messages.put(message);
  const auto instead = lifted.tap->send(std::move(asked));
  if (request != nullptr) request->completion() = core_.clock;
  for (const Tap::Sending& s : instead) checks_.way(s.place.group, s.to, s.data.size());
  for (const Tap::Sending& s : instead)
    post(s.place, s.to, message_of(s.data), s.tag, &s == &instead.back() ? request : nullptr, is_synchronous);
}

}  // namespace toruscope::core
