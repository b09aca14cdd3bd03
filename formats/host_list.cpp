// SPDX-License-Identifier: Apache-2.0

#include "formats/host_list.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::formats {

namespace {

constexpr std::size_t kMostHosts = std::size_t{1} << 16U;
constexpr std::size_t kMostDigits = 18;

[[noreturn]] void refuse(std::string_view list, const std::string& why) {
  throw ConfigError(fmt::format("\"{}\" is no list of hosts: {}", core::shown(list), why));
}

std::int64_t number_of(std::string_view list, std::string_view digits) {
  std::int64_t value = -1;
  if (digits.empty() || digits.size() > kMostDigits ||
      digits.find_first_not_of("0123456789") != std::string_view::npos)
    refuse(list, "in brackets are numbers and ranges, as [1-4,7]");
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

/// "01-03,7" as 01, 02, 03, 7.
std::vector<std::string> values_of(std::string_view list, std::string_view ranges) {
  std::vector<std::string> values;
  while (true) {
    const std::size_t comma = std::min(ranges.find(','), ranges.size());
    const std::string_view range = ranges.substr(0, comma);
    const std::size_t dash = std::min(range.find('-'), range.size());
    const std::string_view low = range.substr(0, dash);
    const std::int64_t first = number_of(list, low);
    const std::int64_t last = dash == range.size() ? first : number_of(list, range.substr(dash + 1));
    if (last < first) refuse(list, "a range ends before it begins");
    if (last - first >= static_cast<std::int64_t>(kMostHosts)) refuse(list, "it has more than 65,536 names");
    for (std::int64_t value = first; value <= last; ++value)
      values.push_back(fmt::format("{:0{}}", value, low.size()));
    if (comma == ranges.size()) return values;
    ranges.remove_prefix(comma + 1);
  }
}

/// Names of one item: "r[0-1]n[0-3]".
void expand(std::string_view list, std::string_view item, std::vector<std::string>& names) {
  std::vector<std::string> texts;                // before each bracket, and behind the last
  std::vector<std::vector<std::string>> values;  // of each bracket
  while (true) {
    const std::size_t open = std::min(item.find('['), item.size());
    texts.emplace_back(item.substr(0, open));
    if (open == item.size()) break;
    const std::size_t close = item.find(']', open);
    if (close == std::string_view::npos) refuse(list, "a bracket does not close");
    values.push_back(values_of(list, item.substr(open + 1, close - open - 1)));
    item.remove_prefix(close + 1);
  }
  if (values.size() > 1 && !texts.back().empty())
    refuse(list, "text stands behind the last of several brackets, which Slurm refuses");
  std::vector<std::size_t> order;  // of brackets, fastest first
  if (!values.empty()) order.push_back(values.size() - 1);
  for (std::size_t i = 0; i + 1 < values.size(); ++i) order.push_back(i);
  std::vector<std::size_t> at(values.size(), 0);
  while (true) {
    std::string name = texts.front();
    for (std::size_t i = 0; i < values.size(); ++i) name += values[i][at[i]] + texts[i + 1];
    names.push_back(std::move(name));
    if (names.size() > kMostHosts) refuse(list, "it has more than 65,536 names");
    std::size_t digit = 0;
    while (digit < order.size() && ++at[order[digit]] == values[order[digit]].size()) at[order[digit++]] = 0;
    if (digit == order.size()) return;
  }
}

}  // namespace

std::vector<std::string> expand_hosts(std::string_view list) {
  std::vector<std::string> names;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i == list.size() ? ',' : list[i];
    if (c == '[' && ++depth > 1) refuse(list, "a bracket stands in a bracket");
    if (c == ']' && --depth < 0) refuse(list, "a bracket was not opened");
    if (i == list.size() && depth > 0) refuse(list, "a bracket does not close");
    if (c != ',' || depth > 0) continue;
    if (i == begin) refuse(list, "a name is empty");
    expand(list, list.substr(begin, i - begin), names);
    begin = i + 1;
  }
  return names;
}

}  // namespace toruscope::formats
