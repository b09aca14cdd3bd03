// SPDX-License-Identifier: Apache-2.0
// Boundary at which a PE's program calls the library: measured work is charged, the call begins.

#pragma once

#include "runtime/pe/pe.hpp"

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

/// Checks the partner and tag of a send and begins it. False if it is to do nothing (Calls::begin).
inline bool begin_send(Pe& pe, const char* operation, const Group& group, Rank to, int tag) {
  if (!pe.calls().check(operation)) return false;
  pe.checks().partner(operation, group, to, tag, false);
  return pe.calls().begin();
}

/// Begins a call that receives, which may name any source and any tag.
inline bool begin_receive(Pe& pe, const char* operation, const Group& group, Rank from, int tag) {
  if (!pe.calls().check(operation)) return false;
  pe.checks().partner(operation, group, from, tag, true);
  return pe.calls().begin();
}

}  // namespace toruscope::core
