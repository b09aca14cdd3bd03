// SPDX-License-Identifier: Apache-2.0
// Note on the wait of a PE in the words of the input that its program plays: a line of a schedule,
// a node of a trace. Reports of runs that do not end show it below what the PE itself waits for.
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
  WaitNote(const WaitNote&) = delete;
  WaitNote& operator=(const WaitNote&) = delete;
  ~WaitNote();

  [[nodiscard]] std::vector<std::string> lines() const { return lines_(); }
  /// The PE's note that was made before this one; null if there is none.
  [[nodiscard]] const WaitNote* next() const { return next_; }

 private:
  Pe& pe_;
  const std::function<std::vector<std::string>()> lines_;
  WaitNote* next_;
};

}  // namespace toruscope::core
