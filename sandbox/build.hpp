// SPDX-License-Identifier: Apache-2.0
// From a source to the object that the runner loads.
//
// Threads     Any number may build at a time.
// Invariants  A submission is refused for its own text alone: where a build fails, the compiler has
//             to show that it can build the library's header in the same place. What that takes is
//             the measure of its time limit.

#pragma once

#include "sandbox/contained.hpp"
#include "sandbox/own_folder.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::sandbox {

struct Compiler {
  std::filesystem::path program{};                ///< c++, or what was asked for
  std::filesystem::path headers{};                ///< the folder that has toruscope/toruscope.hpp
  std::vector<std::filesystem::path> readable{};  ///< all that it may read besides the submission
};

/// What a compiler makes of a submission.
struct Built {
  /// Why there is no object.
  struct Refusal {
    std::string reason{}, hint{};
  };
  std::string words{};  ///< the compiler's: errors, warnings
  std::optional<Refusal> refusal{};
};

/// A part in C, beside the unit: files of the folder.
struct CPart {
  std::string source{};             ///< "mine.c"
  std::string header{};             ///< read before it
  std::filesystem::path headers{};  ///< the folder that has mpi.h, for the unit as well
};

class Builder {
 public:
  /// `header`: lines that include the library's header, with which every unit begins.
  Builder(Compiler compiler, std::string header, const std::atomic<bool>* interrupt)
      : compiler_(std::move(compiler)), header_(std::move(header)), interrupt_(interrupt) {}

  /// Makes `folder`/kObject of the text `unit`, which includes a file of that folder.
  /// Errors    ConfigError if the compiler is not there, or cannot build the library's header
  ///           either; HostLimitError if this computer lacks what it takes; InterruptedError.
  Built build(const std::filesystem::path& folder, const std::string& unit,
              const std::optional<CPart>& in_c = std::nullopt);

  /// Compiles the library's header once, before the builds of a class: that takes what two builds
  /// do, and halves the time of each. Where less than 1 GiB is free, and with a compiler that makes
  /// none, builds read the header as ever.
  void precompile_header();

  static constexpr const char* kObject = "submission.so";

 private:
  /// `header`: null, or a folder with the precompiled header.
  [[nodiscard]] Ended compile(const std::filesystem::path& folder, const std::optional<CPart>& in_c,
                              const OwnFolder* header, int seconds) const;
  [[nodiscard]] Ended call(const std::filesystem::path& folder, const std::vector<std::string>& words,
                           int seconds, std::uint64_t file_bytes) const;
  /// Processor time in which every submission has to be built.
  int time_limit();
  double seconds_of_header();

  const Compiler compiler_;
  const std::string header_;
  const std::atomic<bool>* interrupt_;
  std::mutex mutex_;
  std::optional<double> of_header_;         // guarded by mutex_
  std::unique_ptr<OwnFolder> precompiled_;  // constant while there are builds; has the header
};

}  // namespace toruscope::sandbox
