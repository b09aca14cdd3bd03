// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_words.hpp"

#include "runtime/core/lines.hpp"
#include "runtime/core/rate.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::core {

namespace {

constexpr std::string_view kKeys[] = {"routing", "nodes", "directions", "weight", "channels", "forward"};

constexpr std::string_view kBlanks = " \t\v\f";

}  // namespace

std::string_view without_comment(std::string_view line) {
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') is_quoted = !is_quoted;
    if (line[i] == '#' && !is_quoted) return line.substr(0, i);
  }
  return line;
}

std::vector<std::string_view> words_of(std::string_view line, std::size_t most) {
  line = without_comment(line);
  std::vector<std::string_view> words;
  while (words.size() < most) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty()) break;
    const std::size_t end = line.front() == '"' ? line.find('"', 1) : std::string_view::npos;
    if (end != std::string_view::npos) {
      words.push_back(line.substr(1, end - 1));
      line.remove_prefix(end + 1);
    } else {
      words.push_back(line.substr(0, line.find_first_of(kBlanks)));
      line.remove_prefix(words.back().size());
    }
  }
  return words;
}

bool is_like_a_number(std::string_view word) {
  return word.find_first_not_of("0123456789+-.") == std::string_view::npos;
}

std::string_view multiple_of(std::string_view word) {
  if (word.starts_with('x'))
    word.remove_prefix(1);
  else if (word.ends_with('x'))
    word.remove_suffix(1);
  else
    return {};
  return is_like_a_number(word) ? word : std::string_view{};
}

std::optional<GraphSetting> read_setting(std::string_view word) {
  for (const std::string_view key : {"slow", "tw", "th", "bandwidth"})
    if (word.starts_with(key) && word.substr(key.size()).starts_with('='))
      return GraphSetting{key, word.substr(key.size() + 1)};
  return std::nullopt;
}

std::string why_no_setting(std::string_view word) {
  if (word.starts_with('{'))
    return "networkx has written data behind the nodes; write the file with write_edgelist(data=False)";
  if (!is_like_a_number(word)) return {};
  return fmt::format(
      "\"{}\" behind two nodes may be a weight, a capacity, a number of cables or a factor; say which before "
      "all links: weight = cost, weight = bandwidth GB/s or weight = cables; or write slow={} if the link "
      "takes so "
      "many times as long, tw=TIME or bandwidth=RATE for costs of its own, x{} for so many cables",
      shown(word), shown(word), shown(word));
}

Time per_byte(const GraphSetting& setting) {
  constexpr double kTolerance = 1e-4;
  const auto rate = Rate::parse(setting.value, setting.key);
  if (!rate && setting.key == "bandwidth")
    throw ConfigError(fmt::format("bandwidth: \"{}\" is no bandwidth: {}", shown(setting.value),
                                  Rate::how_to_write(setting.value)));
  if (!rate) return Time::parse(setting.value, setting.key);
  for (const std::int64_t tick : {1'000, 100, 10, 1})
    if (rate->error(Time::femtoseconds(tick)) <= kTolerance) return rate->per_byte(Time::femtoseconds(tick));
  throw ConfigError(
      fmt::format("{}: a byte at {} takes no whole number of femtoseconds; give a lower bandwidth", setting.key,
                  shown(setting.value)));
}

std::optional<RunOfValues> next_run(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  if (rest.empty()) return std::nullopt;
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  const std::size_t star = std::min(word.find('*'), word.size());
  return RunOfValues{word.substr(0, star), word.substr(std::min(star + 1, word.size()))};
}

bool is_key(std::string_view word) {
  return std::find(std::begin(kKeys), std::end(kKeys), word) != std::end(kKeys);
}

std::optional<GraphSetting> read_key(std::string_view line) {
  line = trimmed(without_comment(line));
  for (const std::string_view key : kKeys) {
    if (!line.starts_with(key)) continue;
    const std::string_view rest = trimmed(line.substr(key.size()));
    if (rest.starts_with('=')) return GraphSetting{key, trimmed(rest.substr(1))};
  }
  return std::nullopt;
}

}  // namespace toruscope::core
