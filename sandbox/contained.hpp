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
  std::filesystem::path folder{};                 ///< current and temporary folder
  bool may_write = false;                         ///< the folder; nothing else in any case
  std::vector<std::filesystem::path> readable{};  ///< besides the folder: files of its program
  /// Memory has the same addresses each time, and memory from the C library the same bytes.
  bool has_same_memory = false;
  int processor_seconds = 8;
  int wall_seconds = 120;  ///< the safety net: a process that sleeps takes no processor time
  std::uint64_t memory_bytes = std::uint64_t{1} << 30U;
  std::uint64_t file_bytes = 0;  ///< of the largest file that it writes
  int open_files = 32;
  std::size_t output_bytes = std::size_t{1} << 20U;    ///< of output and error; more ends it
  std::size_t channel_bytes = std::size_t{64} << 20U;  ///< of descriptor 3; more ends it
  const std::atomic<bool>* interrupt = nullptr;        ///< ends it once this is true
};

/// End of a contained process, and its output until then.
struct Ended {
  enum class How { exited, signalled, out_of_time, idle, interrupted, too_much_output, not_started };
  How how = How::not_started;
  int number = 0;                ///< exit code, or signal; not_started: errno
  double processor_seconds = 0;  ///< of it and of the children that it has waited for
  std::uint64_t peak_bytes = 0;  ///< the most memory of one of them
  std::string output{};          ///< standard output and error, up to the limit
  std::string channel{};         ///< what it wrote to descriptor 3
};

/// Runs a program by its path, with `input` on standard input, to its end. Leaves nothing running.
Ended run_contained(const std::vector<std::string>& command, const std::string& input,
                    const Containment& containment);

/// A restriction, and whether this kernel enforces it.
struct Enforcement {
  std::string what;    ///< "files"
  bool holds = false;  ///< the kernel can
  std::string how;     ///< "Landlock, version 3: ..."
};
/// `readable`: files that the compiler may read.
std::vector<Enforcement> enforcement(const std::vector<std::filesystem::path>& readable);

}  // namespace toruscope::sandbox
