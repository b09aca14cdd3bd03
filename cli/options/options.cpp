// SPDX-License-Identifier: Apache-2.0

#include "cli/options/options.hpp"

#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::cli {

const Text& SettingTexts::operator[](std::string_view name) const {
  static const Text none;
  const auto found = texts_.find(name);
  return found == texts_.end() ? none : found->second;
}

Text& SettingTexts::operator[](std::string_view name) {
  const auto found = texts_.find(name);
  return found == texts_.end() ? texts_[std::string(name)] : found->second;
}

void refuse_given(const CommandOptions& options, std::initializer_list<std::string_view> names,
                  std::string_view sentence) {
  for (const std::string& given : options.given)
    if (std::find(names.begin(), names.end(), given) != names.end())
      throw ConfigError(fmt::format(fmt::runtime(sentence), given));
}

std::chrono::milliseconds parse_wall_time(std::string_view text, std::string_view what) {
  const Time time = parse_duration(text, what);
  if (!time.is_physical())
    throw ConfigError(
        fmt::format("{}: it is wall time and needs a unit, got {}; write 30s or 500ms", what, text));
  const std::chrono::milliseconds limit(time.value() / 1'000'000'000'000);
  if (limit.count() < 1) throw ConfigError(fmt::format("{}: at least 1ms is needed, got {}", what, text));
  return limit;
}

std::vector<std::size_t> geometric(std::size_t begin, std::size_t end, std::size_t factor) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = begin; size <= end; size = std::max<std::size_t>(1, size * factor)) {
    sizes.push_back(size);
    if (size > end / factor && size != 0) break;
  }
  return sizes;
}

std::size_t parse_word(std::string_view text, std::string_view kind, std::string_view plural,
                       const std::vector<std::string>& known) {
  const auto found = std::find(known.begin(), known.end(), text);
  if (found == known.end()) throw ConfigError(core::unknown_name(kind, plural, text, known));
  return static_cast<std::size_t>(found - known.begin());
}

}  // namespace toruscope::cli
