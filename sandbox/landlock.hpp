// SPDX-License-Identifier: Apache-2.0
// File access of a process, restricted by the Linux security module Landlock.
//
// Source  Linux, Documentation/userspace-api/landlock.rst. The constants are those of
//         linux/landlock.h, which on some distributions lacks the later ones.

#pragma once

#include <filesystem>
#include <vector>

namespace toruscope::sandbox {

/// The kernel's version of Landlock; 0: it has none.
int landlock_version();

/// A set of rules, made before a fork, for the child to take on.
class FileRules {
 public:
  /// Allows reading and execution below `readable`, all below `writable`. Skips missing paths.
  FileRules(const std::vector<std::filesystem::path>& readable,
            const std::vector<std::filesystem::path>& writable);
  FileRules(const FileRules&) = delete;
  FileRules& operator=(const FileRules&) = delete;
  ~FileRules();

  /// Binds this thread and its children for ever; after PR_SET_NO_NEW_PRIVS. False: not supported.
  bool take_on() const noexcept;

 private:
  int rules_ = -1;
};

}  // namespace toruscope::sandbox
