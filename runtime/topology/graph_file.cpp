// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_file.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <utility>

namespace toruscope::core {

namespace {

/// The first words of a line, up to a comment.
std::vector<std::string_view> words_of(std::string_view line, std::size_t most) {
  line = line.substr(0, line.find('#'));
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<std::string_view> words;
  while (words.size() < most) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty()) break;
    words.push_back(line.substr(0, line.find_first_of(kBlanks)));
    line.remove_prefix(words.back().size());
  }
  return words;
}

bool is_like_a_number(std::string_view word) {
  return word.find_first_not_of("0123456789+-.") == std::string_view::npos;
}

class GraphReader {
 public:
  explicit GraphReader(const std::string& name) : name_(name) {}

  void line(std::string_view text) {
    ++number_;
    constexpr std::size_t kMostWords = 3;
    const std::vector<std::string_view> words = words_of(text, kMostWords + 1);
    if (words.empty()) return;
    const bool is_pes = words[0] == "pes";
    if (words.size() < 2 || words.size() > (is_pes ? 2 : kMostWords))
      refuse("write two node numbers, of a slow link also how many times slower it is, or \"pes N\"" +
             got(words));
    if (is_pes) {
      if (pes_) refuse("\"pes\" is there already; give the number of PEs once");
      pes_ = whole(words[1], 1, kMostGraphNodes, "PEs");
    } else {
      const Node a = whole(words[0], 0, kMostGraphNodes - 1, "nodes");
      const Node b = whole(words[1], 0, kMostGraphNodes - 1, "nodes");
      link(a, b);
      if (words.size() == kMostWords)
        slow_link(a, b, whole(words[2], 1, kMostTimesSlower, "factors by which a link is slower"));
    }
    has_begun_ = true;
  }

  GraphFile end() {
    number_ = 0;
    if (graph_.links.empty()) refuse("has no link; write two node numbers in a line");
    const auto nodes = static_cast<int>(graph_.links.size());
    graph_.pes = pes_.value_or(nodes);
    if (graph_.pes > nodes) refuse(fmt::format("has {} nodes, but \"pes {}\"", nodes, graph_.pes));
    for (auto& neighbours : graph_.links) std::sort(neighbours.begin(), neighbours.end());
    check_connected();
    return std::move(graph_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(number_ == 0 ? fmt::format("graph: {}: {}", escaped(name_), why)
                                   : fmt::format("graph: {}:{}: {}", escaped(name_), number_, why));
  }

  /// Whether a word of this line may be shown: graph_file.hpp.
  [[nodiscard]] bool is_told(std::string_view word) const {
    return has_begun_ || word == "pes" || is_like_a_number(word);
  }
  /// ", got \"0 1 2 3\"" if it may be.
  [[nodiscard]] std::string got(const std::vector<std::string_view>& words) const {
    if (!std::all_of(words.begin(), words.end(), [&](std::string_view word) { return is_told(word); }))
      return "";
    return fmt::format(", got \"{}\"", shown(fmt::format("{}", fmt::join(words, " "))));
  }

  int whole(std::string_view word, int least, std::int64_t most, const char* what) const {
    int value = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::invalid_argument || end != word.data() + word.size())
      refuse(is_told(word) ? fmt::format("\"{}\" is not a whole number", shown(word))
                           : "a word is not a whole number; write two node numbers in a line");
    if (error != std::errc() || value < least || value > most)
      refuse(fmt::format("{} are {} to {}, got {}", what, least, grouped(most), shown(word)));
    return value;
  }

  void link(Node a, Node b) {
    if (a == b) refuse(fmt::format("node {} is linked to itself", a));
    const auto [place, is_new] = line_of_.try_emplace({std::min(a, b), std::max(a, b)}, number_);
    if (!is_new) refuse(fmt::format("the link {} {} is already in line {}", a, b, place->second));
    graph_.links.resize(std::max(graph_.links.size(), static_cast<std::size_t>(std::max(a, b)) + 1));
    graph_.links[static_cast<std::size_t>(a)].push_back(b);
    graph_.links[static_cast<std::size_t>(b)].push_back(a);
  }

  void slow_link(Node a, Node b, std::int64_t factor) {
    if (factor == 1) return;
    graph_.slow.push_back({a, b, factor});
    graph_.slow.push_back({b, a, factor});
  }

  void check_connected() const {
    std::vector<char> is_reached(graph_.links.size(), 0);
    std::vector<Node> front{0};
    is_reached[0] = 1;
    while (!front.empty()) {
      const Node at = front.back();
      front.pop_back();
      for (const Node next : graph_.links[static_cast<std::size_t>(at)])
        if (!std::exchange(is_reached[static_cast<std::size_t>(next)], 1)) front.push_back(next);
    }
    if (const auto far = std::find(is_reached.begin(), is_reached.end(), 0); far != is_reached.end())
      refuse(fmt::format("there is no way from node 0 to node {}; link them", far - is_reached.begin()));
  }

  const std::string& name_;
  int number_ = 0;
  bool has_begun_ = false;  // a line was that of a network
  GraphFile graph_;
  std::optional<int> pes_;
  std::map<std::pair<Node, Node>, int> line_of_;
};

}  // namespace

GraphFile read_graph(std::string_view text, const std::string& name) {
  GraphReader reader(name);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    reader.line(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return reader.end();
}

}  // namespace toruscope::core
