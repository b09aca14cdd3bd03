// SPDX-License-Identifier: Apache-2.0
// Which files a compiler needs besides the system's.

#pragma once

#include <filesystem>
#include <vector>

namespace toruscope::sandbox {

/// What everybody's programs are made of: where distributions put theirs.
const std::vector<std::filesystem::path>& system_files();

/// What a compiler that lies elsewhere needs of its own: its program (by a link: what that names),
/// the programs that it starts, the libraries that these load, and the folders where it looks for
/// headers and libraries. Empty for one of the system. The compiler is asked for them, in the
/// environment in which it builds. A folder in which everything lies (`/`, a home, the current one,
/// that of temporary files, or one above these) is never among them: what is in it and is needed
/// has to be named by itself.
std::vector<std::filesystem::path> files_of_compiler(const std::filesystem::path& compiler);

}  // namespace toruscope::sandbox
