// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_file.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/graph_cables.hpp"
#include "runtime/topology/graph_words.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <optional>
#include <unordered_map>
#include <utility>

namespace toruscope::core {

namespace {

constexpr std::string_view kHowToWrite = "write two node numbers in a line";

class GraphReader {
 public:
  GraphReader(std::string_view text, const std::string& name) : text_(text), name_(name) {
    graph_.routing = &routing_policies().front();
    graph_.channels = kMostVirtualChannels;
  }

  void line(std::string_view text) {
    ++number_;
    if (text.starts_with("#!")) graph_.remarks.emplace_back(trimmed(text.substr(2)));
    if (trimmed(text).starts_with("island ")) return islands_.emplace_back(number_, trimmed(text)), void();
    if (trimmed(text).starts_with("table ")) return tables_.emplace_back(number_, trimmed(text)), void();
    const bool begins_with_name = trimmed(text).starts_with('"');
    const std::vector<std::string_view> words = words_of(text, kMostRouteWords + 1);
    if (words.empty()) return;
    if (const auto key = read_key(text))
      set_key(*key);
    else if (words[0] == "pes" && !begins_with_name)
      pes(words);
    else if (words[0] == "route" && !begins_with_name)
      route(words);
    else
      link(words);
    has_begun_ = true;
  }

  GraphFile end() {
    number_ = 0;
    if (cables_.empty()) refuse(fmt::format("has no link; {}", kHowToWrite));
    graph_.links.resize(std::max(graph_.links.size(), graph_.names.size()));
    const auto nodes = static_cast<int>(graph_.links.size());
    graph_.pes = pes_.value_or(nodes);
    if (graph_.pes > nodes) {
      number_ = line_of_pes_;
      refuse(fmt::format("\"pes {}\", and the links are of {} nodes", graph_.pes, nodes));
    }
    for (auto& neighbours : graph_.links) std::sort(neighbours.begin(), neighbours.end());
    const auto name_of = [&](Node node) { return text_of(node); };
    if (is_listed_) {
      const auto [line, why] = one_way_cable(cables_, graph_.links, name_of);
      number_ = line;
      if (!why.empty()) refuse(why);
    }
    if (const std::string why = gap_in(graph_.links, name_of, is_named_ ? kNames : first_number_); !why.empty())
      refuse(why);
    check_routes();
    for (const auto& [line, text] : tables_) table(line, text);
    const auto pes_of = [&](std::string_view word) {
      if (!is_named_) return pes_of_range(word, first_number_, graph_.pes);
      const auto place = node_of_.find(std::string(word));
      const bool is_pe = place != node_of_.end() && place->second < graph_.pes;
      return is_pe ? std::vector<Node>{place->second} : std::vector<Node>();
    };
    graph_.islands = read_islands(islands_, graph_.pes, pes_of, name_of, [&](int line, const std::string& why) {
      number_ = line;
      refuse(why);
    });
    number_ = 0;
    collect_costs(cables_, graph_);
    return std::move(graph_);
  }

 private:
  static constexpr std::size_t kLongestCost = 300;  // of a sentence that quotes a cost
  static constexpr std::size_t kRouteHead = 4;      // Words of "route A B =", and of all nodes.
  static constexpr std::size_t kMostRouteWords = kRouteHead + kMostGraphNodes;
  static constexpr int kMostCables = 1 << 10;                     // of two nodes in one line
  static constexpr std::size_t kMostAll = std::size_t{1} << 21U;  // directions of cables

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
  /// A node as the file calls it.
  [[nodiscard]] std::string text_of(Node node) const {
    return is_named_ ? shown(graph_.names[static_cast<std::size_t>(node)])
                     : std::to_string(node + first_number_);
  }

  int whole(std::string_view word, int least, std::int64_t most, const char* what) const {
    int value = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool is_number = error != std::errc::invalid_argument && end == word.data() + word.size();
    if (!is_number && is_key(word)) refuse(fmt::format("a key is written {} = VALUE", word));
    if (!is_number)
      refuse_word(word, fmt::format("is not a whole number; {}, or a line \"nodes = names\" before all links",
                                    kHowToWrite));
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
    if (words.size() == 1 && words.front().find_first_of(",;") != std::string_view::npos)
      refuse(std::string(kHowToWrite) + ", with blanks between, not commas");
    refuse(
        "write two node numbers, behind them x2 for several cables, slow=FACTOR for a slow link, tw=TIME, "
        "th=TIME or bandwidth=RATE for one with costs of its own; or \"pes N\", or \"route A B = NODES\"" +
        got(words));
  }

