// SPDX-License-Identifier: Apache-2.0

#include "formats/fabric.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/topology/graph_file.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/core.h>
#include <map>
#include <numeric>
#include <string_view>

namespace toruscope::formats {

namespace {

/// A name in quotes, without what a line cannot hold.
std::string quoted(const std::string& name) {
  std::string text = core::escaped(name);
  std::replace(text.begin(), text.end(), '"', '\'');
  return fmt::format("\"{}\"", text);
}

/// Numbers of nodes and of ports as the graph file's reader gives them: nodes as they appear, PEs
/// first; ports by the neighbour's number, then by line.
class Numbers {
 public:
  Numbers(const Fabric& fabric, const std::vector<std::size_t>& order)
      : number_(fabric.nodes.size(), -1), cables_(fabric.nodes.size()), port_(fabric.cables.size()) {
    for (std::size_t node = 0; node < fabric.nodes.size() && fabric.nodes[node].is_pe; ++node) see(node);
    for (const std::size_t cable : order) {
      const auto [a, b] = ends(fabric, cable);
      see(a);
      see(b);
      cables_[a].push_back(cable);
      cables_[b].push_back(cable);
    }
    for (std::size_t node = 0; node < cables_.size(); ++node) {
      std::stable_sort(cables_[node].begin(), cables_[node].end(), [&](std::size_t x, std::size_t y) {
        return number_[other(fabric, x, node)] < number_[other(fabric, y, node)];
      });
      for (std::size_t port = 0; port < cables_[node].size(); ++port) {
        const std::size_t cable = cables_[node][port];
        (ends(fabric, cable).first == node ? port_[cable].first : port_[cable].second) = static_cast<int>(port);
      }
    }
  }

  /// The port of a node's cable.
  [[nodiscard]] int port(const Fabric& fabric, std::size_t node, int cable) const {
    const auto c = static_cast<std::size_t>(cable);
    return ends(fabric, c).first == node ? port_[c].first : port_[c].second;
  }

 private:
  static std::pair<std::size_t, std::size_t> ends(const Fabric& fabric, std::size_t cable) {
    return {static_cast<std::size_t>(fabric.cables[cable].a), static_cast<std::size_t>(fabric.cables[cable].b)};
  }
  static std::size_t other(const Fabric& fabric, std::size_t cable, std::size_t node) {
    const auto [a, b] = ends(fabric, cable);
    return a == node ? b : a;
  }
  void see(std::size_t node) {
    if (number_[node] < 0) number_[node] = seen_++;
  }

  int seen_ = 0;
  std::vector<int> number_;
  std::vector<std::vector<std::size_t>> cables_;
  std::vector<std::pair<int, int>> port_;
};

/// "0*3 1 -": ports, runs of equal ones once.
std::string runs_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    while (end < words.size() && words[end] == words[i]) ++end;
    text += " " + words[i];
    if (end > i + 1) text += fmt::format("*{}", end - i);
    i = end;
  }
  return text;
}

/// The number at the front, which is taken away.
std::string_view take_digits(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

}  // namespace

bool is_before(const std::string& a, const std::string& b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::string_view x = a, y = b;
  while (!x.empty() && !y.empty()) {
    if (is_digit(x.front()) && is_digit(y.front())) {
      const std::string_view i = take_digits(x), j = take_digits(y);
      if (i.size() != j.size()) return i.size() < j.size();
      if (i != j) return i < j;
    } else {
      if (x.front() != y.front()) return x.front() < y.front();
      x.remove_prefix(1);
      y.remove_prefix(1);
    }
  }
  return x.empty() != y.empty() ? x.empty() : a < b;
}

std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 8;
  std::vector<std::string> first(names.begin(),
                                 names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kShown)));
  const std::string more =
      names.size() > kShown ? fmt::format(", ... ({} in all)", core::grouped(std::ssize(names))) : "";
  return core::joined(first, ", ") + more;
}

std::string graph_text(const Fabric& fabric) {
  const auto pes = static_cast<std::size_t>(std::count_if(fabric.nodes.begin(), fabric.nodes.end(),
                                                          [](const FabricNode& node) { return node.is_pe; }));
  if (pes == 0) throw ConfigError("network: there is no PE in it; nothing was written");
  std::vector<std::size_t> order(fabric.cables.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t cable) {
    return std::minmax(fabric.cables[cable].a, fabric.cables[cable].b);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    const std::pair<int, int> first = key(x), second = key(y);
    return first < second;
  });
  std::string text;
  for (const std::string& remark : fabric.remarks) text += fmt::format("#! {}\n", core::escaped(remark));
  text += "nodes = names\n";
  if (!fabric.pes_forward) text += "forward = switches\n";
  if (fabric.tables.empty()) text += "routing = dmodk\n";
  if (fabric.channels > 0) text += fmt::format("channels = {}\n", fabric.channels);
  for (std::size_t pe = 0; pe < pes; ++pe) text += fmt::format("pes {}\n", quoted(fabric.nodes[pe].name));
  for (const std::size_t cable : order) {
    const FabricCable& c = fabric.cables[cable];
    const auto [a, b] = std::minmax(c.a, c.b);
    text += fmt::format("{} {}", quoted(fabric.nodes[static_cast<std::size_t>(a)].name),
                        quoted(fabric.nodes[static_cast<std::size_t>(b)].name));
    if (c.gigabits > 0) text += fmt::format(" bandwidth={:.6g}Gbit/s", c.gigabits);
    if (c.is_free) text += " tw=0ps th=0ps";
    if (c.slow > 1) text += fmt::format(" slow={:.7g}", c.slow);
    if (c.picoseconds > 0) text += fmt::format(" th={}ps", c.picoseconds);
    text += "\n";
  }
  const auto name = [&](int node) { return quoted(fabric.nodes[static_cast<std::size_t>(node)].name); };
  for (const std::vector<int>& route : fabric.routes)
    text += fmt::format("route {} {} = {}\n", name(route.front()), name(route.back()),
                        core::joined(route, " ", name));
  for (const FabricIsland& island : fabric.islands) {
    text += fmt::format("island {} =", quoted(island.name));
    for (const int pe : island.pes) text += " " + name(pe);
    for (const std::string& below : island.islands) text += " " + quoted(below);
    text += "\n";
  }
  if (!fabric.tables.empty()) {
    const Numbers numbers(fabric, order);
    std::vector<std::string> words(pes);
    for (std::size_t node = 0; node < fabric.tables.size(); ++node) {
      const auto& table = fabric.tables[node];
      if (table.empty()) continue;
      for (std::size_t pe = 0; pe < pes; ++pe)
        words[pe] = table[pe] < 0 ? "-" : std::to_string(numbers.port(fabric, node, table[pe]));
      text += fmt::format("table {} ={}\n", quoted(fabric.nodes[node].name), runs_of(words));
    }
  }
  core::make_graph("graph", core::read_graph(text, "the network"));
  return text;
}

}  // namespace toruscope::formats
