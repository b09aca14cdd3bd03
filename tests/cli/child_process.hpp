// SPDX-License-Identifier: Apache-2.0
// The built program as a user runs it: arguments in, exit code, standard output and standard error out.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope {

struct Finished {
  int code = -1;  ///< exit code; 128 + signal if a signal ended it
  std::string out;
  std::string err;
};

/// Runs toruscope with these words. `environment` holds further NAME=VALUE. `interrupt_after_ms`, if positive, sends
/// SIGINT that much later.
Finished run_toruscope(const std::vector<std::string>& words, const std::vector<std::string>& environment = {},
                       int interrupt_after_ms = 0);

/// A folder of its own that is gone at the end of the test.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// How many files are in it.
  [[nodiscard]] std::size_t count() const;

 private:
  std::filesystem::path path_;
};

}  // namespace toruscope
