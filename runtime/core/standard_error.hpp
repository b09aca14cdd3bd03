// SPDX-License-Identifier: Apache-2.0
// Words to the standard error stream from where nothing else may be used: signal handlers, a process that is ending.

#pragma once

#include <cstddef>
#include <string_view>
#include <unistd.h>

namespace toruscope::core {

/// Takes no memory and no lock. What cannot be written is lost.
inline void write_to_standard_error(std::string_view text) {
  while (!text.empty()) {
    const auto written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace toruscope::core
