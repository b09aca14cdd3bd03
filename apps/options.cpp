// SPDX-License-Identifier: Apache-2.0
// Look-up and the kinds of values.

#include "apps/options.hpp"

#include "apps/io/number.hpp"
#include "runtime/core/check.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace toruscope::apps {
namespace {

const AppOption* find(const std::vector<AppOption>& table, const std::string& name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const AppOption& option) { return option.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

Options::Options(const char* application, const std::vector<AppOption>& table, const AppRequest& request)
    : application_(application), table_(table), request_(request) {
  std::vector<std::string> names;
  names.reserve(table.size());
  for (const AppOption& option : table) names.push_back(option.name);
  for (const auto& [name, value] : request.options)
    if (find(table, name) == nullptr)
      throw ConfigError(
          fmt::format("{}: {}", application, core::unknown_name("option", "options", name, names)));
}

std::string Options::text(const std::string& name) const {
  if (const auto given = request_.options.find(name); given != request_.options.end()) return given->second;
  const AppOption* option = find(table_, name);
  TORUSCOPE_CHECK(option != nullptr, "option", name);
  return option->default_value;
}

std::string Options::word(const std::string& name, const std::vector<std::string>& words) const {
  std::string value = text(name);
  if (std::find(words.begin(), words.end(), value) == words.end())
    throw ConfigError(fmt::format("{}: option {} is one of {}, got \"{}\".{}", application_, name,
                                  core::joined(words, ", "), core::shown(value),
                                  core::did_you_mean(value, words)));
  return value;
}

void Options::refuse(const std::string& name, const std::string& kind) const {
  throw ConfigError(
      fmt::format("{}: option {} is {}, got \"{}\"", application_, name, kind, core::shown(text(name))));
}

std::optional<double> Options::finite(const std::string& name) const {
  const std::optional<double> number = number_in(text(name));
  return number && std::isfinite(*number) ? number : std::nullopt;
}

double Options::positive(const std::string& name) const {
  const std::optional<double> number = finite(name);
  if (!number || !(*number > 0)) refuse(name, "a number above 0");
  return *number;
}

double Options::fraction(const std::string& name) const {
  const std::optional<double> number = finite(name);
  if (!number || !(*number > 0) || !(*number < 1)) refuse(name, "a number above 0 and below 1");
  return *number;
}

double Options::number(const std::string& name) const {
  const std::optional<double> number = finite(name);
  if (!number) refuse(name, "a number");
  return *number;
}

int Options::count(const std::string& name, int most) const {
  const std::string value = text(name);
  const auto number = core::read_number<int>(value);
  if (!number || *number < 1 || *number > most) refuse(name, fmt::format("a whole number, 1 .. {}", most));
  return *number;
}

}  // namespace toruscope::apps
