// SPDX-License-Identifier: Apache-2.0
// Verdict on a submission: points of each line of the rubric, and why the others are lost.

#pragma once

#include "labs/support/lab.hpp"
#include "labs/support/marks.hpp"

#include <string>

namespace toruscope::labs {

struct Verdict {
  enum class Ending {
    graded,      ///< all checks have run
    not_built,   ///< the compiler refused it
    stopped,     ///< it did what no lab needs, ran too long, crashed, ended the process
    foul,        ///< it got around the lab's task
    not_graded,  ///< the grading ended before it: no marks, also none of 0
  };
  std::string submission{};  ///< the file, as named by the user
  std::string student{};     ///< who handed it in; empty: unknown
  const Lab* lab = nullptr;
  Ending ending = Ending::graded;
  Marks marks{};           ///< if graded
  std::string reason{};    ///< else: a sentence
  std::string hint{};      ///< else
  std::string compiler{};  ///< its words: errors, warnings

  [[nodiscard]] int points() const;
  [[nodiscard]] bool is_full() const { return points() == most(); }
  [[nodiscard]] int most() const;
  /// Points of item `index` of the rubric.
  [[nodiscard]] int points_of(std::size_t index) const;
  [[nodiscard]] std::optional<Fault> fault_of(std::size_t index) const;
};

/// Writes "graded", "not built", "stopped", "foul" or "not graded".
std::string to_string(Verdict::Ending ending);

/// Text of a fault, line by line: finding, run, hint, output.
std::string to_string(const Fault& fault);

/// Makes the words of others in it (exceptions, the compiler's, names in a source) fit for a
/// terminal and for Markdown: they keep their lines, and none begins like a row of a table.
void make_plain(Verdict& verdict);

}  // namespace toruscope::labs
