// SPDX-License-Identifier: Apache-2.0
// Why a run is being ended, told in time where ending it ends the process: PEs that wait are
// unwound by an exception, and in a function that may not throw (most destructors, noexcept) C++
// calls std::terminate.
//
// Threads     Made and destroyed while no PE of the run runs; std::terminate may come from any
//             worker.

#pragma once

#include <toruscope/error.hpp>

#include <string>

namespace toruscope::core {

/// Makes std::terminate in a PE of the run that shows it (Run::last_words) print the report first,
/// while it lives; the process then ends with the report's exit code.
class LastWords {
 public:
  LastWords(std::string report, ExitCode code);
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
  ~LastWords();

  [[nodiscard]] const std::string& report() const { return report_; }
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  const std::string report_;
  const ExitCode code_;
};

}  // namespace toruscope::core
