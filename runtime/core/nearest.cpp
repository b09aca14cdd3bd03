// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/nearest.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::core {

int edit_distance(std::string_view a, std::string_view b) {
  // row[j]: distance of a's first i letters from b's first j; before, before2: rows i-1, i-2.
  std::vector<int> row(b.size() + 1);
  std::vector<int> before(b.size() + 1);
  std::vector<int> before2;
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before2 = std::exchange(before, row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = small_letter(a[i - 1]) == small_letter(b[j - 1]);
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && small_letter(a[i - 1]) == small_letter(b[j - 2]) &&
          small_letter(a[i - 2]) == small_letter(b[j - 1]))
        row[j] = std::min(row[j], before2[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::string> nearest(std::string_view asked, const std::vector<std::string>& known) {
  constexpr std::size_t kLongestName = 200;  // longer than any name: distances take time
  if (asked.size() > kLongestName) return std::nullopt;
  const std::string* best = nullptr;
  int least = 0;
  for (const std::string& name : known) {
    const int distance = edit_distance(asked, name);
    // Letters count without leading hyphens: --root has 4.
    const std::size_t letters = name.size() - std::min(name.find_first_not_of('-'), name.size());
    if (distance <= std::max<int>(1, static_cast<int>(letters) / 3) && (best == nullptr || distance < least)) {
      best = &name;
      least = distance;
    }
  }
  if (best != nullptr) return *best;

  const auto begins = [&](const std::string& name) {
    return asked.size() >= 2 && begins_with_word(name, asked);
  };
  if (std::count_if(known.begin(), known.end(), begins) != 1) return std::nullopt;
  return *std::find_if(known.begin(), known.end(), begins);
}

std::string did_you_mean(std::string_view asked, const std::vector<std::string>& known) {
  const auto name = nearest(asked, known);
  return name ? fmt::format(" Did you mean {}?", *name) : std::string();
}

std::string unknown_name(std::string_view kind, std::string_view plural, std::string_view asked,
                         const std::vector<std::string>& known) {
  return fmt::format("unknown {} \"{}\"; {} are: {}.{}", kind, shown(asked), plural, core::joined(known, ", "),
                     did_you_mean(asked, known));
}

}  // namespace toruscope::core
