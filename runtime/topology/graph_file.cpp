// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_file.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/rate.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/topology/slow_factor.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <utility>

namespace toruscope::core {

namespace {

/// The first words of a line, up to a comment, `most` at most.
std::vector<std::string_view> words_of(std::string_view line, std::size_t most) {
  line = line.substr(0, line.find('#'));
  constexpr std::string_view kBlanks = " \t\v\f";
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

/// True for a number of cables: "x6", "6x".
bool is_multiple(std::string_view word) {
  if (word.starts_with('x'))
    word.remove_prefix(1);
  else if (word.ends_with('x'))
    word.remove_suffix(1);
  else
    return false;
  return !word.empty() && is_like_a_number(word);
}

/// A setting of a line: "tw=2.5ns".
struct GraphSetting {
  std::string_view key;
  std::string_view value;
};

std::optional<GraphSetting> read_setting(std::string_view word) {
  for (const std::string_view key : {"slow", "tw", "th", "bandwidth"})
    if (word.starts_with(key) && word.substr(key.size()).starts_with('='))
      return GraphSetting{key, word.substr(key.size() + 1)};
  return std::nullopt;
}

/// The time of a byte, or of a bandwidth, on the coarsest of 1 ps, 100 fs, 10 fs, 1 fs within 1e-4.
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

class GraphReader {
 public:
  GraphReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  void line(std::string_view text) {
    ++number_;
    const std::vector<std::string_view> words = words_of(text, kMostRouteWords + 1);
    if (words.empty()) return;
    if (words[0] == "pes")
      pes(words);
    else if (words[0] == "route")
      route(words);
    else
      link(words);
    has_begun_ = true;
  }

  GraphFile end() {
    number_ = 0;
    if (graph_.links.empty()) refuse("has no link; write two node numbers in a line");
    const auto nodes = static_cast<int>(graph_.links.size());
    graph_.pes = pes_.value_or(nodes);
    if (graph_.pes > nodes) {
      number_ = line_of_pes_;
      refuse(fmt::format("\"pes {}\", and the links are of {} nodes", graph_.pes, nodes));
    }
    for (auto& neighbours : graph_.links) std::sort(neighbours.begin(), neighbours.end());
    check_connected();
    check_routes();
    number_ = 0;
    return std::move(graph_);
  }

 private:
  static constexpr std::size_t kLongestCost = 300;  // of a sentence that quotes a cost
  static constexpr std::size_t kRouteHead = 4;      // Words of "route A B =", and of all nodes.
  static constexpr std::size_t kMostRouteWords = kRouteHead + kMostGraphNodes;

  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(number_ == 0 ? fmt::format("graph: {}: {}", escaped(name_), why)
                                   : fmt::format("graph: {}:{}: {}", escaped(name_), number_, why));
  }

  /// True if a word of this line may be shown: graph_file.hpp.
  [[nodiscard]] bool is_told(std::string_view word) const {
    return has_begun_ || word == "pes" || word == "route" || is_like_a_number(word);
  }
  /// Says ", got \"0 1 2 3\"" if that may be shown.
  [[nodiscard]] std::string got(const std::vector<std::string_view>& words) const {
    if (!std::all_of(words.begin(), words.end(), [&](std::string_view word) { return is_told(word); }))
      return "";
    return fmt::format(", got \"{}\"", shown(core::joined(words, " ")));
  }

  int whole(std::string_view word, int least, std::int64_t most, const char* what) const {
    int value = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::invalid_argument || end != word.data() + word.size())
      refuse_word(word, "is not a whole number; write two node numbers in a line");
    if (error != std::errc() || value < least || value > most)
      refuse(fmt::format("{} are {} to {}, got {}", what, least, grouped(most), shown(word)));
    return value;
  }

  /// Refuses a word, quoted if it may be.
  [[noreturn]] void refuse_word(std::string_view word, const std::string& why) const {
    refuse_other_form();
    refuse(fmt::format("{} {}", is_told(word) ? fmt::format("\"{}\"", shown(word)) : "a word", why));
  }

