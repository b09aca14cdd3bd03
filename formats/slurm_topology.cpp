// SPDX-License-Identifier: Apache-2.0

#include "formats/slurm_topology.hpp"

#include "formats/grid_fabric.hpp"
#include "formats/host_list.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace toruscope::formats {

namespace {

/// One statement: "SwitchName=s0 Nodes=n[0-3]".
class Statement {
 public:
  Statement(const std::string& file, int line, std::string_view text) : file_(file), line_(line) {
    while (!(text = core::trimmed(text)).empty()) {
      const std::string_view word = text.substr(0, text.find_first_of(" \t"));
      text.remove_prefix(word.size());
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos || equals == 0) refuse(word, "is no KEY=VALUE");
      if (!values_.try_emplace(core::in_small_letters(word.substr(0, equals)), word.substr(equals + 1)).second)
        refuse(word, "is there already");
    }
  }

  [[noreturn]] void refuse(std::string_view word, const std::string& why) const {
    throw ConfigError(
        fmt::format("network: {}:{}: \"{}\" {}", core::escaped(file_), line_, core::shown(word), why));
  }
  /// Takes the value of a key, empty if it is not there.
  std::string take(const std::string& key) {
    const auto node = values_.extract(key);
    return node.empty() ? "" : std::string(node.mapped());
  }
  [[nodiscard]] std::vector<std::string> expanded(const std::string& list) const {
    if (list.empty()) return {};
    try {
      return expand_hosts(list);
    } catch (const ConfigError& error) {
      throw ConfigError(fmt::format("network: {}:{}: {}", core::escaped(file_), line_, error.what()));
    }
  }
  [[nodiscard]] int line() const { return line_; }
  void check_empty() const {
    if (!values_.empty()) refuse(values_.begin()->first, "is no key of a switch or block");
  }

 private:
  const std::string& file_;
  int line_;
  std::map<std::string, std::string_view> values_;
};

/// `known`: names of switches so far.
void add_switch(Statement statement, std::set<std::string>& known, SlurmTopology& topology) {
  if (!statement.take("blocksizes").empty()) {
    topology.ignored.insert("BlockSizes");
    return;
  }
  if (const std::string ring = statement.take("ringname"); !ring.empty()) {
    SlurmGrid& made = topology.grids.emplace_back();
    made.name = ring;
    made.line = statement.line();
    made.hosts = statement.expanded(statement.take("nodes"));
    made.sides = {std::ssize(made.hosts)};
    if (topology.is_full(made.hosts.size())) statement.refuse("the line", "gives too many names in all");
    return statement.check_empty();
  }
  SlurmSwitch made;
  made.line = statement.line();
  const std::string block = statement.take("blockname");
  made.is_block = !block.empty();
  const std::string names = made.is_block ? block : statement.take("switchname");
  if (names.empty()) statement.refuse("the line", "has no SwitchName=, BlockName= or RingName=");
  made.switches = statement.expanded(statement.take("switches"));
  const std::string hosts = statement.take("nodes");
  const bool repeats_lower = !made.switches.empty();  // scontrol lists all hosts below a switch
  if (!repeats_lower) made.hosts = statement.expanded(hosts);
  if (!statement.take("linkspeed").empty()) topology.ignored.insert("LinkSpeed");
  for (const char* const follows : {"level", "blockindex", "blocksize"}) statement.take(follows);
  statement.check_empty();
  // Names of what lies below, of all switches on the line.
  const std::vector<std::string> all = statement.expanded(names);
  if (topology.is_full(all.size() * (1 + made.hosts.size() + made.switches.size())))
    statement.refuse(
        "the line",
        fmt::format("gives {} switches {} nodes or switches each; {} names in all at most", all.size(),
                    made.hosts.size() + made.switches.size(), SlurmTopology::kMostNames));
  for (const std::string& name : all) {
    if (!known.insert(name).second) statement.refuse(name, "has a line already");
    made.name = name;
    topology.switches.push_back(made);
  }
}

}  // namespace

void read_slurm_topology(const std::string& file, std::string_view text, SlurmTopology& topology) {
  topology.file = file;
  std::string statement;
  std::set<std::string> known;
  core::Lines lines(text);
  const auto take = [&] {
    if (!core::trimmed(statement).empty())
      add_switch(Statement(topology.file, static_cast<int>(lines.number()), statement), known, topology);
    statement.clear();
  };
  while (lines.next()) {
    std::string_view line = lines.text();
    line = core::trimmed(line.substr(0, line.find('#')));
    const bool goes_on = line.ends_with('\\');
    if (goes_on) line.remove_suffix(1);
    statement.append(line).append(" ");
    if (!goes_on) take();
  }
  take();  // a last line that should go on
  if (topology.switches.empty() && topology.grids.empty())
    throw ConfigError(fmt::format("network: {} has no switch, block or ring", core::escaped(file)));
}

