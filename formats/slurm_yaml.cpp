// SPDX-License-Identifier: Apache-2.0
// Slurm's topology.yaml: topologies, of which one is the default.
//
//   - topology: main                    - topology: pod
//     cluster_default: true               torus3d:
//     tree:                                 toruses:
//       switches:                             - name: t0
//         - switch: leaf1                       dims: {x: 4, y: 4, z: 2}
//           nodes: n[01-16]                     nodes: n[01-32]     x varies fastest
//         - switch: top                         (or regions: anchor, dims, nodes)
//           children: leaf[1-2]
//     (or block: blocks: - block:, nodes:; ring: rings: - ring:, nodes:; flat: true)

#include "formats/grid_fabric.hpp"
#include "formats/host_list.hpp"
#include "formats/yaml_networks.hpp"
#include "formats/yaml_text.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <fmt/core.h>

namespace toruscope::formats {

namespace {

class SlurmYamlReader {
 public:
  SlurmYamlReader(const std::string& file, std::string_view text, SlurmTopology& topology)
      : yaml_(file, text), topology_(topology) {
    topology_.file = file;
  }

  void read() {
    if (!yaml_.root().IsSequence())
      yaml_.refuse(yaml_.root(), "topology.yaml is a list of topologies: - topology: NAME");
    const YAML::Node chosen = default_one();
    bool is_known = false;
    for (const std::string& key : yaml_.keys(chosen)) {
      const YAML::Node node = yaml_.child(chosen, key.c_str());
      if (key == "tree")
        read_switches(yaml_.child(node, "switches"), "switch", false);
      else if (key == "block")
        read_blocks(node);
      else if (key == "ring")
        read_rings(node);
      else if (key == "torus3d")
        read_tori(node);
      else if (key == "flat")
        yaml_.refuse(node, "a flat topology says nothing of the network");
      else {
        if (key != "topology" && key != "cluster_default") topology_.ignored.insert(key);
        continue;
      }
      is_known = true;
    }
    if (!is_known) yaml_.refuse(chosen, "the topology has none of tree, block, ring, torus3d and flat");
    if (topology_.switches.empty() && topology_.grids.empty()) yaml_.refuse(chosen, "the topology is empty");
  }

 private:
  /// The first topology with cluster_default, or the only one.
  YAML::Node default_one() {
    const auto topologies = yaml_.elements(yaml_.root());
    if (topologies.empty()) yaml_.refuse(yaml_.root(), "there is no topology in it");
    std::vector<std::string> names;
    std::size_t chosen = topologies.size();
    for (std::size_t i = 0; i < topologies.size(); ++i) {
      names.push_back(yaml_.word(yaml_.child(topologies[i], "topology")));
      const std::string is_default =
          core::in_small_letters(yaml_.word(yaml_.child(topologies[i], "cluster_default")));
      if (is_default == "true" && chosen == topologies.size()) chosen = i;
    }
    if (topologies.size() == 1) chosen = 0;
    if (chosen == topologies.size())
      yaml_.refuse(yaml_.root(),
                   fmt::format("none of {} is the default; give one of them cluster_default: true",
                               core::shown(some_of(names))));
    const std::string own = names[chosen];
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(chosen));
    if (!names.empty())
      topology_.remarks.push_back(
          fmt::format("the default topology is read, {}; ignored: {}", core::shown(own), some_of(names)));
    return topologies[chosen];
  }

  [[nodiscard]] std::vector<std::string> hosts(const YAML::Node& node) {
    const std::string list = yaml_.words(node);
    if (list.empty()) return {};
    try {
      std::vector<std::string> names = expand_hosts(list);
      if (topology_.is_full(names.size()))
        throw ConfigError(fmt::format("there are more than {} names in all", SlurmTopology::kMostNames));
      return names;
    } catch (const ConfigError& error) {
      yaml_.refuse(node, error.what());
    }
  }
  void note_others(const YAML::Node& map, std::initializer_list<std::string_view> known) {
    for (const std::string& key : yaml_.keys(map))
      if (std::find(known.begin(), known.end(), key) == known.end()) topology_.ignored.insert(key);
  }

