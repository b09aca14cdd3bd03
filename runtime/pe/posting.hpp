// SPDX-License-Identifier: Apache-2.0
// Posting: a message is made of a body and an envelope and goes to the send side, or to the PE's
// own mailbox (T12); a receive goes to the mailbox. A test may put a tap in between.
//
// Threads     Called from inside the PE.
// Not here    How a send is booked (pe/sends.hpp), and how a receive completes (pe/calls.hpp).

#pragma once

#include "runtime/core/checksum.hpp"
#include "runtime/pe/checks.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/receives.hpp"
#include "runtime/pe/requests.hpp"
#include "runtime/pe/sends.hpp"

#include <cstddef>
#include <span>
#include <utility>

namespace toruscope::core {

class Posting {
 public:
  Posting(PeCore& core, Requests& requests, Sends& sends, Receives& receives, const Checks& checks)
      : core_(core), requests_(requests), sends_(sends), receives_(receives), checks_(checks) {}

  static std::span<const std::byte> bytes_of(std::span<const std::byte> data) { return data; }
  static std::span<const std::byte> bytes_of(const detail::OwnedBuffer& data) { return data.bytes(); }
  /// A message with a copy of the data, or with the data themselves.
  [[gnu::always_inline]] Message* message_of(std::span<const std::byte> data) {
    if (tap_ != nullptr) last_read_ = data.data();
    reads_next_ = data.data() + data.size();
    return core_.host.messages.copy_of(data);
  }
  Message* message_of(detail::OwnedBuffer&& data);

  /// True if a send of this message is booked when it is posted, and nobody sees how.
  [[nodiscard]] bool is_booked_at_once(const Message& m) const {
    return sends_.is_booked_at_once(m) && !core_.is_any(PeCore::is_tapped);
  }
  void fill_envelope(const Place& place, Rank to, Message& m, int tag) const {
    m.source = core_.rank;
    m.source_in_group = place.rank;
    m.destination = place.group.world_rank(to);
    m.tag = tag;
    m.context = place.context;
    m.posted = core_.clock.time;
  }
  /// Posts a send that is booked at once; its envelope is filled. Returns its end: to be read
  /// before the next send.
  [[gnu::always_inline]] const Stamp& post_at_once(Message* message) {
    if (message->is_to_self()) [[unlikely]]
      return post_to_self(message);
    return sends_.post_at_once(*message);
  }
  /// Posts a send that its PE waits for: the clock of the PE becomes the end of the send.
  [[gnu::always_inline]] void post_and_wait(Message* message) {
    if (message->is_to_self()) [[unlikely]]
      static_cast<void>(post_to_self(message));
    else
      sends_.post_and_wait(*message);
  }
  /// Posts a send whose request is told when it is complete.
  RequestState* post_send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
    RequestState* request = requests_.add(RequestState::Kind::send, to, place.group.world_rank(to), tag);
    request->bytes = message->bytes;
    if (is_synchronous || !is_booked_at_once(*message)) [[unlikely]] {
      try {
        post(place, to, message, tag, request, is_synchronous);
      } catch (...) {  // thrown by what the test does in the tap
        requests_.release(request);
        throw;
      }
      return request;
    }
    fill_envelope(place, to, *message, tag);
    request->completion() = post_at_once(message);
    return request;
  }
  /// `is_blocking`: the PE's clock does not change before the receive is complete, if the PE has
  /// one strand.
  [[gnu::always_inline]] RequestState* post_receive(const Place& place, Rank from,
                                                    const detail::Destination& into, int tag,
                                                    bool is_blocking) {
    checks_.size("recv", into.bytes.size());
    if (from == any_source) [[unlikely]] {
      checks_.alone("a receive without a source");
      core_.note_unusual(PeCore::takes_turns);
    }
    const Rank world_rank = from == any_source ? any_source : place.group.world_rank(from);
    RequestState* request = requests_.add(RequestState::Kind::receive, from, world_rank, tag);
    request->context = place.context;
    request->into = into;
    request->bytes = into.bytes.size();
    request->posted_at = &core_.clock;
    if (!is_blocking || core_.is_any(PeCore::has_strands)) {
      request->stamp = core_.clock;
      request->posted_at = &request->stamp;
    }
    if (kChecksBuffers) request->checksum = checksum_of(into.bytes);
    try {
      receives_.mailbox().post(*request);
    } catch (...) {  // this computer has no memory for it
      requests_.release(request);
      throw;
    }
    return request;
  }

  /// Puts a test between the program and the machine, or null for nothing; returns what was there.
  Tap* exchange_tap(Tap* tap) {
    core_.note_unusual(PeCore::is_tapped, tap != nullptr);
    return std::exchange(tap_, tap);
  }
  [[nodiscard]] Tap* tap() const { return tap_; }

  // --- what the PE will read when it goes on, as far as that can be guessed (pe/prefetch.hpp) ----
  void note_caller(const Communicator& communicator) { caller_ = &communicator; }
  [[nodiscard]] const void* caller() const { return caller_; }
  [[nodiscard]] const std::byte* reads_next() const { return reads_next_; }

 private:
  void post(const Place& place, Rank to, Message* message, int tag, RequestState* request, bool is_synchronous);
  [[gnu::noinline]] const Stamp& post_to_self(Message* message);
  void post_through_tap(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                        bool is_synchronous);

  // where the body of the last message asked for was read, for the tap
  const std::byte* last_read_ = nullptr;
  PeCore& core_;
  Requests& requests_;
  Sends& sends_;
  Receives& receives_;
  const Checks& checks_;
  Tap* tap_ = nullptr;
  const void* caller_ = nullptr;  // the communicator of its last transfer
  // the body of its next message, if it sends block after block
  const std::byte* reads_next_ = nullptr;
};

}  // namespace toruscope::core