  /// Refuses a file of another known kind.
  void refuse_other_form() const {
    if (has_begun_) return;
    const std::string form = other_form(text_, "write two node numbers in a line for each of its links");
    if (!form.empty()) refuse(form);
  }

  void set_key(const GraphSetting& key) {
    const auto one_of = [&](std::initializer_list<const char*> values) {
      for (const char* value : values)
        if (key.value == value) return;
      const std::vector<std::string> known(values.begin(), values.end());
      refuse(fmt::format("{} is one of {}, got {}.{}", key.key, core::joined(known, ", "), shown(key.value),
                         did_you_mean(key.value, known)));
    };
    if ((!cables_.empty() || !graph_.routes.empty() || pes_) && key.key != "routing" && key.key != "channels")
      refuse(fmt::format("{} = {} must stand before all links", key.key, shown(key.value)));
    if (key.key == "routing") {
      one_of({"first", "dmodk", "ecmp", "balanced"});
      graph_.routing = find_routing_policy(key.value);
    } else if (key.key == "nodes") {
      one_of({"from-0", "from-1", "names"});
      is_named_ = key.value == "names";
      first_number_ = key.value == "from-1" ? 1 : 0;
    } else if (key.key == "forward") {
      one_of({"all", "switches"});
      graph_.pes_forward = key.value == "all";
    } else if (key.key == "directions") {
      one_of({"both", "listed"});
      is_listed_ = key.value == "listed";
    } else if (key.key == "channels") {
      graph_.channels = whole(key.value, 1, kMostVirtualChannels, "channels");
    } else {
      weight_ = key.value.substr(0, key.value.find(' '));
      unit_ = trimmed(key.value.substr(weight_.size()));
      if (weight_ != "bandwidth" || unit_.empty()) one_of({"cost", "cables", "bandwidth GB/s"});
    }
  }

  /// "pes 4", or with names "pes h0 h1", and on.
  void pes(const std::vector<std::string_view>& words) {
    line_of_pes_ = number_;
    if (is_named_) {
      for (std::size_t i = 1; i < words.size(); ++i) {
        const Node before = static_cast<Node>(graph_.names.size());
        if (before != pes_.value_or(0) || node(words[i]) != before)
          refuse(fmt::format("\"{}\": name each PE once, and all PEs before links", shown(words[i])));
        pes_ = before + 1;
      }
      return;
    }
    if (words.size() != 2) refuse_form(words);
    if (pes_) refuse("\"pes\" is there already; give the number of PEs once");
    pes_ = whole(words[1], 1, kMostGraphNodes, "PEs");
  }

  Node node(std::string_view word) {
    if (!is_named_)
      return whole(word, first_number_, kMostGraphNodes - 1 + first_number_, "nodes") - first_number_;
    const auto [place, is_new] = node_of_.try_emplace(std::string(word), static_cast<Node>(node_of_.size()));
    if (is_new) graph_.names.emplace_back(word);
    if (graph_.names.size() > kMostGraphNodes)
      refuse(fmt::format("there are {} nodes at most", grouped(kMostGraphNodes)));
    return place->second;
  }

  void link(const std::vector<std::string_view>& words) {
    if (words.size() < 2) refuse_form(words);
    const Node a = node(words[0]);
    const Node b = node(words[1]);
    CableSettings settings;
    std::optional<int> cables;
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto setting = read_setting(words[i]);
      const std::string_view multiple = multiple_of(words[i]);
      if (setting)
        set(settings, *setting);
      else if (!multiple.empty() && !cables)
        cables = whole(multiple, 1, kMostCables, "cables");
      else if (!weight_.empty() && is_like_a_number(words[i]))
        set_weight(settings, cables, words[i]);
      else
        refuse_setting(words[i]);
    }
    if (a == b) refuse(fmt::format("node {} is linked to itself", text_of(a)));
    if (!is_listed_) check_order(a, b);
    for (int cable = 0; cable < cables.value_or(1); ++cable) {
      add(a, b, settings);
      if (!is_listed_) add(b, a, settings);
    }
  }

