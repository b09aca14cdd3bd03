// SPDX-License-Identifier: Apache-2.0
// From a file to its verdict: built and run in processes of its own, so that no submission harms the grader or another one.

#pragma once

#include "labs/grader/places.hpp"
#include "labs/grader/verdict.hpp"

#include <atomic>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace toruscope::labs {

/// A file to grade.
struct Submission {
  std::string name;  ///< as verdicts call it
  std::filesystem::path file;
  const Lab* lab = nullptr;
  bool is_link = false;   ///< a symbolic link in a folder: not read
  std::string student{};  ///< as names of files and folders tell; empty: they do not
};

struct Grading {
  Places places;
  bool wants_view = false;  ///< the page of the first trial with a fault
  int at_a_time = 2;
  const std::atomic<bool>* interrupt = nullptr;  ///< Ctrl-C
};

struct Graded {
  std::vector<Verdict> verdicts{};  ///< in the order of the submissions; not_graded from where it ended on
  std::exception_ptr
      error{};  ///< why it ended before its end: HostLimitError, ConfigError of the compiler, InterruptedError
};

/// `done` is told how many are done, from any thread. What it throws ends the grading, as an error of it.
/// Errors    HostLimitError, ConfigError if this computer does not give what grading takes: nothing has been
///           graded then.
Graded grade_all(const std::vector<Submission>& submissions, const Grading& grading,
                 const std::function<void(std::size_t)>& done);

}  // namespace toruscope::labs
