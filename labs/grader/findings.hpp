// SPDX-License-Identifier: Apache-2.0
// What the process of a submission has said, line by line (labs/runner/runner.hpp).

#pragma once

#include "labs/grader/verdict.hpp"
#include "sandbox/contained.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::labs {

/// What a process did that a forbidden call has ended.
inline constexpr const char* kAsksTheKernel =
    "starts a thread, or asks the kernel for something else that no lab needs";

/// In place of a signal (labs/runner/faults.hpp).
inline constexpr int kOutOfMemory = 0;

/// How the process ended, told by itself.
struct LastWords {
  int signal = 0;                          ///< kOutOfMemory: none
  std::int64_t messages = 0, reached = 0;  ///< of the trial's run: taken by PEs, up to this tick
  bool is_own = false;                     ///< the submission's own instruction failed
  std::vector<std::uint64_t> frames{};     ///< as Fault::frames
};

struct Findings {
  int run = 0;  ///< of the trial that began last; 0: none
  std::string item{}, label{};
  std::optional<std::string> not_loaded{}, stopped{};
  std::optional<std::string> of_lab{};  ///< the error in which the checks themselves ended
  std::optional<nlohmann::ordered_json> foul{};
  std::optional<LastWords> end{};
  std::optional<Marks> marks{};
  bool is_forged = false;            ///< something that is not the runner's
  std::vector<std::string> printed;  ///< in each run, as far as there is room; [0]: while it was loaded
};

Findings findings_of(const sandbox::Ended& ended, const std::string& secret, std::size_t items);

/// A trial during which the process ended: what the submission did, and a hint.
Fault fault_of_end(const Findings& findings, const sandbox::Ended& ended,
                   const sandbox::Containment& containment);

/// Adds to faults what was printed in their trials, and the lines of the submission that they come from: those
/// of `frames` in the object, which `lines` finds: offsets to "file:line" or nothing.
void complete(Fault& fault, const Findings& findings, const std::vector<std::string>& lines);

/// The source lines of these offsets in the object, "FILE:LINE" each, inlined calls too; only those of
/// `source`. Empty without addr2line, which comes with the compiler's binutils.
std::vector<std::string> source_lines(const std::vector<std::uint64_t>& offsets, const std::string& object,
                                      const std::string& source, const sandbox::Containment& containment);

}  // namespace toruscope::labs
