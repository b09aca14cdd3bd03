// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/posting.hpp"

#include "runtime/core/checksum.hpp"
#include "runtime/pe/tap.hpp"

namespace toruscope::core {

Message* Posting::carrying(detail::OwnedBuffer data) {
  if (tap_ != nullptr) last_read_ = data.bytes().data();
  return core_.host.messages.carrying(std::move(data));
}

// --- sends ---------------------------------------------------------------------------------------

void Posting::post_to_self(Message* message) {
  sends_.stamp_to_self(*message);
  static_cast<void>(receives_.mailbox().deliver(message));  // a PE that posts does not wait
}

const Stamp& Posting::post_at_once(Message* message) {
  if (!message->is_to_self()) return sends_.post_at_once(*message);
  post_to_self(message);
  return core_.clock;
}

void Posting::post(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                   bool is_synchronous) {
  if (tap_ != nullptr) return post_through_tap(place, to, message, tag, request, is_synchronous);
  fill_envelope(place, to, *message, tag);
  if (!message->is_to_self()) return sends_.post(*message, request, is_synchronous);
  if (request != nullptr) request->completion() = core_.clock;
  post_to_self(message);
}

RequestState* Posting::post_send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  RequestState* request = requests_.add(RequestState::Kind::send, to, place.group.world_rank(to), tag);
  request->bytes = message->bytes;
  post(place, to, message, tag, request, is_synchronous);
  return request;
}

/// Sends what the tap makes of a message.
void Posting::post_through_tap(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                               bool is_synchronous) {
  struct Lifted {  // what the tap sends instead is not shown to it again
    Tap*& place;
    Tap* const tap = std::exchange(place, nullptr);
    ~Lifted() { place = tap; }
  } const lifted{tap_};
  const auto body = message->contents();
  Tap::Sending asked{place, to, tag, {body.begin(), body.end()}, last_read_};
  core_.host.messages.put(message);
  const auto instead = lifted.tap->send(std::move(asked));
  if (request != nullptr) request->completion() = core_.clock;
  for (const Tap::Sending& s : instead) checks_.way(s.place.group, s.to, s.data.size());
  for (const Tap::Sending& s : instead)
    post(s.place, s.to, copy_of(s.data), s.tag, &s == &instead.back() ? request : nullptr, is_synchronous);
}

// --- receives ------------------------------------------------------------------------------------

RequestState* Posting::post_receive(const Place& place, Rank from, detail::Destination into, int tag,
                                    bool is_blocking) {
  checks_.size("recv", into.bytes.size());
  if (core_.is_shared) {
    if (from == any_source) checks_.beside("a receive without a source");
    is_blocking = false;  // the clock in the core is that of the strand that runs
  }
  const Rank world_rank = from == any_source ? any_source : place.group.world_rank(from);
  RequestState* request = requests_.add(RequestState::Kind::receive, from, world_rank, tag);
  request->context = place.context;
  request->into = into;
  request->bytes = into.bytes.size();
  if (!is_blocking) request->stamp = core_.clock;
  request->posted_at = is_blocking ? &core_.clock : &request->stamp;
  if (kChecksBuffers) request->checksum = checksum_of(into.bytes);
  try {
    receives_.mailbox().post(*request);
  } catch (...) {  // this computer has no memory for it
    requests_.release(request);
    throw;
  }
  return request;
}

}  // namespace toruscope::core
