// SPDX-License-Identifier: Apache-2.0
// A contained child process: resource limits, one folder, no network, and a deadline.
//
// Threads     Any number of threads may have a child each.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::sandbox {

struct Containment {
  std::filesystem::path folder{};                 ///< its current and temporary one
  bool may_write = false;                         ///< to the folder; to nothing else in any case
  std::vector<std::filesystem::path> readable{};  ///< besides the folder: what it is made of
  /// It finds its memory at the same addresses each time, and in memory that it takes from the C
  /// library the same bytes.
  bool has_same_memory = false;
  int processor_seconds = 5;
  int wall_seconds = 120;  ///< the safety net: a process that sleeps takes no processor time
  std::uint64_t memory_bytes = std::uint64_t{1} << 30U;
  std::uint64_t file_bytes = 0;  ///< of the largest file that it writes
  int open_files = 32;
  std::size_t output_bytes = std::size_t{1} << 20U;    ///< of output and errors, at most
  std::size_t channel_bytes = std::size_t{64} << 20U;  ///< of descriptor 3, the same
  const std::atomic<bool>* interrupt = nullptr;        ///< it is ended once this is true
};

/// How a contained process ended, and what it said until then.
struct Ended {
  enum class How { exited, signalled, out_of_time, idle, interrupted, too_much_output, not_started };
  How how = How::not_started;
  int number = 0;                ///< exit code, or signal; not_started: errno
  double processor_seconds = 0;  ///< of it and of the children that it has waited for
  std::uint64_t peak_bytes = 0;  ///< the most memory that one of them had
  std::string output{};          ///< standard output and error, as far as it may go
  std::string channel{};         ///< what it wrote to descriptor 3
};

/// Runs a program by its path, with `input` on standard input, and waits for its end. Nothing of it
/// is left afterwards.
Ended run_contained(const std::vector<std::string>& command, const std::string& input,
                    const Containment& containment);

/// What this kernel enforces, and what it does not.
struct Enforcement {
  std::string what;    ///< "files"
  bool holds = false;  ///< the kernel can
  std::string how;     ///< "Landlock, version 3: ..."
};
/// `readable`: by the compiler.
std::vector<Enforcement> enforcement(const std::vector<std::filesystem::path>& readable);

}  // namespace toruscope::sandbox
