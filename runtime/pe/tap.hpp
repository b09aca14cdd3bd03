// SPDX-License-Identifier: Apache-2.0
// A seam between the program of one PE and the machine, through which tests damage what passes: a
// check that finds no fault in a run whose messages were dropped, doubled or mixed up is no check.
//
//   program   send(to, data) -> Tap::send: which messages are sent instead -> machine
//   machine   message -> Tap::receive: may change its body -> copied into the program's buffer
//
// Threads     A Tap belongs to the PE on which it lies; it is called while that PE's program runs.
// Not here    Any use of it: the library has none, and it is no part of the public interface. Runs
//             without data, whose messages have nothing that could be damaged.

#pragma once

#include "runtime/pe/pe.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace toruscope::core {

class Tap {
 public:
  /// A send as the program asked for it, of a round or by itself.
  struct Sending {
    Place place;  ///< the communicator, as this PE sees it
    Rank to;      ///< a rank of that communicator
    int tag;
    std::vector<std::byte> data;  ///< a copy, taken when the send was asked for
    /// the program's own copy of `data`; not to be read: it may be gone
    const std::byte* source;
  };
  /// A message that is about to be copied to `buffer`, which still holds what it held before.
  struct Receiving {
    Rank source;  ///< a rank of the communicator in which it was sent
    int tag;
    std::span<std::byte> message;  ///< bytes that the program will get; may be changed in place
    std::span<std::byte> buffer;   ///< empty if the program takes over the message's memory
  };

  Tap() = default;
  Tap(const Tap&) = delete;
  Tap& operator=(const Tap&) = delete;
  virtual ~Tap() = default;

  /// Returns the messages to send instead, in this order: none drops it. To the program it is one
  /// send, which ends with the last of them. Precondition: destinations are ranks of their
  /// communicator, tags are 0 .. kMaxTag.
  [[nodiscard]] virtual std::vector<Sending> send(Sending asked) {
    std::vector<Sending> as_asked;
    as_asked.push_back(std::move(asked));
    return as_asked;
  }
  virtual void receive(const Receiving& message) { static_cast<void>(message); }
};

/// Passes all messages of the PE whose program makes it through the tap, while it lives.
class TapScope {
 public:
  explicit TapScope(Tap& tap) : pe_(*current_pe()), outer_(pe_.posting().exchange_tap(&tap)) {}
  TapScope(const TapScope&) = delete;
  TapScope& operator=(const TapScope&) = delete;
  ~TapScope() { pe_.posting().exchange_tap(outer_); }

 private:
  Pe& pe_;
  Tap* const outer_;
};

}  // namespace toruscope::core
