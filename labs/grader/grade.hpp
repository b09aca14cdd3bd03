// SPDX-License-Identifier: Apache-2.0
// Grading, from a file to its verdict: each in its own processes, safe from other submissions.

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
  std::string name;  ///< its name in verdicts
  std::filesystem::path file;
  const Lab* lab = nullptr;
  bool is_link = false;   ///< a symbolic link in a folder: not read
  std::string student{};  ///< by names of files and folders; empty: not told
  /// For a solution in C and MPI: the lab's mpi.h, which declares it and calls it; else empty.
  std::filesystem::path mpi_header{};
};

struct Grading {
  Places places;
  bool wants_view = false;  ///< the page of the first trial with a fault
  int at_a_time = 2;
  const std::atomic<bool>* interrupt = nullptr;  ///< Ctrl-C
};

struct Graded {
  std::vector<Verdict> verdicts{};  ///< in their order; not_graded from its end on
  std::exception_ptr
      /// Why it ended early: HostLimitError, ConfigError of the compiler, InterruptedError.
      error{};
};

/// Calls done(number graded) from any thread; an exception of it ends the grading as its error.
/// Errors    HostLimitError, ConfigError, before any grading, if this computer lacks what it needs.
Graded grade_all(const std::vector<Submission>& submissions, const Grading& grading,
                 const std::function<void(std::size_t)>& done);

}  // namespace toruscope::labs
