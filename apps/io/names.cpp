// SPDX-License-Identifier: Apache-2.0
#include "apps/io/names.hpp"

#include "apps/io/series.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <fmt/core.h>

namespace toruscope::apps {

std::vector<std::string> read_names(const std::filesystem::path& path, std::string_view text,
                                    std::size_t rows) {
  std::vector<std::string> names;
  for (core::Lines lines(text); lines.next();)
    if (const std::string_view name = core::trimmed(lines.text()); !name.empty())
      names.push_back(core::shown(name));
  if (names.size() != rows)
    refuse_input(
        path, fmt::format("it has {} names, but the matrix has {} rows; give one a line", names.size(), rows));
  return names;
}

}  // namespace toruscope::apps
