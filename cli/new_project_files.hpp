// SPDX-License-Identifier: Apache-2.0
// What `toruscope new` writes: the files of a small project, ready to build.

#pragma once

#include <string>
#include <vector>

namespace toruscope::detail {

struct ProjectFile {
  std::string name;
  std::string purpose;  ///< one line, for the listing
  std::string text;
};

std::vector<ProjectFile> project_files(const std::string& project);

}  // namespace toruscope::detail