  /// In a file of cables "1 0" behind "0 1" may be the other direction, or a second cable.
  void check_order(Node a, Node b) {
    const auto [place, is_new] = line_of_.try_emplace({std::min(a, b), std::max(a, b)}, std::pair(a, number_));
    if (!is_new && place->second.first != a)
      refuse(
          fmt::format("the link {} {} is already in line {}, as {} {}; write \"directions = listed\" before "
                      "all links if each direction has a line, or the nodes in the same order for a further "
                      "cable",
                      text_of(a), text_of(b), place->second.second, text_of(b), text_of(a)));
  }

  void add(Node from, Node to, const CableSettings& settings) {
    graph_.links.resize(std::max(graph_.links.size(), static_cast<std::size_t>(std::max(from, to)) + 1));
    auto& neighbours = graph_.links[static_cast<std::size_t>(from)];
    neighbours.push_back(to);
    cables_.push_back({from, to, settings, number_});
    if (neighbours.size() >= kNoPort || cables_.size() > kMostAll)
      refuse(fmt::format("a network has {} links at most, and a node {}", grouped(kMostAll / 2),
                         grouped(kNoPort - 1)));
  }

  /// Sets what a bare number means.
  void set_weight(CableSettings& settings, std::optional<int>& cables, std::string_view word) const {
    if (weight_ == "cost") return set(settings, {"slow", word});
    if (weight_ == "bandwidth") return set(settings, {"bandwidth", std::string(word).append(unit_)});
    if (cables) refuse("the number of cables is there already; give it once");
    cables = whole(word, 1, kMostCables, "cables");
  }

  /// Refuses a word behind two nodes that is no setting: a number may mean anything.
  [[noreturn]] void refuse_setting(std::string_view word) const {
    if (const std::string why = why_no_setting(word); !why.empty()) refuse(why);
    const std::string_view key = word.substr(0, word.find('='));
    if (is_key(key))
      refuse(fmt::format("{} is no setting of a link; it is for all, in a line before them: {} = VALUE", key,
                         key));
    refuse_word(word,
                "is no setting of a link; settings are x2, slow=FACTOR, tw=TIME, th=TIME and bandwidth=RATE." +
                    did_you_mean(key, {"slow", "tw", "th", "bandwidth"}));
  }

