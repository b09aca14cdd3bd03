// SPDX-License-Identifier: Apache-2.0
// A network from a file (graph_file.hpp), with the file's routes, or those of a policy
// (routing_policies.hpp), on virtual channels whose dependencies are acyclic (graph_routes.hpp).
//
//   ports       port i of a node has its i-th cable, by the neighbour's number (cabling.hpp).

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/topology/cabling.hpp"
#include "runtime/topology/graph_file.hpp"
#include "runtime/topology/graph_routes.hpp"
#include "runtime/topology/switched_networks.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace {

class Graph final : public Topology {
 public:
  Graph(std::string name, core::GraphFile file)
      : name_(std::move(name)),
        file_(std::move(file)),
        cabling_(std::move(file_.links), file_.pes, file_.pes_forward),
        sides_{file_.pes},
        has_tables_(!file_.tables.empty()),
        routes_(cabling_, file_) {
    file_.tables.clear();
    for (Node node = 0; node < nodes(); ++node) {
      const auto links = static_cast<int>(cabling_.neighbours(node).size());
      ports_ = std::max(ports_, links);
      if (node < pes()) pe_ports_ = std::max(pe_ports_, links);
    }
    count_cut();
  }

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int nodes() const override { return cabling_.nodes(); }
  [[nodiscard]] int pes() const override { return sides_.front(); }
  [[nodiscard]] int ports() const override { return ports_; }
  [[nodiscard]] int pe_ports() const override { return pe_ports_; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const auto& neighbours = cabling_.neighbours(node);
    return port < static_cast<int>(neighbours.size()) ? neighbours[static_cast<std::size_t>(port)] : kNoNode;
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override { return cabling_.opposite(node, port); }
  [[nodiscard]] int distance(Node a, Node b) const override { return cabling_.distance(a, b); }
  [[nodiscard]] int diameter() const override { return cabling_.diameter(); }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    const int channel = a == b ? 0 : routes_.channel(a, b);
    routes_.walk(a, b, [&](Node /*at*/, Port port) {
      if (!legs.empty() && legs.back().port == port)
        ++legs.back().steps;
      else
        legs.push_back({port, 1, channel});
    });
  }
  [[nodiscard]] int longest_route() const override { return routes_.longest(); }
  [[nodiscard]] bool has_shortest_routes() const override { return routes_.are_shortest(); }
  [[nodiscard]] bool has_datelines() const override { return false; }
  [[nodiscard]] int virtual_channels() const override { return routes_.channels(); }
  [[nodiscard]] bool is_acyclic() const override { return routes_.cycle().empty(); }
  [[nodiscard]] std::vector<LinkEnds> cyclic_links() const override { return routes_.cycle(); }
  [[nodiscard]] bool spreads_detours() const override { return file_.routing->name != std::string("first"); }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override {
    return routes_.order(node, port, virtual_channel);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] std::vector<SlowLink> slow_links() const override { return file_.slow; }
  [[nodiscard]] std::vector<LinkWithCosts> links_with_costs() const override { return file_.costs; }
  [[nodiscard]] std::vector<std::vector<int>> islands() const override {
    return core::telling(file_.islands.levels);
  }
  [[nodiscard]] bool is_torus() const override { return false; }
  /// Links between the first, larger half of the PEs and the others, each switch with a near PE.
  [[nodiscard]] int bisection() const override { return cut_; }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return fmt::format("to {}", text_of(neighbour(node, port)));
  }
  [[nodiscard]] std::string note() const override {
    const auto unused = unused_links();
    if (unused.empty()) return {};
    return fmt::format("{} of {} directed links on no route, as {}", core::grouped(std::ssize(unused)),
                       core::grouped(static_cast<std::int64_t>(cabling_.links())), text_of(unused.front()));
  }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> facts() const override;

 private:
  [[nodiscard]] std::string text_of(Node node) const {
    return file_.names.empty() ? std::to_string(node)
                               : core::escaped(file_.names[static_cast<std::size_t>(node)]);
  }
  [[nodiscard]] std::string text_of(const LinkEnds& link) const {
    return fmt::format("{} -> {}", text_of(link.first), text_of(link.second));
  }
  /// Links on no route, if routes were walked.
  [[nodiscard]] std::vector<LinkEnds> unused_links() const {
    std::vector<LinkEnds> unused;
    for (std::size_t link = 0; link < routes_.loads().size(); ++link)
      if (routes_.loads()[link] == 0) unused.emplace_back(cabling_.tail(link), cabling_.head(link));
    return unused;
  }
  void count_cut() {
    const auto is_low = [&](Node node) { return cabling_.nearest_pe(node) < (pes() + 1) / 2; };
    for (Node node = 0; node < nodes(); ++node)
      for (const Node next : cabling_.neighbours(node)) cut_ += is_low(node) != is_low(next) ? 1 : 0;
  }

  std::string name_;
  core::GraphFile file_;
  core::Cabling cabling_;
  std::vector<int> sides_;
  bool has_tables_;
  core::GraphRoutes routes_;
  int ports_ = 0;
  int pe_ports_ = 0;
  int cut_ = 0;
};