  void read_switches(const YAML::Node& list, const char* name_key, bool are_blocks) {
    for (const YAML::Node& node : yaml_.elements(list)) {
      SlurmSwitch made;
      made.name = yaml_.word(yaml_.child(node, name_key));
      if (made.name.empty()) yaml_.refuse(node, fmt::format("it has no name: {}: NAME", name_key));
      if (!known_.insert(made.name).second)
        yaml_.refuse(node, fmt::format("{} is there already", core::shown(made.name)));
      made.line = yaml_.line_of(node);
      made.is_block = are_blocks;
      made.switches = hosts(yaml_.child(node, "children"));
      if (made.switches.empty()) made.hosts = hosts(yaml_.child(node, "nodes"));
      note_others(node, {name_key, "nodes", "children"});
      topology_.switches.push_back(std::move(made));
    }
  }
  void read_blocks(const YAML::Node& node) {
    note_others(node, {"blocks"});
    read_switches(yaml_.child(node, "blocks"), "block", true);
  }
  void read_rings(const YAML::Node& node) {
    for (const YAML::Node& ring : yaml_.elements(yaml_.child(node, "rings"))) {
      SlurmGrid& made = topology_.grids.emplace_back();
      made.name = yaml_.word(yaml_.child(ring, "ring"));
      made.line = yaml_.line_of(ring);
      made.hosts = hosts(yaml_.child(ring, "nodes"));
      made.sides = {std::ssize(made.hosts)};
      note_others(ring, {"ring", "nodes"});
    }
  }

  using Place = std::array<std::int64_t, 3>;
  [[nodiscard]] Place place(const YAML::Node& node, std::int64_t least) const {
    Place all{};
    const char* const names[] = {"x", "y", "z"};
    for (std::size_t d = 0; d < all.size(); ++d) {
      const YAML::Node value = yaml_.child(node, names[d]);
      all[d] = !value.IsDefined() && least == 0
                   ? 0
                   : yaml_.whole(value.IsDefined() ? value : node, least, kMostGridPes);
    }
    return all;
  }
  void read_tori(const YAML::Node& node) {
    for (const YAML::Node& torus : yaml_.elements(yaml_.child(node, "toruses"))) {
      const Place sides = place(yaml_.child(torus, "dims"), 1);
      const std::int64_t cells = sides[0] * sides[1] * sides[2];
      if (cells > kMostGridPes)
        yaml_.refuse(torus, fmt::format("a torus of {} nodes; {} at most", core::grouped(cells),
                                        core::grouped(kMostGridPes)));
      SlurmGrid& made = topology_.grids.emplace_back();
      made.name = yaml_.word(yaml_.child(torus, "name"));
      made.line = yaml_.line_of(torus);
      made.sides.assign(sides.begin(), sides.end());
      made.hosts.resize(static_cast<std::size_t>(cells));
      const YAML::Node regions = yaml_.child(torus, "regions");
      const YAML::Node nodes = yaml_.child(torus, "nodes");
      if (nodes.IsDefined() == regions.IsDefined()) yaml_.refuse(torus, "a torus has either nodes or regions");
      if (nodes.IsDefined()) fill(made, {}, sides, nodes);
      for (const YAML::Node& region : yaml_.elements(regions))
        fill(made, place(yaml_.child(region, "anchor"), 0), place(yaml_.child(region, "dims"), 1),
             yaml_.child(region, "nodes"));
      for (std::int64_t cell = 0; cell < cells; ++cell)
        if (made.hosts[static_cast<std::size_t>(cell)].empty())
          yaml_.refuse(torus,
                       fmt::format("no node is at {}, {}, {}; a torus is a network if all its places are taken",
                                   cell % sides[0], cell / sides[0] % sides[1], cell / sides[0] / sides[1]));
      note_others(torus, {"name", "dims", "nodes", "regions"});
    }
  }
  /// Puts nodes into a box of the torus, x fastest.
  void fill(SlurmGrid& torus, const Place& anchor, const Place& dims, const YAML::Node& nodes) {
    const std::vector<std::string> names = hosts(nodes);
    const std::int64_t cells = dims[0] * dims[1] * dims[2];
    if (std::ssize(names) != cells)
      yaml_.refuse(nodes.IsDefined() ? nodes : yaml_.root(),
                   fmt::format("{} for {} x {} x {} places", core::counted(names.size(), "node"), dims[0],
                               dims[1], dims[2]));
    for (std::size_t d = 0; d < dims.size(); ++d)
      if (anchor[d] + dims[d] > torus.sides[d]) yaml_.refuse(nodes, "the region is beyond the torus");
    for (std::int64_t i = 0; i < cells; ++i) {
      const std::int64_t x = anchor[0] + i % dims[0], y = anchor[1] + i / dims[0] % dims[1],
                         z = anchor[2] + i / dims[0] / dims[1];
      std::string& host = torus.hosts[static_cast<std::size_t>(x + torus.sides[0] * (y + torus.sides[1] * z))];
      if (!host.empty()) yaml_.refuse(nodes, fmt::format("two regions have the place {}, {}, {}", x, y, z));
      host = names[static_cast<std::size_t>(i)];
    }
  }

  YamlText yaml_;
  SlurmTopology& topology_;
  std::set<std::string> known_;  // switches and blocks
};

}  // namespace

bool has_yaml() {
  return true;
}

void read_slurm_yaml(const std::string& file, std::string_view text, SlurmTopology& topology) {
  SlurmYamlReader(file, text, topology).read();
}

}  // namespace toruscope::formats
