// SPDX-License-Identifier: Apache-2.0
// Files to be graded, their authors and labs, from what the user named.

#pragma once

#include "labs/grader/grade.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::labs {

/// Result of a search for submissions.
struct Found {
  std::vector<Submission> submissions{};
  std::vector<std::string> passed_over{};  ///< sentences: files and folders that are none, and why
  std::vector<std::string> unread{};       ///< sentences: folders that are not read to their end
};

/// `labs`, which must outlive the result, are those of a runner; `installed` is the folder of those
/// that have none of their own. `subject` names a lab (its folder, "01", "01-ring-broadcast") or a
/// folder of submissions; `files` are files and folders. Without files: of a lab its starter, of a
/// folder without a starter all that is in it. In a folder without a lab's name the lab is named by
/// the file, or by the nearest folder above it: 01-anna.cpp, anna_lab1.cpp, anna/01.cpp,
/// 01/anna.cpp. Sorted by name.
/// Errors    ConfigError for what is no lab and no file, and for a folder without a submission.
Found find_submissions(const std::vector<Lab>& labs, const std::string& subject,
                       const std::vector<std::string>& files, const std::filesystem::path& installed);

}  // namespace toruscope::labs
