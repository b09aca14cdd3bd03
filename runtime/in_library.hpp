// SPDX-License-Identifier: Apache-2.0
// Where a PE's program calls the library: what it has computed until then is charged, if that is measured.

#pragma once

#include "runtime/pe/pe.hpp"

namespace toruscope::core {

/// What a PE does from here to the end of the scope is the library's work, not the program's.
class InLibrary {
 public:
  explicit InLibrary(Pe& pe) : pe_(pe) { pe_.leave_program(); }
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;
  ~InLibrary() { pe_.enter_program(); }

 private:
  Pe& pe_;
};

}  // namespace toruscope::core
