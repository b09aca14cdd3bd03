// SPDX-License-Identifier: Apache-2.0
// Notes of whoever calls the library for a PE, for the texts of errors and deadlocks.
//
// Link        toruscope::core

#pragma once

#include <toruscope/communicator.hpp>

#include <functional>
#include <memory>
#include <string>

namespace toruscope {

namespace core {
class WaitNote;
}

/// A note of what a PE is about: while it lives, errors of this PE and reports of runs that do not
/// end tell it, the last one that was made first.
///
///     const Note note(comm, "in MPI_Recv, heat.c:41");
class Note {
 public:
  /// Makes the note, which ends on this PE. Errors: ProgramError on another one.
  Note(const Communicator& comm, std::string text);
  /// A note whose text is asked for when it is told, on the PE or while no PE runs; an empty one is
  /// left out.
  Note(const Communicator& comm, std::function<std::string()> text);
  Note(const Note&) = delete;
  Note& operator=(const Note&) = delete;
  ~Note();

 private:
  std::unique_ptr<core::WaitNote> note_;
};

}  // namespace toruscope