  void set(CableSettings& settings, const GraphSetting& setting) const {
    if (setting.key == "slow") return set(settings.slow, setting.value);
    std::optional<Time>& cost = setting.key == "th" ? settings.th : settings.tw;
    if (cost) refuse(fmt::format("{} is there already; give the cost once", setting.key == "th" ? "th" : "tw"));
    try {
      cost = setting.key == "th" ? Time::parse(setting.value, "th") : per_byte(setting);
    } catch (const ConfigError& error) {
      refuse(shown(error.what(), kLongestCost));
    }
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

  /// Reads "route 0 5 = 0 2 3 5".
  void route(const std::vector<std::string_view>& words) {
    if (words.size() <= kRouteHead || words.size() > kMostRouteWords || words[3] != "=") refuse_form(words);
    const Node from = node(words[1]);
    const Node to = node(words[2]);
    const auto name = [&] { return fmt::format("{} to {}", text_of(from), text_of(to)); };
    if (from == to) refuse(fmt::format("a route leads from a PE to another one, got {}", name()));
    if (words.size() < kRouteHead + 2) refuse_form(words);
    std::vector<Node> nodes;
    for (std::size_t i = kRouteHead; i < words.size(); ++i) {
      nodes.push_back(node(words[i]));
      if (std::count(nodes.begin(), nodes.end(), nodes.back()) > 1)
        refuse(fmt::format("the route from {} passes node {} twice", name(), text_of(nodes.back())));
    }
    if (nodes.front() != from || nodes.back() != to)
      refuse(fmt::format("the route from {} leads from {} to {}", name(), text_of(nodes.front()),
                         text_of(nodes.back())));
    const auto [place, is_new] = line_of_route_.try_emplace({from, to}, number_);
    if (!is_new) refuse(fmt::format("the route from {} is already in line {}", name(), place->second));
    graph_.routes[{from, to}] = std::move(nodes);
  }

  /// Checks routes at the end: links and PEs may come behind them.
  void check_routes() {
    for (const auto& [ends, nodes] : graph_.routes) {
      number_ = line_of_route_.at(ends);
      if (std::max(ends.first, ends.second) >= graph_.pes)
        refuse(fmt::format("a route leads from a PE to a PE, which are nodes {} to {}, got {} to {}",
                           text_of(0), text_of(graph_.pes - 1), text_of(ends.first), text_of(ends.second)));
      for (std::size_t i = 1; i < nodes.size(); ++i)
        if (!is_link(nodes[i - 1], nodes[i]))
          refuse(fmt::format("the route from {} to {} passes a link from {} to {}, which is not there",
                             text_of(ends.first), text_of(ends.second), text_of(nodes[i - 1]),
                             text_of(nodes[i])));
    }
  }
  [[nodiscard]] bool is_link(Node a, Node b) const {
    const auto& neighbours = graph_.links[static_cast<std::size_t>(a)];
    return std::binary_search(neighbours.begin(), neighbours.end(), b);
  }

  /// Reads "table 4 = 0*2 3 -": the port of node 4 to each PE; 0*2 is twice 0, - is none.
  void table(int line, std::string_view text) {
    number_ = line;
    const std::size_t head = std::min(text.find('=', 0), text.size());
    const auto words = words_of(text.substr(0, head), 3);
    if (words.size() != 2 || head == text.size()) refuse("write \"table NODE = PORTS\", a port for each PE");
    const std::size_t known = is_named_ ? node_of_.size() : graph_.links.size();
    const Node at = node(words[1]);
    if (static_cast<std::size_t>(at) >= known) refuse(fmt::format("{} is no node of a link", shown(words[1])));
    if (std::any_of(graph_.tables.begin(), graph_.tables.end(), [&](const auto& t) { return t.first == at; }))
      refuse(fmt::format("node {} has a table already", text_of(at)));
    std::vector<std::uint16_t> ports;
    const auto most = static_cast<std::int64_t>(graph_.links[static_cast<std::size_t>(at)].size()) - 1;
    std::string_view rest = without_comment(text).substr(head + 1);
    while (const auto run = next_run(rest)) {
      const int times = run->times.empty() ? 1 : whole(run->times, 1, graph_.pes, "PEs");
      const int port = run->value == "-" ? kNoPort : whole(run->value, 0, most, "ports of this node");
      ports.insert(ports.end(), static_cast<std::size_t>(times), static_cast<std::uint16_t>(port));
      if (ports.size() > static_cast<std::size_t>(graph_.pes)) break;
    }
    if (ports.size() != static_cast<std::size_t>(graph_.pes))
      refuse(fmt::format("the table has {} ports{}, and there are {} PEs", ports.size(),
                         ports.size() > static_cast<std::size_t>(graph_.pes) ? " or more" : "", graph_.pes));
    graph_.tables.emplace_back(at, std::move(ports));
  }

  const std::string_view text_;
  const std::string& name_;
  int number_ = 0;
  bool has_begun_ = false;  // a line began like a network
  bool is_named_ = false;
  bool is_listed_ = false;
  int first_number_ = 0;
  std::string_view weight_;  // what a bare number means
  std::string_view unit_;    // of a bandwidth
  GraphFile graph_;
  std::vector<HalfCable> cables_;
  std::optional<int> pes_;
  int line_of_pes_ = 0;
  std::unordered_map<std::string, Node> node_of_;
  std::map<std::pair<Node, Node>, std::pair<Node, int>> line_of_;  // first node, line
  std::map<std::pair<Node, Node>, int> line_of_route_;
  std::vector<std::pair<int, std::string_view>> tables_;  // lines, read last
  IslandLines islands_;
};

}  // namespace

GraphFile read_graph(std::string_view text, const std::string& name) {
  GraphReader reader(text, name);
  for (Lines lines(text); lines.next();) reader.line(lines.text());
  return reader.end();
}

}  // namespace toruscope::core
