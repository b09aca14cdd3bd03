// SPDX-License-Identifier: Apache-2.0
// Files that a compiler needs besides the system's.

#pragma once

#include <filesystem>
#include <vector>

namespace toruscope::labs {

/// Folders where distributions put everybody's programs.
const std::vector<std::filesystem::path>& system_files();

/// Own files of a compiler that lies elsewhere: its program (behind a link, too), the programs that
/// it starts, the libraries that these load, and the folders where it looks for headers and
/// libraries. Empty for one of the system. The compiler is asked for them, in the environment in
/// which it builds. A folder in which everything lies (`/`, a home, the current one, that of
/// temporary files, or one above these) is never among them: files in it must be named one by one.
std::vector<std::filesystem::path> files_of_compiler(const std::filesystem::path& compiler);

}  // namespace toruscope::labs
