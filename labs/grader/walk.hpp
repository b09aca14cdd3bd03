// SPDX-License-Identifier: Apache-2.0
// All that is in a folder and the folders below it, however deep: one folder is open at a time.

#pragma once

#include <filesystem>
#include <functional>

namespace toruscope::labs {

/// Tells each entry that is no folder. Symbolic links are entries and not followed. A folder that cannot be
/// read, to its end or at all, is told to `on_unread` with the reason, and the others are read all the same.
void walk_folder(const std::filesystem::path& folder,
                 const std::function<void(const std::filesystem::directory_entry&)>& on_entry,
                 const std::function<void(const std::filesystem::path&, const std::error_code&)>& on_unread);

}  // namespace toruscope::labs
