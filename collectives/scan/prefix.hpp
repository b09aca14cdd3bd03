// SPDX-License-Identifier: Apache-2.0
// The partial sums that PE i keeps in a scan: c, over a window of PEs that ends with PE i; e, over
// the same window without PE i.
//
//   before      c = v(i)                e = nothing
//   absorb      c = windows + c         e = windows + e     windows are neighbours, leftmost first
//   at the end  c = v(0) + ... + v(i)   e = v(0) + ... + v(i-1), nothing on the first PE
//
// A window of PEs without values is a message of no bytes, which changes nothing. No identity
// element is needed. A value of several elements may be known in parts, each a prefix of its own.
// Source  Lin, Yeh, parallel prefix in the k-port postal model, Algorithm A; e replaces B's d.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <span>
#include <utility>

namespace toruscope::collectives {

class Prefix {
 public:
  /// `own`: one value, or the part of one, of `bytes` bytes; or empty.
  Prefix(Buffer own, std::size_t bytes, const Combine& op) : op_(op), bytes_(bytes), window_(std::move(own)) {}

  /// Uses up at least one window. Errors: ProgramError if one has neither `bytes` bytes nor none.
  void absorb(const Communicator& comm, std::span<Buffer> windows);
  void absorb(const Communicator& comm, Buffer window) { absorb(comm, std::span(&window, 1)); }
  void check(const Communicator& comm, const Buffer& window) const;
  /// left + right, where nothing + x = x.
  [[nodiscard]] Buffer joined(const Buffer& left, Buffer right) const {
    put_before(left, right);
    return right;
  }

  /// Window c to send on; at the end the inclusive prefix.
  [[nodiscard]] const Buffer& window() const { return window_; }
  /// Exclusive prefix e.
  [[nodiscard]] const Buffer& before() const { return before_; }

 private:
  /// right becomes left + right.
  void put_before(const Buffer& left, Buffer& right) const;

  const Combine& op_;
  std::size_t bytes_;
  Buffer window_;
  Buffer before_;
};

/// The values of a PE's run combined; empty if there are none.
Buffer total_of(const Communicator& comm, std::span<const std::byte> data, const Combine& op);

/// Replaces each value of a run by `before` + the values of the run up to it, or (exclusive) before
/// it. The very first value of all has nothing before it, and stays as it was if exclusive.
void finish_run(const Communicator& comm, std::span<std::byte> data, Buffer before, const Combine& op,
                bool is_exclusive);

}  // namespace toruscope::collectives
