// SPDX-License-Identifier: Apache-2.0
// Which files a process may see, by the Linux security module Landlock.
//
// Source  Linux, Documentation/userspace-api/landlock.rst. The constants are those of
//         linux/landlock.h, of which distributions have versions that lack the later ones.

#pragma once

#include <filesystem>
#include <vector>

namespace toruscope::sandbox {

/// The kernel's version of Landlock; 0: it has none.
int landlock_version();

/// A set of rules, made before a fork, for the child to take on.
class FileRules {
 public:
  /// Reading and executing below `readable`, and all below `writable`; nothing else. Paths that do
  /// not exist are left out.
  FileRules(const std::vector<std::filesystem::path>& readable,
            const std::vector<std::filesystem::path>& writable);
  FileRules(const FileRules&) = delete;
  FileRules& operator=(const FileRules&) = delete;
  ~FileRules();

  /// For this thread and its children, for ever; after PR_SET_NO_NEW_PRIVS. False: the kernel
  /// cannot.
  bool take_on() const noexcept;

 private:
  int rules_ = -1;
};

}  // namespace toruscope::sandbox
