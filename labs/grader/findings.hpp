// SPDX-License-Identifier: Apache-2.0
// Findings of a submission's process, line by line (labs/runner/runner.hpp).

#pragma once

#include "labs/grader/verdict.hpp"
#include "sandbox/contained.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::labs {

/// Description of a process that a forbidden call has ended.
inline constexpr const char* kAsksTheKernel =
    "starts a thread, or asks the kernel for something else that no lab needs";

/// Hint for a submission that ends its process, or waits for what is not on the machine.
inline constexpr const char* kReturnHint =
    "the function returns when the PE is done, and does nothing else to the process";

/// Stands in place of a signal (labs/runner/faults.hpp).
inline constexpr int kOutOfMemory = 0;

/// The process's own report of its end.
struct LastWords {
  int signal = 0;                          ///< kOutOfMemory: none
  std::int64_t messages = 0, reached = 0;  ///< of the trial's run: taken by PEs, up to this tick
  bool is_own = false;                     ///< the submission's own instruction failed
  std::vector<std::uint64_t> frames{};     ///< see Fault::frames
};

struct Findings {
  int run = 0;  ///< of the trial that began last; 0: none
  std::string item{}, label{};
  std::optional<std::string> not_loaded{}, stopped{};
  std::optional<std::string> of_lab{};  ///< the error in which the checks themselves ended
  std::optional<nlohmann::ordered_json> foul{};
  std::optional<LastWords> end{};
  std::optional<Marks> marks{};
  bool is_forged = false;            ///< some line is not the runner's
  std::vector<std::string> printed;  ///< in each run, up to the limit; [0]: while loading
};

Findings findings_of(const sandbox::Ended& ended, const std::string& secret, std::size_t items);

/// A trial during which the process ended: what the submission did, and a hint.
Fault fault_of_end(const Findings& findings, const sandbox::Ended& ended,
                   const sandbox::Containment& containment);

/// Adds to faults the output of their trials, and their lines in the submission: `frames` in the
/// object, for which `lines` has "file:line" or nothing.
void complete(Fault& fault, const Findings& findings, const std::vector<std::string>& lines);

/// Source lines, "FILE:LINE" each, of these offsets in the object, inlined calls too; only those of
/// `source`. Empty without addr2line, which comes with the compiler's binutils.
std::vector<std::string> source_lines(const std::vector<std::uint64_t>& offsets, const std::string& object,
                                      const std::string& source, const sandbox::Containment& containment);

}  // namespace toruscope::labs
