// SPDX-License-Identifier: Apache-2.0
// The table of topologies, and the one reader of "NAME:SIZES".

#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"
#include "runtime/topology/description.hpp"
#include "runtime/topology/sizes.hpp"
#include "runtime/topology/switched_networks.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toruscope {

core::SizesAndRouting core::split_routing(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  return {text.substr(0, colon), text.substr(std::min(colon + 1, text.size()))};
}

const std::vector<TopologyEntry>& topologies() {
  static const std::vector<TopologyEntry> table{
      {"torus", "torus:AxBx...", "rings in each of any number of dimensions; a side of 2 has one link each way",
       [](std::string_view sizes) { return torus(core::parse_sizes("torus", "torus:AxBx...", sizes)); }},
      {"ring", "ring:P", "a torus of one dimension",
       [](std::string_view sizes) { return ring(core::parse_size("ring", "ring:P", sizes)); }},
      {"mesh", "mesh:AxBx...", "a grid of any number of dimensions that do not close to rings",
       [](std::string_view sizes) { return mesh(core::parse_sizes("mesh", "mesh:AxBx...", sizes)); }},
      {"line", "line:P", "a mesh of one dimension: a linear array",
       [](std::string_view sizes) { return line(core::parse_size("line", "line:P", sizes)); }},
      {"hypercube", "hypercube:D", "2^D nodes, a link for each bit of their numbers",
       [](std::string_view sizes) { return hypercube(core::parse_size("hypercube", "hypercube:D", sizes)); }},
      {"tree", "tree:P", "a balanced binary tree of switches whose leaves are the PEs",
       [](std::string_view sizes) { return tree(core::parse_size("tree", "tree:P", sizes)); }},
      {"fattree", "fattree:LxSxH",
       "L leaf switches of H PEs below S spines, or fattree:K of K-port switches; :ecmp: routes by a hash",
       core::parse_fat_tree},
      {"dragonfly", "dragonfly:PxAxH",
       "P PEs a router, A routers a group, H links of each to other groups; :valiant", core::parse_dragonfly},
      {"hyperx", "hyperx:AxBx...", "a grid in which all nodes of a line are linked with each other",
       [](std::string_view sizes) { return hyperx(core::parse_sizes("hyperx", "hyperx:AxBx...", sizes)); }},
      {"twisted", "twisted:AxBx...",
       "a torus of sides k and 2k; the short dimensions close with a shift of k along the long ones",
       [](std::string_view sizes) {
         return twisted_torus(core::parse_sizes("twisted", "twisted:AxBx...", sizes));
       }},
      {"hier", "hier:INNER/OUTER",
       "islands of an inner network, whose PEs are on rails of an outer one: complete:8/torus:4x4",
       core::parse_hierarchy},
      {"graph", "graph:FILE", "what a file says, one link per line: two node numbers",
       [](std::string_view file) { return graph(std::string(file)); }},
      {"complete", "complete:P", "every pair of nodes has a private link",
       [](std::string_view sizes) { return complete(core::parse_size("complete", "complete:P", sizes)); }},
  };
  return table;
}

namespace {

/// Makes the topology of an entry, which may be a program's own.
TopologyPtr made_by(const TopologyEntry& entry, std::string_view sizes) {
  const auto refuse = [&](const char* what) { throw ConfigError(fmt::format("{}: {}", entry.name, what)); };
  TopologyPtr made;
  try {
    made = entry.make(sizes);
  } catch (const std::exception&) {
    throw;
  } catch (...) {
    refuse("its entry of the table threw something that is not a std::exception");
  }
  if (!made) refuse("its entry of the table makes none");
  core::check_description(*made);
  return made;
}

/// The entry that others call by this name, in small letters without - and _.
const TopologyEntry* called_otherwise(std::string_view name, const std::vector<TopologyEntry>& table) {
  struct OtherName {
    std::string_view other, here;
  };
  static constexpr OtherName kOtherNames[] = {{"switch", "complete"},   {"star", "complete"},
                                              {"crossbar", "complete"}, {"fullyconnected", "complete"},
                                              {"clique", "complete"},   {"fullmesh", "complete"},
                                              {"grid", "mesh"},         {"chain", "line"},
                                              {"clos", "fattree"},      {"leafspine", "fattree"},
                                              {"spineleaf", "fattree"}};
  std::string plain;
  for (const char c : core::shown(name))
    if (c != '-' && c != '_') plain += core::small_letter(c);
  for (const OtherName& each : kOtherNames) {
    if (each.other != plain) continue;
    const auto entry =
        std::find_if(table.begin(), table.end(), [&](const TopologyEntry& e) { return e.name == each.here; });
    return entry == table.end() ? nullptr : &*entry;
  }
  return nullptr;
}

}  // namespace

TopologyPtr parse_topology(std::string_view text, const std::vector<TopologyEntry>& table) {
  const auto colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  const auto entry =
      std::find_if(table.begin(), table.end(), [&](const TopologyEntry& e) { return e.name == name; });
  if (entry != table.end()) return made_by(*entry, text.substr(std::min(colon + 1, text.size())));

  std::vector<std::string> names;
  names.reserve(table.size());
  for (const TopologyEntry& e : table) names.push_back(e.name);
  std::sort(names.begin(), names.end());
  const TopologyEntry* const meant = called_otherwise(name, table);
  if (meant == nullptr) throw ConfigError(core::unknown_name("topology", "topologies", name, names));
  throw ConfigError(fmt::format("unknown topology \"{}\"; topologies are: {}. Did you mean {} ({})?",
                                core::shown(name), fmt::join(names, ", "), meant->form, meant->description));
}

}  // namespace toruscope