  [[noreturn]] void refuse_form(const std::vector<std::string_view>& words) const {
    refuse_other_form();
    refuse(
        "write two node numbers, behind them slow=FACTOR for a slow link, tw=TIME, th=TIME or bandwidth=RATE "
        "for one with costs of its own; or \"pes N\", or \"route A B = NODES\"" +
        got(words));
  }

  /// Refuses a file of another known kind.
  void refuse_other_form() const {
    if (has_begun_) return;
    const std::string form = other_form(text_, "write two node numbers in a line for each of its links");
    if (!form.empty()) refuse(form);
  }

  void pes(const std::vector<std::string_view>& words) {
    if (words.size() != 2) refuse_form(words);
    if (pes_) refuse("\"pes\" is there already; give the number of PEs once");
    pes_ = whole(words[1], 1, kMostGraphNodes, "PEs");
    line_of_pes_ = number_;
  }

  Node node(std::string_view word) const { return whole(word, 0, kMostGraphNodes - 1, "nodes"); }

  void link(const std::vector<std::string_view>& words) {
    if (words.size() < 2) refuse_form(words);
    const Node a = node(words[0]);
    const Node b = node(words[1]);
    LinkWithCosts costs{a, b};
    std::optional<SlowFactor> slow;
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto setting = read_setting(words[i]);
      if (!setting) refuse_setting(words[i]);
      if (setting->key == "slow")
        set(slow, setting->value);
      else
        set(costs, *setting);
    }
    add_link(a, b);
    if (slow && slow->factor != slow->over) {
      graph_.slow.push_back({a, b, slow->factor, slow->over});
      graph_.slow.push_back({b, a, slow->factor, slow->over});
    }
    if (!costs.tw && !costs.th) return;
    graph_.costs.push_back(costs);
    std::swap(costs.from, costs.to);
    graph_.costs.push_back(costs);
  }

  /// Refuses a word behind two nodes that is no setting: a number may mean anything.
  [[noreturn]] void refuse_setting(std::string_view word) const {
    if (word.starts_with('{'))
      refuse("networkx has written data behind the nodes; write the file with write_edgelist(data=False)");
    if (is_multiple(word))
      refuse(
          fmt::format("\"{}\": two nodes have one link at most; for several cables write their bandwidth "
                      "together: bandwidth=RATE",
                      shown(word)));
    if (is_like_a_number(word))
      refuse(
          fmt::format("\"{}\" behind two nodes may be a weight, a capacity, a number of cables or a factor; "
                      "write slow={} if the link takes so many times as long, tw=TIME or bandwidth=RATE for "
                      "costs of its own, else leave it out",
                      shown(word), shown(word)));
    const std::string_view key = word.substr(0, word.find('='));
    refuse_word(word,
                "is no setting of a link; settings are slow=FACTOR, tw=TIME, th=TIME and bandwidth=RATE." +
                    did_you_mean(key, {"slow", "tw", "th", "bandwidth"}));
  }

  void set(std::optional<SlowFactor>& slow, std::string_view value) const {
    if (slow) refuse("slow is there already; give the factor once");
    slow = read_slow_factor(value);
    if (!slow || slow->factor < slow->over || slow->factor > kMostTimesSlower * slow->over)
      refuse(
          fmt::format("slow: factors by which a link is slower are 1 to {}, with at most {} digits behind the "
                      "point, got {}",
                      grouped(kMostTimesSlower), kFactorPlaces, shown(value)));
  }

  void set(LinkWithCosts& costs, const GraphSetting& setting) const {
    std::optional<Time>& cost = setting.key == "th" ? costs.th : costs.tw;
    if (cost) refuse(fmt::format("{} is there already; give the cost once", setting.key == "th" ? "th" : "tw"));
    try {
      cost = setting.key == "th" ? Time::parse(setting.value, "th") : per_byte(setting);
    } catch (const ConfigError& error) {
      refuse(shown(error.what(), kLongestCost));
    }
  }

