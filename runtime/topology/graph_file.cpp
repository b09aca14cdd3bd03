// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/graph_file.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <istream>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

namespace toruscope::detail {

namespace {

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  void line(std::string text) {
    ++number_;
    if (const std::size_t comment = text.find('#'); comment != std::string::npos) text.resize(comment);
    std::istringstream in(text);
    std::string first, second, factor, more;
    if (!(in >> first)) return;
    const bool has_two = static_cast<bool>(in >> second);
    const bool has_three = static_cast<bool>(in >> factor);
    const bool is_pes = first == "pes";
    if (!has_two || in >> more || (is_pes && has_three))
      refuse(fmt::format(
          "write two node numbers, of a slow link also how many times slower it is, or \"pes N\", got \"{}\"",
          text));
    if (is_pes) {
      if (pes_) refuse("\"pes\" is there already; give the number of PEs once");
      pes_ = whole(second, 1, kMostGraphNodes, "PEs");
    } else {
      const Node a = whole(first, 0, kMostGraphNodes - 1, "nodes");
      const Node b = whole(second, 0, kMostGraphNodes - 1, "nodes");
      wire(a, b);
      if (has_three) slow_wire(a, b, whole(factor, 1, kMostTimesSlower, "factors by which a link is slower"));
    }
  }

  GraphFile end() {
    number_ = 0;
    if (graph_.wires.empty()) refuse("has no link; write two node numbers in a line");
    const auto nodes = static_cast<int>(graph_.wires.size());
    graph_.pes = pes_.value_or(nodes);
    if (graph_.pes > nodes) refuse(fmt::format("has {} nodes, but \"pes {}\"", nodes, graph_.pes));
    for (auto& neighbours : graph_.wires) std::sort(neighbours.begin(), neighbours.end());
    check_connected();
    return std::move(graph_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(number_ == 0 ? fmt::format("graph: {}: {}", name_, why)
                                   : fmt::format("graph: {}:{}: {}", name_, number_, why));
  }

  int whole(const std::string& word, int least, std::int64_t most, const char* what) const {
    int value = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc::invalid_argument || end != word.data() + word.size())
      refuse(fmt::format("\"{}\" is not a whole number", word));
    if (error != std::errc() || value < least || value > most)
      refuse(fmt::format("{} are {} to {}, got {}", what, least, grouped(most), word));
    return value;
  }

  void wire(Node a, Node b) {
    if (a == b) refuse(fmt::format("node {} is wired to itself", a));
    const auto [place, is_new] = line_of_.try_emplace({std::min(a, b), std::max(a, b)}, number_);
    if (!is_new) refuse(fmt::format("nodes {} and {} are wired already, in line {}", a, b, place->second));
    graph_.wires.resize(std::max(graph_.wires.size(), static_cast<std::size_t>(std::max(a, b)) + 1));
    graph_.wires[static_cast<std::size_t>(a)].push_back(b);
    graph_.wires[static_cast<std::size_t>(b)].push_back(a);
  }

  void slow_wire(Node a, Node b, std::int64_t factor) {
    if (factor == 1) return;
    graph_.slow.push_back({a, b, factor});
    graph_.slow.push_back({b, a, factor});
  }

  void check_connected() const {
    std::vector<char> is_reached(graph_.wires.size(), 0);
    std::vector<Node> front{0};
    is_reached[0] = 1;
    while (!front.empty()) {
      const Node at = front.back();
      front.pop_back();
      for (const Node next : graph_.wires[static_cast<std::size_t>(at)])
        if (!std::exchange(is_reached[static_cast<std::size_t>(next)], 1)) front.push_back(next);
    }
    if (const auto far = std::find(is_reached.begin(), is_reached.end(), 0); far != is_reached.end())
      refuse(fmt::format("there is no way from node 0 to node {}; link them", far - is_reached.begin()));
  }

  const std::string& name_;
  int number_ = 0;
  GraphFile graph_;
  std::optional<int> pes_;
  std::map<std::pair<Node, Node>, int> line_of_;
};

}  // namespace

GraphFile read_graph(std::istream& in, const std::string& name) {
  Reader reader(name);
  for (std::string line; std::getline(in, line);) reader.line(std::move(line));
  return reader.end();
}

}  // namespace toruscope::detail
