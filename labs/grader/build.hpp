// SPDX-License-Identifier: Apache-2.0
// Building: from a source to the object that the runner loads.
//
// Threads     Any number may build at a time.
// Invariants  A submission is refused only for its own text: where a build fails, the compiler must
//             show that it can build the library's header there, which sets its time limit.

#pragma once

#include "labs/grader/contained.hpp"
#include "labs/grader/places.hpp"
#include "labs/support/lab.hpp"

#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

namespace toruscope::labs {

/// Result of a compiler on a submission.
struct Built {
  /// Reason why there is no object.
  struct Refusal {
    std::string reason{}, hint{};
  };
  std::string words{};  ///< the compiler's: errors, warnings
  std::optional<Refusal> refusal{};
};

class Builder {
 public:
  /// Precondition: both outlive the builder.
  Builder(const Places& places, const std::atomic<bool>* interrupt) : places_(places), interrupt_(interrupt) {}

  /// Makes `folder`/kObject of `source`, a file of that folder, which defines the functions of the
  /// lab.
  /// Errors    ConfigError if the compiler is not there, or cannot build the library's header
  ///           either; HostLimitError if this computer lacks what it takes; InterruptedError.
  Built build(const std::filesystem::path& folder, const std::string& source, const Lab& lab);

  static constexpr const char* kObject = "submission.so";

 private:
  [[nodiscard]] Ended compile(const std::filesystem::path& folder, int seconds) const;
  /// Limit of processor time, in which every submission has to be built.
  int time_limit();
  double seconds_of_header();

  const Places& places_;
  const std::atomic<bool>* interrupt_;
  std::mutex mutex_;
  std::optional<double> of_header_;  // guarded by mutex_
};

}  // namespace toruscope::labs