namespace {

/// The network of the one ring or torus.
Fabric fabric_of_grid(const SlurmTopology& topology, std::optional<int> uplinks) {
  const auto refuse = [&](int line, const std::string& why) {
    throw ConfigError(fmt::format("network: {}:{}: {}", core::escaped(topology.file), line, why));
  };
  const SlurmGrid& grid = topology.grids.front();
  if (uplinks) refuse(grid.line, "rings and tori have cables of their own; leave --uplinks out");
  if (topology.grids.size() > 1 || !topology.switches.empty())
    refuse(grid.line,
           fmt::format("{} is not alone, and what joins it to others is not said; leave one ring or torus in "
                       "the file",
                       core::shown(grid.name)));
  Fabric fabric;
  std::set<std::string> known;
  for (const std::string& host : grid.hosts) {
    if (!known.insert(host).second) refuse(grid.line, fmt::format("{} is in it twice", core::shown(host)));
    fabric.nodes.push_back({host, true});
  }
  if (grid.hosts.size() < 2) refuse(grid.line, fmt::format("{} has no two nodes", core::shown(grid.name)));
  std::vector<GridDimension> dimensions;
  for (const std::int64_t side : grid.sides) dimensions.push_back({.size = side});
  lay_grid(fabric, dimensions);
  fabric.remarks.push_back(fmt::format("Slurm: the {} {} of {} hosts, in the order of the file",
                                       grid.sides.size() == 1 ? "ring" : "torus", core::shown(grid.name),
                                       core::joined(grid.sides, " x ")));
  fabric.remarks.insert(fabric.remarks.end(), topology.remarks.begin(), topology.remarks.end());
  fabric.remarks.emplace_back(
      "assumed, as Slurm does not say: routes by dimension, the first one first, half-way the "
      "positive way");
  if (!topology.ignored.empty()) fabric.remarks.push_back("ignored: " + core::joined(topology.ignored, ", "));
  return fabric;
}

}  // namespace

Fabric fabric_of(const SlurmTopology& topology, std::optional<int> uplinks) {
  const auto refuse = [&](const std::string& why) {
    throw ConfigError(fmt::format("network: {}: {}", core::escaped(topology.file), why));
  };
  if (!topology.grids.empty()) return fabric_of_grid(topology, uplinks);
  const bool is_cloud = topology.source != "Slurm";
  std::set<std::string> hosts;
  std::map<std::string, std::size_t> places;  // of switches
  for (const SlurmSwitch& s : topology.switches) {
    for (const std::string& host : s.hosts)
      if (!hosts.insert(host).second && is_cloud) refuse(fmt::format("{} is in it twice", core::shown(host)));
    places.try_emplace(s.name, places.size());
  }
  if (!uplinks)
    refuse(
        fmt::format("{} hosts on {} {}, and no cables: {}'s topologies say who is near; give "
                    "--uplinks N for a network of N cables from each switch to each one above it",
                    core::grouped(std::ssize(hosts)), core::grouped(std::ssize(topology.switches)),
                    is_cloud ? "network nodes" : "switches and blocks", topology.source));
  Fabric fabric;
  std::vector<std::string> names = topology.order;
  if (!is_cloud) {
    names.assign(hosts.begin(), hosts.end());
    std::sort(names.begin(), names.end(), is_before);
  }
  std::map<std::string, int> number;
  for (const std::string& name : names) {
    number[name] = static_cast<int>(fabric.nodes.size());
    fabric.nodes.push_back({name, true});
  }
  const int first = static_cast<int>(fabric.nodes.size());
  for (const SlurmSwitch& s : topology.switches)
    fabric.nodes.push_back({hosts.contains(s.name) ? "switch " + s.name : s.name, false});
  int above_blocks = -1;
  const auto roots = std::count_if(topology.switches.begin(), topology.switches.end(),
                                   [](const SlurmSwitch& s) { return s.is_block; });
  std::vector<std::string> shared;
  std::map<std::string, int> parents;
  std::map<std::string, std::set<std::string>> above;  // of switches, by their names in the fabric
  for (std::size_t i = 0; i < topology.switches.size(); ++i) {
    const SlurmSwitch& s = topology.switches[i];
    const int here = first + static_cast<int>(i);
    for (const std::string& host : s.hosts) {
      fabric.cables.push_back({number.at(host), here, 0, 0});
      if (++parents[host] == 2) shared.push_back(host);
    }
    for (const std::string& below : s.switches) {
      const auto place = places.find(below);
      if (place == places.end())
        refuse(fmt::format("line {} names the switch {}, which has no line", s.line, core::shown(below)));
      if (place->second == i) refuse(fmt::format("line {}: {} is below itself", s.line, core::shown(below)));
      const int lower = first + static_cast<int>(place->second);
      above[fabric.nodes[static_cast<std::size_t>(lower)].name].insert(
          fabric.nodes[static_cast<std::size_t>(here)].name);
      for (int cable = 0; cable < *uplinks; ++cable) fabric.cables.push_back({lower, here, 0, 0});
    }
    if (!s.is_block || (is_cloud && roots == 1)) continue;
    if (above_blocks < 0) {
      above_blocks = static_cast<int>(fabric.nodes.size());
      fabric.nodes.push_back({is_cloud ? "above all" : "above all blocks", false});
    }
    for (int cable = 0; cable < *uplinks; ++cable) fabric.cables.push_back({here, above_blocks, 0, 0});
  }
  fabric.remarks = topology.remarks;
  fabric.remarks.push_back(
      fmt::format("{}: {}, {} {}", topology.source, core::counted(hosts.size(), "host"),
                  core::grouped(std::ssize(topology.switches)),
                  is_cloud ? "network nodes; ranks in the order of the file" : "switches or blocks"));
  fabric.remarks.push_back(fmt::format("assumed, as {} does not say: {} from each switch to each one above it",
                                       topology.source, core::counted(*uplinks, "cable")));
  if (above_blocks >= 0)
    fabric.remarks.emplace_back(is_cloud ? "assumed: a switch above the network nodes that have none"
                                         : "assumed: a switch above all blocks");
  if (!topology.ignored.empty()) fabric.remarks.push_back("ignored: " + core::joined(topology.ignored, ", "));
  if (!shared.empty())
    fabric.remarks.push_back("hosts on several switches, with a cable to each: " + some_of(shared));
  add_leaf_islands(fabric);
  add_upper_islands(fabric, above);
  return fabric;
}

}  // namespace toruscope::formats