  /// Reads "route 0 5 = 0 2 3 5".
  void route(const std::vector<std::string_view>& words) {
    if (words.size() <= kRouteHead || words.size() > kMostRouteWords || words[3] != "=") refuse_form(words);
    const Node from = node(words[1]);
    const Node to = node(words[2]);
    if (from == to) refuse(fmt::format("a route leads from a PE to another one, got {} to {}", from, to));
    if (words.size() < kRouteHead + 2) refuse_form(words);
    std::vector<Node> nodes;
    for (std::size_t i = kRouteHead; i < words.size(); ++i) {
      nodes.push_back(node(words[i]));
      if (std::count(nodes.begin(), nodes.end(), nodes.back()) > 1)
        refuse(fmt::format("the route from {} to {} passes node {} twice", from, to, nodes.back()));
    }
    if (nodes.front() != from || nodes.back() != to)
      refuse(fmt::format("the route from {} to {} leads from {} to {}", from, to, nodes.front(), nodes.back()));
    const auto [place, is_new] = line_of_route_.try_emplace({from, to}, number_);
    if (!is_new) refuse(fmt::format("the route from {} to {} is already in line {}", from, to, place->second));
    graph_.routes[{from, to}] = std::move(nodes);
  }

  /// Checks routes at the end: links and PEs may come behind them.
  void check_routes() {
    for (const auto& [ends, nodes] : graph_.routes) {
      number_ = line_of_route_.at(ends);
      if (std::max(ends.first, ends.second) >= graph_.pes)
        refuse(fmt::format("a route leads from a PE to a PE, which are nodes 0 to {}, got {} to {}",
                           graph_.pes - 1, ends.first, ends.second));
      for (std::size_t i = 1; i < nodes.size(); ++i) {
        const auto [a, b] = std::minmax(nodes[i - 1], nodes[i]);
        if (!line_of_.contains({a, b}))
          refuse(fmt::format("the route from {} to {} passes a link from {} to {}, which is not there",
                             ends.first, ends.second, nodes[i - 1], nodes[i]));
      }
    }
  }

  void add_link(Node a, Node b) {
    if (a == b) refuse(fmt::format("node {} is linked to itself", a));
    const auto [place, is_new] = line_of_.try_emplace({std::min(a, b), std::max(a, b)}, number_);
    if (!is_new)
      refuse(fmt::format(
          "the link {} {} is already in line {}; a link has both directions, and several cables between "
          "two nodes are one link with their bandwidth together: bandwidth=RATE",
          a, b, place->second));
    graph_.links.resize(std::max(graph_.links.size(), static_cast<std::size_t>(std::max(a, b)) + 1));
    graph_.links[static_cast<std::size_t>(a)].push_back(b);
    graph_.links[static_cast<std::size_t>(b)].push_back(a);
  }

  void check_connected() const {
    const auto alone = std::find_if(graph_.links.begin(), graph_.links.end(),
                                    [](const std::vector<Node>& neighbours) { return neighbours.empty(); });
    if (alone != graph_.links.end())
      refuse(fmt::format("node {} has no link; {}", alone - graph_.links.begin(),
                         alone == graph_.links.begin()
                             ? "are nodes numbered from 1? They are numbered from 0 here"
                             : "nodes are numbered from 0 without gaps"));
    std::vector<char> is_reached(graph_.links.size(), 0);
    std::vector<Node> front{0};
    is_reached[0] = 1;
    while (!front.empty()) {
      const Node at = front.back();
      front.pop_back();
      for (const Node next : graph_.links[static_cast<std::size_t>(at)])
        if (std::exchange(is_reached[static_cast<std::size_t>(next)], 1) == 0) front.push_back(next);
    }
    if (const auto far = std::find(is_reached.begin(), is_reached.end(), 0); far != is_reached.end())
      refuse(fmt::format("there is no way from node 0 to node {}; link them", far - is_reached.begin()));
  }

  const std::string_view text_;
  const std::string& name_;
  int number_ = 0;
  bool has_begun_ = false;  // a line began like a network
  GraphFile graph_;
  std::optional<int> pes_;
  int line_of_pes_ = 0;
  std::map<std::pair<Node, Node>, int> line_of_;
  std::map<std::pair<Node, Node>, int> line_of_route_;
};

}  // namespace

GraphFile read_graph(std::string_view text, const std::string& name) {
  GraphReader reader(text, name);
  for (Lines lines(text); lines.next();) reader.line(lines.text());
  return reader.end();
}

}  // namespace toruscope::core
