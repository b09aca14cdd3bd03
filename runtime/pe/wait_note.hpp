// SPDX-License-Identifier: Apache-2.0
// Note on the wait of a PE in the words of the input that its program plays (a line of a schedule,
// a node of a trace), or of its caller (toruscope/note.hpp). Reports of runs that do not end show
// it below what the PE itself waits for; errors of the PE tell what its callers say.
//
// Threads     Made and ended by the PE. The text is asked for while no PE runs.

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace toruscope::core {

class Pe;

class WaitNote {
 public:
  /// `lines` says what is waited for at the moment, a line each. It is called only while this
  /// lives.
  explicit WaitNote(std::function<std::vector<std::string>()> lines);
  /// A note of the PE's caller; an empty text is none.
  explicit WaitNote(std::function<std::string()> text);
  WaitNote(const WaitNote&) = delete;
  WaitNote& operator=(const WaitNote&) = delete;
  ~WaitNote();

  [[nodiscard]] std::vector<std::string> lines() const;
  /// ", in MPI_Recv, heat.c:41": what the callers of a PE say, for its errors.
  [[nodiscard]] static std::string of_callers(const Pe& pe);
  /// The PE's note that was made before this one; null if there is none.
  [[nodiscard]] const WaitNote* next() const { return next_; }

 private:
  Pe& pe_;
  const std::function<std::vector<std::string>()> lines_;  // none: `text_`
  const std::function<std::string()> text_;
  WaitNote* next_;
};

}  // namespace toruscope::core
