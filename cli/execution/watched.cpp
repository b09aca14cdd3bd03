// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/watched.hpp"

#include <toruscope/error.hpp>

#include <fmt/format.h>

namespace toruscope::cli {

std::optional<std::chrono::milliseconds> time_left(const std::string& what, const Settings& settings) {
  const auto limit = settings.execution.time_limit;
  if (!limit) return std::nullopt;
  const auto used =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - settings.start);
  if (used >= *limit)
    throw HostLimitError(
        fmt::format("time limit: {} ms had passed before {} could start; give a longer --time-limit, it is for "
                    "the whole command",
                    limit->count(), what));
  return *limit - used;
}

}  // namespace toruscope::cli
