// SPDX-License-Identifier: Apache-2.0
// A place for results that is known to be writable before the work for them begins.
//
// Invariants  A regular file exists whole or not at all; devices and pipes are written as they are.

#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

namespace toruscope::detail {

class FileOutput {
 public:
  /// Nothing is left behind by the check.
  /// Errors    ConfigError if nothing can be written there.
  explicit FileOutput(const std::string& path);

  /// Errors    HostLimitError if the file cannot be written to its end; then it is as it was before.
  void write(const std::function<void(std::ostream&)>& content) const;

 private:
  std::filesystem::path place_;
  bool is_regular_ = true;
};

/// Errors    HostLimitError if it cannot be written to its end.
void write_to_stdout(const std::string& text);

}  // namespace toruscope::detail
