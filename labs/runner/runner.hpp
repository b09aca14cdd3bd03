// SPDX-License-Identifier: Apache-2.0
// The program in which one submission runs. `toruscope grade` starts it:
//
//   RUNNER labs                                 tells its labs, as JSON (labs/labs.hpp)
//   RUNNER cases LAB                            tells the runs of a lab (labs/support/cases.hpp)
//   RUNNER LAB OBJECT [view] [closed:ITEM...]   examines the submission in the object
//
// An examination has these descriptors:
//
//   0        a line that nobody else knows, read before the submission is loaded
//   3        where the findings go; each line begins with that line:
//            case RUN ITEM LABEL | load REASON | stop REASON | foul {"found", "hint"} | marks {...}
//            lab REASON: the checks themselves ended in an error
//            end SIGNAL MESSAGES TICKS IS_OWN OFFSET... (faults.hpp)
//   output   what the submission prints; lines of the same kind say which run begins, and what it
//            prints through the machine: RUN | print TICKS RANK TEXT

#pragma once

#include "labs/support/lab.hpp"

#include <vector>

namespace toruscope::labs {

/// A lab as given to the CMake function toruscope_add_labs.
struct PlacedLab {
  Lab (*make)() = nullptr;
  const char* name = "";    ///< Lab::name
  const char* folder = "";  ///< Lab::folder
};

/// Does all that a runner does: its main(), which toruscope_add_labs writes, calls this.
int runner_main(int argc, char** argv, const std::vector<PlacedLab>& places);

}  // namespace toruscope::labs
