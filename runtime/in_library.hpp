// SPDX-License-Identifier: Apache-2.0
// Boundary at which a PE's program calls the library: measured work is charged, the call begins;
// checks of a send and the making of its message.

#pragma once

#include "runtime/pe/pe.hpp"

#include <span>
#include <utility>

namespace toruscope::core {

/// Marks the PE's actions until the end of the scope as the library's work.
class InLibrary {
 public:
  explicit InLibrary(Pe& pe) : pe_(pe) { pe_.leave_program(); }
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;
  ~InLibrary() { pe_.enter_program(); }

 private:
  Pe& pe_;
};

/// True if a call need not ask Calls::check() and Calls::begin(): both would let it go on.
[[gnu::always_inline]] inline bool is_call_usual(const Pe& pe) {
  return !pe.core().is_any(Calls::kRareCheck | PeCore::has_strands) && !pe.terms().must_stop();
}

/// Checks the partner and tag of a send and begins it. False if it is to do nothing (Calls::begin).
inline bool begin_send(Pe& pe, const char* operation, const Group& group, Rank to, int tag) {
  const bool is_usual = is_call_usual(pe);
  if (!is_usual && !pe.calls().check(operation)) [[unlikely]]
    return false;
  pe.checks().partner(operation, group, to, tag, false);
  return is_usual || pe.calls().begin();
}

/// Checks the length and way of a send, and makes its message of the data.
template <class Data>
[[gnu::always_inline]] inline Message* checked_message(Pe& pe, const Group& group, Rank to, Data&& data) {
  const std::span<const std::byte> bytes = Posting::bytes_of(data);
  pe.checks().way(group, to, bytes.size());
  return pe.posting().message_of(std::forward<Data>(data));
}

/// Adds a send to the round that the PE describes.
template <class Data>
[[gnu::always_inline]] inline void add_send(Pe& pe, const Place& place, Rank to, Data&& data, int tag) {
  pe.checks().partner("round", place.group, to, tag, false);
  pe.calls().add_send(place, to, checked_message(pe, place.group, to, std::forward<Data>(data)), tag);
}

/// Begins a call that receives, which may name any source and any tag.
inline bool begin_receive(Pe& pe, const char* operation, const Group& group, Rank from, int tag) {
  const bool is_usual = is_call_usual(pe);
  if (!is_usual && !pe.calls().check(operation)) [[unlikely]]
    return false;
  pe.checks().partner(operation, group, from, tag, true);
  return is_usual || pe.calls().begin();
}

}  // namespace toruscope::core
