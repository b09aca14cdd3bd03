// SPDX-License-Identifier: Apache-2.0
// The table of topologies, and the one reader of "NAME:SIZES".

#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"
#include "runtime/topology/description.hpp"
#include "runtime/topology/switched_networks.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <exception>
#include <fmt/core.h>

namespace toruscope {

core::SizesAndRouting core::split_routing(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  return {text.substr(0, colon), text.substr(std::min(colon + 1, text.size()))};
}

const std::vector<TopologyEntry>& topologies() {
// A line names a topology and declares the function of that name, in its file, which describes it.
#define TORUSCOPE_TOPOLOGY(topology)     \
  [] {                                   \
    void topology(TopologyEntry& entry); \
    TopologyEntry entry{};               \
    entry.name = #topology;              \
    topology(entry);                     \
    return entry;                        \
  }()
  static const std::vector<TopologyEntry> table{
      TORUSCOPE_TOPOLOGY(torus),      // torus.cpp
      TORUSCOPE_TOPOLOGY(ring),       // torus.cpp
      TORUSCOPE_TOPOLOGY(mesh),       // mesh.cpp
      TORUSCOPE_TOPOLOGY(line),       // mesh.cpp
      TORUSCOPE_TOPOLOGY(hypercube),  // hypercube.cpp
      TORUSCOPE_TOPOLOGY(tree),       // tree.cpp
      TORUSCOPE_TOPOLOGY(fattree),    // fat_tree.cpp
      TORUSCOPE_TOPOLOGY(dragonfly),  // dragonfly.cpp
      TORUSCOPE_TOPOLOGY(hyperx),     // hyperx.cpp
      TORUSCOPE_TOPOLOGY(twisted),    // twisted.cpp
      TORUSCOPE_TOPOLOGY(hier),       // hierarchy.cpp
      TORUSCOPE_TOPOLOGY(graph),      // graph.cpp
      TORUSCOPE_TOPOLOGY(complete),   // complete.cpp
  };
#undef TORUSCOPE_TOPOLOGY
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

/// The entry for a foreign name, in small letters without - and _.
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
                                core::shown(name), core::joined(names, ", "), meant->form, meant->description));
}

}  // namespace toruscope
