// SPDX-License-Identifier: Apache-2.0
// Walks all of a folder and the folders below it, however deep, with one folder open at a time.

#pragma once

#include <filesystem>
#include <functional>

namespace toruscope::labs {

/// Calls on_entry for each entry that is no folder; symbolic links are entries, not followed. A
/// folder that cannot be read to its end goes to `on_unread` with the reason.
void walk_folder(const std::filesystem::path& folder,
                 const std::function<void(const std::filesystem::directory_entry&)>& on_entry,
                 const std::function<void(const std::filesystem::path&, const std::error_code&)>& on_unread);

}  // namespace toruscope::labs