std::vector<std::pair<std::string, std::string>> Graph::facts() const {
  constexpr std::size_t kShown = 8;
  std::vector<std::pair<std::string, std::string>> facts;
  facts.emplace_back("routing", has_tables_
                                    ? "the file's own tables"
                                    : fmt::format("{}: {}", file_.routing->name, file_.routing->description));
  if (!routes_.loads().empty()) {
    std::string text = fmt::format(
        "{} at most on a link between nodes that forward, at least {} by any "
        "shortest ways",
        core::grouped(core::most_routes(cabling_, routes_.loads())),
        core::grouped(core::least_most_routes(cabling_)));
    for (const core::RoutingPolicy& other : core::routing_policies())
      if (other.table != nullptr && (has_tables_ || &other != file_.routing))
        text += fmt::format(
            "\n{}: {}", other.name,
            core::grouped(core::most_routes(cabling_, core::loads_of(cabling_, other.table(cabling_)))));
    facts.emplace_back("  on a link", text);
  }
  if (const auto unused = unused_links(); !unused.empty()) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(unused.size(), kShown); ++i) texts.push_back(text_of(unused[i]));
    facts.emplace_back("  on no route",
                       fmt::format("{}{}", core::joined(texts, ", "), unused.size() > kShown ? ", ..." : ""));
  }
  if (const auto islands = file_.islands.texts(); !islands.empty())
    facts.emplace_back("islands", core::joined(islands, "\n"));
  for (const std::string& line : file_.remarks) facts.emplace_back("  import", line);
  return facts;
}

/// The file and the routing of "FILE:ROUTING", which is that of a file without such an end.
std::pair<std::string, const core::RoutingPolicy*> split_graph(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {text, nullptr};
  const core::RoutingPolicy* const routing = core::find_routing_policy(text.substr(colon + 1));
  return {routing == nullptr ? text : text.substr(0, colon), routing};
}

}  // namespace

std::string core::with_graph_file(const std::string& graph,
                                  const std::function<std::string(std::string)>& change) {
  const auto [file, routing] = split_graph(graph);
  return change(file) + (routing == nullptr ? "" : fmt::format(":{}", routing->name));
}

TopologyPtr core::make_graph(std::string name, GraphFile file) {
  return std::make_shared<Graph>(std::move(name), std::move(file));
}

TopologyPtr graph(const std::string& text) {
  const auto [file, routing] = split_graph(text);
  if (file.empty()) throw ConfigError("graph: its file is missing; write graph:FILE");
  core::GraphFile read = core::read_graph(core::read_input("graph: ", file, core::kLongestNodeFile), file);
  if (routing != nullptr) {
    read.routing = routing;
    read.tables.clear();
  }
  return core::make_graph("graph:" + text, std::move(read));
}

void graph(TopologyEntry& entry) {
  entry.form = "graph:FILE";
  entry.description =
      "what a file says, one link per line: two nodes; FILE:ROUTING with first, dmodk, ecmp or balanced";
  entry.make = [](std::string_view file) { return graph(std::string(file)); };
  entry.scale = [](std::string_view file, int /*p*/) -> std::string {
    throw ConfigError(fmt::format(
        "scale: a graph file cannot be scaled, got graph:{}; take a topology with sizes, as ring:8", file));
  };
}

}  // namespace toruscope
