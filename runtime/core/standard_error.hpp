// SPDX-License-Identifier: Apache-2.0
// Words to the standard error stream in signal handlers and in a process that is ending.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string_view>
#include <sys/uio.h>
#include <unistd.h>

namespace toruscope::core {

/// Writes a text without memory and without a lock. Text that cannot be written is lost.
inline void write_to_standard_error(std::string_view text) {
  while (!text.empty()) {
    const auto written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Writes the parts at once, with no other thread's output between.
template <std::size_t Parts>
void write_to_standard_error(const std::array<std::string_view, Parts>& parts) {
  std::array<iovec, Parts> pieces{};
  for (std::size_t i = 0; i < Parts; ++i) pieces[i] = {const_cast<char*>(parts[i].data()), parts[i].size()};
  [[maybe_unused]] const auto written = writev(STDERR_FILENO, pieces.data(), static_cast<int>(Parts));
}

/// Lets the first thread go on, to say why the process ends; all others wait for that end.
inline void wait_unless_first(std::atomic_flag& is_told) {
  while (is_told.test_and_set(std::memory_order_relaxed)) pause();
}

}  // namespace toruscope::core
