// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_islands.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/topology/graph_words.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <map>

namespace toruscope::core {

namespace {

constexpr std::size_t kMostIslandWords = std::size_t{1} << 17U;
constexpr std::size_t kMostLevels = 16;

class IslandReader {
 public:
  IslandReader(int pes, const PesOfWord& pes_of, const TextOfPe& text_of, const RefuseLine& refuse)
      : pes_(pes), pes_of_(pes_of), text_of_(text_of), refuse_(refuse) {}

  void line(int number, std::string_view text) {
    const std::vector<std::string_view> words = words_of(text, kMostIslandWords);
    constexpr std::size_t kHead = 3;  // "island NAME ="
    if (words.size() <= kHead || words[2] != "=")
      return refuse_(number, "write \"island NAME = MEMBERS\", which are PEs, or islands of lines before");
    const std::string name(words[1]);
    if (places_.contains(name)) refuse_(number, fmt::format("the island {} is there already", shown(name)));
    if (!pes_of_(name).empty())
      refuse_(number, fmt::format("{} is a PE; give the island another name", shown(name)));
    std::vector<int> units;
    std::size_t level = 0;
    for (std::size_t i = kHead; i < words.size(); ++i) {
      const auto place = places_.find(words[i]);
      const std::vector<Node> pes = place == places_.end() ? pes_of_(words[i]) : std::vector<Node>();
      const std::size_t above = place == places_.end() ? 0 : place->second.first + 1;
      if (place == places_.end() && pes.empty())
        refuse_(number, fmt::format("{} is no PE, and no island of a line before", shown(words[i])));
      if (i > kHead && above != level)
        refuse_(number, fmt::format("{} and {} are of different levels", shown(words[kHead]), shown(words[i])));
      level = above;
      units.insert(units.end(), pes.begin(), pes.end());
      if (place != places_.end()) units.push_back(place->second.second);
    }
    if (level == kMostLevels) refuse_(number, fmt::format("islands have {} levels at most", kMostLevels));
    if (level == levels_.size()) levels_.emplace_back();
    add(number, level, name, units);
  }

  GraphIslands end(int last_line) {
    GraphIslands all;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      Level& level = levels_[l];
      level.island_of.resize(units_of(l), -1);
      for (std::size_t unit = 0; unit < level.island_of.size(); ++unit)
        if (level.island_of[unit] < 0)
          refuse_(last_line,
                  fmt::format("{} is in no island; name all, or none", text_of(l, static_cast<int>(unit))));
      std::vector<int>& numbers = all.levels.emplace_back();
      for (int pe = 0; pe < pes_; ++pe) {
        const int unit = l == 0 ? pe : all.levels[l - 1][static_cast<std::size_t>(pe)];
        numbers.push_back(level.island_of[static_cast<std::size_t>(unit)]);
      }
      all.names.push_back(level.names);
    }
    return all;
  }

 private:
  struct Level {
    std::vector<std::string> names;
    std::vector<int> island_of;  // of each PE, or island of the level below; -1: none so far
  };

  /// A PE, or the name of an island of the level below.
  [[nodiscard]] std::string text_of(std::size_t level, int unit) const {
    return level == 0 ? "PE " + text_of_(unit)
                      : "the island " + shown(levels_[level - 1].names[static_cast<std::size_t>(unit)]);
  }
  [[nodiscard]] std::size_t units_of(std::size_t level) const {
    return level == 0 ? static_cast<std::size_t>(pes_) : levels_[level - 1].names.size();
  }

  void add(int number, std::size_t level, const std::string& name, const std::vector<int>& units) {
    Level& own = levels_[level];
    const int island = static_cast<int>(own.names.size());
    own.island_of.resize(units_of(level), -1);
    for (const int unit : units) {
      int& place = own.island_of[static_cast<std::size_t>(unit)];
      if (place >= 0)
        refuse_(number,
                fmt::format("{} is in {} already", text_of(level, unit),
                            place == island ? shown(name) : shown(own.names[static_cast<std::size_t>(place)])));
      place = island;
    }
    own.names.push_back(name);
    places_[name] = {level, island};
  }

  int pes_;
  const PesOfWord& pes_of_;
  const TextOfPe& text_of_;
  const RefuseLine& refuse_;
  std::vector<Level> levels_;
  std::map<std::string, std::pair<std::size_t, int>, std::less<>> places_;  // level and number
};

}  // namespace

std::vector<std::string> GraphIslands::texts() const {
  constexpr std::size_t kShown = 6;
  std::vector<std::string> all;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    std::vector<int> sizes(names[l].size(), 0);
    for (const int island : levels[l]) ++sizes[static_cast<std::size_t>(island)];
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    const std::vector<std::string> first(
        names[l].begin(), names[l].begin() + static_cast<std::ptrdiff_t>(std::min(kShown, names[l].size())));
    all.push_back(
        fmt::format("{} of {}: {}{}", grouped(std::ssize(names[l])),
                    *least == *most ? counted(*most, "PE") : fmt::format("{} to {} PEs", *least, *most),
                    joined(first, ", ", [](const std::string& name) { return shown(name); }),
                    names[l].size() > kShown ? ", ..." : ""));
  }
  return all;
}

GraphIslands read_islands(const IslandLines& lines, int pes, const PesOfWord& pes_of, const TextOfPe& text_of,
                          const RefuseLine& refuse) {
  IslandReader reader(pes, pes_of, text_of, refuse);
  for (const auto& [number, text] : lines) reader.line(number, text);
  return reader.end(lines.empty() ? 0 : lines.back().first);
}

std::vector<Node> pes_of_range(std::string_view word, int first, int pes) {
  const auto pe = [&](std::string_view digits) {
    const auto number = read_number<int>(digits);
    return number ? *number - first : -1;
  };
  const std::size_t dash = std::min(word.find('-'), word.size());
  const int low = pe(word.substr(0, dash));
  const int high = dash == word.size() ? low : pe(word.substr(dash + 1));
  std::vector<Node> all;
  for (int i = low; low >= 0 && i <= high && high < pes; ++i) all.push_back(i);
  return all;
}

}  // namespace toruscope::core
