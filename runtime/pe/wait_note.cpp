// SPDX-License-Identifier: Apache-2.0
#include "runtime/pe/wait_note.hpp"

#include "runtime/pe/pe.hpp"

#include <toruscope/note.hpp>

#include <utility>

namespace toruscope::core {

WaitNote::WaitNote(std::function<std::vector<std::string>()> lines)
    : pe_(*current_pe()), lines_(std::move(lines)), next_(pe_.exchange_wait_note(this)) {}

WaitNote::WaitNote(std::function<std::string()> text)
    : pe_(*current_pe()), text_(std::move(text)), next_(pe_.exchange_wait_note(this)) {}

std::vector<std::string> WaitNote::lines() const {
  if (lines_) return lines_();
  const std::string text = text_();
  return text.empty() ? std::vector<std::string>() : std::vector<std::string>{text};
}

std::string WaitNote::of_callers(const Pe& pe) {
  std::string all;
  for (const WaitNote* note = pe.wait_note(); note != nullptr; note = note->next_)
    if (!note->lines_)
      for (const std::string& text : note->lines()) all += ", " + text;
  return all;
}

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

namespace toruscope {

Note::Note(const Communicator& comm, std::string text)
    : Note(comm, [text = std::move(text)] { return text; }) {}

Note::Note(const Communicator& comm, std::function<std::string()> text) {
  comm.check_owner("note");
  note_ = std::make_unique<core::WaitNote>(std::move(text));
}

Note::~Note() = default;

}  // namespace toruscope
