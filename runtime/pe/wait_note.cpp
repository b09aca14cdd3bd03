// SPDX-License-Identifier: Apache-2.0
#include "runtime/pe/wait_note.hpp"

#include "runtime/pe/pe.hpp"

#include <utility>

namespace toruscope::core {

WaitNote::WaitNote(std::function<std::vector<std::string>()> lines)
    : pe_(*current_pe()), lines_(std::move(lines)), next_(pe_.exchange_wait_note(this)) {}

// Operations that a PE has started may end in any order, so this need not be the last one that was
// made.
WaitNote::~WaitNote() {
  WaitNote* const last = pe_.exchange_wait_note(nullptr);
  if (last == this) {
    pe_.exchange_wait_note(next_);
    return;
  }
  WaitNote* before = last;
  while (before->next_ != this) before = before->next_;
  before->next_ = next_;
  pe_.exchange_wait_note(last);
}

}  // namespace toruscope::core
