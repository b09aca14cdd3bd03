// SPDX-License-Identifier: Apache-2.0
// A network from a file (graph_file.hpp), with its routes or shortest ones, on as many virtual
// channels as make dependencies acyclic (layered_routes.hpp).
//
//   ports       port i of a node leads to its neighbour of the i-th lowest number.

#include "runtime/core/joined.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/graph_file.hpp"
#include "runtime/topology/layered_routes.hpp"

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
        neighbours_(std::move(file.links)),
        sides_{file.pes},
        slow_(std::move(file.slow)),
        costs_(std::move(file.costs)),
        routes_(neighbours_, file.pes, core::kMostVirtualChannels, file.routes) {
    for (const auto& neighbours : neighbours_) ports_ = std::max(ports_, static_cast<int>(neighbours.size()));
    for (Node a = 0; a < pes(); ++a)
      for (Node b = 0; b < pes(); ++b) diameter_ = std::max(diameter_, distance(a, b));
    longest_route_ = diameter_;
    for (const auto& [ends, nodes] : file.routes) {
      const auto links = static_cast<int>(nodes.size()) - 1;
      has_shortest_routes_ = has_shortest_routes_ && links == distance(ends.first, ends.second);
      longest_route_ = std::max(longest_route_, links);
    }
    count_cut();
  }

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int nodes() const override { return static_cast<int>(neighbours_.size()); }
  [[nodiscard]] int pes() const override { return sides_.front(); }
  [[nodiscard]] int ports() const override { return ports_; }
  [[nodiscard]] int pe_ports() const override {
    std::size_t most = 0;
    for (Node pe = 0; pe < pes(); ++pe) most = std::max(most, neighbours_[static_cast<std::size_t>(pe)].size());
    return static_cast<int>(most);
  }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const auto& neighbours = neighbours_[static_cast<std::size_t>(node)];
    return port < static_cast<int>(neighbours.size()) ? neighbours[static_cast<std::size_t>(port)] : kNoNode;
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override {
    const auto& neighbours = neighbours_[static_cast<std::size_t>(neighbour(node, port))];
    return static_cast<Port>(std::lower_bound(neighbours.begin(), neighbours.end(), node) - neighbours.begin());
  }
  [[nodiscard]] int distance(Node a, Node b) const override { return routes_.distance(a, b); }
  [[nodiscard]] int diameter() const override { return diameter_; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    const int channel = a == b ? 0 : routes_.layer(a, b);
    routes_.walk(a, b, [&](Node /*at*/, Port port) {
      if (!legs.empty() && legs.back().port == port)
        ++legs.back().steps;
      else
        legs.push_back({port, 1, channel});
    });
  }
  [[nodiscard]] int longest_route() const override { return longest_route_; }
  [[nodiscard]] bool has_shortest_routes() const override { return has_shortest_routes_; }
  [[nodiscard]] bool has_datelines() const override { return false; }
  [[nodiscard]] int virtual_channels() const override { return routes_.layers(); }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override {
    return routes_.order(node, port, virtual_channel);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] std::vector<SlowLink> slow_links() const override { return slow_; }
  [[nodiscard]] std::vector<LinkWithCosts> links_with_costs() const override { return costs_; }
  [[nodiscard]] bool is_torus() const override { return false; }
  /// Links between the first, larger half of the PEs and the others, each switch with a near PE.
  [[nodiscard]] int bisection() const override { return cut_; }
  [[nodiscard]] std::string port_name(Node node, Port port) const override {
    return fmt::format("to {}", neighbour(node, port));
  }

  [[nodiscard]] const core::LayeredRoutes& routes() const { return routes_; }

 private:
  void count_cut() {
    const auto is_low = [&](Node node) {
      Node nearest = 0;
      for (Node pe = 0; pe < pes(); ++pe)
        if (distance(node, pe) < distance(node, nearest)) nearest = pe;
      return nearest < (pes() + 1) / 2;
    };
    std::vector<bool> low;
    low.reserve(static_cast<std::size_t>(nodes()));
    for (Node node = 0; node < nodes(); ++node) low.push_back(is_low(node));
    for (std::size_t node = 0; node < neighbours_.size(); ++node)
      for (const Node next : neighbours_[node])
        cut_ += low[node] != low[static_cast<std::size_t>(next)] ? 1 : 0;
  }

  std::string name_;
  core::Adjacency neighbours_;
  std::vector<int> sides_;
  std::vector<SlowLink> slow_;
  std::vector<LinkWithCosts> costs_;
  core::LayeredRoutes routes_;
  int ports_ = 0;
  int diameter_ = 0;
  int longest_route_ = 0;
  bool has_shortest_routes_ = true;
  int cut_ = 0;
};

}  // namespace

TopologyPtr core::make_graph(std::string name, GraphFile file) {
  auto network = std::make_shared<Graph>(std::move(name), std::move(file));
  if (const auto& cycle = network->routes().cycle(); !cycle.empty()) {
    std::vector<std::string> links;
    for (const auto& [from, to] : cycle) links.push_back(fmt::format("{} -> {}", from, to));
    throw ConfigError(
        fmt::format("{}: {} virtual channels leave a cyclic dependency between its routes, as on "
                    "{}; take out a link of it, or give other routes",
                    network->name(), core::kMostVirtualChannels, core::joined(links, ", ")));
  }
  return network;
}

TopologyPtr graph(const std::string& file) {
  if (file.empty()) throw ConfigError("graph: its file is missing; write graph:FILE");
  return core::make_graph("graph:" + file,
                          core::read_graph(core::read_input("graph: ", file, core::kLongestNodeFile), file));
}

void graph(TopologyEntry& entry) {
  entry.form = "graph:FILE";
  entry.description = "what a file says, one link per line: two node numbers";
  entry.make = [](std::string_view file) { return graph(std::string(file)); };
  entry.scale = [](std::string_view file, int /*p*/) -> std::string {
    throw ConfigError(fmt::format(
        "scale: a graph file cannot be scaled, got graph:{}; take a topology with sizes, as ring:8", file));
  };
}

}  // namespace toruscope
