// SPDX-License-Identifier: Apache-2.0
#include "labs/grader/walk.hpp"

#include <system_error>
#include <vector>

namespace toruscope::labs {

namespace fs = std::filesystem;

void walk_folder(const fs::path& folder, const std::function<void(const fs::directory_entry&)>& on_entry,
                 const std::function<void(const fs::path&, const std::error_code&)>& on_unread) {
  std::vector<fs::path> unread{folder};
  while (!unread.empty()) {
    const fs::path here = unread.back();
    unread.pop_back();
    std::error_code error;
    fs::directory_iterator entry(here, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      std::error_code unknown;
      if (!entry->is_symlink(unknown) && entry->is_directory(unknown))
        unread.push_back(entry->path());
      else
        on_entry(*entry);
    }
    if (error) on_unread(here, error);
  }
}

}  // namespace toruscope::labs
