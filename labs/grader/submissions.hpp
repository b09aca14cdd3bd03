// SPDX-License-Identifier: Apache-2.0
// Which files are to be graded, whose they are, and for which lab, from what the user named.

#pragma once

#include "labs/grader/grade.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::labs {

/// What was found where submissions were looked for.
struct Found {
  std::vector<Submission> submissions{};
  std::vector<std::string> passed_over{};  ///< a sentence each: files and folders that are none, and why
  std::vector<std::string>
      unread{};  ///< a sentence each: folders that could not be read, to their end or at all
};

/// `labs`, which must outlive what is found, are those of a runner; `installed` is the folder of those that have none of
/// their own. `subject` names a lab (its folder, "01", "01-ring-broadcast") or a folder of submissions; `files` are files and folders.
/// Without files: of a lab its starter, of a folder without a starter all that is in it. Of a file in a folder
/// without a lab's name its name tells the lab, or that of the nearest folder that it is in: 01-anna.cpp,
/// anna_lab1.cpp, anna/01.cpp, 01/anna.cpp. Sorted by name.
/// Errors    ConfigError for what is no lab and no file, with the labs that there are, and for a folder without a submission.
Found find_submissions(const std::vector<Lab>& labs, const std::string& subject,
                       const std::vector<std::string>& files, const std::filesystem::path& installed);

}  // namespace toruscope::labs
