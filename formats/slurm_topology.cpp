// SPDX-License-Identifier: Apache-2.0

#include "formats/slurm_topology.hpp"

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
  SlurmSwitch made;
  made.line = statement.line();
  const std::string block = statement.take("blockname");
  made.is_block = !block.empty();
  const std::string names = made.is_block ? block : statement.take("switchname");
  if (names.empty()) statement.refuse("the line", "has no SwitchName= or BlockName=");
  made.switches = statement.expanded(statement.take("switches"));
  const std::string hosts = statement.take("nodes");
  const bool repeats_lower = !made.switches.empty();  // scontrol lists all hosts below a switch
  if (!repeats_lower) made.hosts = statement.expanded(hosts);
  if (!statement.take("linkspeed").empty()) topology.ignored.insert("LinkSpeed");
  for (const char* const follows : {"level", "blockindex", "blocksize"}) statement.take(follows);
  statement.check_empty();
  // Names of what lies below, of all switches on the line.
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  const std::vector<std::string> all = statement.expanded(names);
  if (all.size() * (made.hosts.size() + made.switches.size()) > kMost)
    statement.refuse("the line", fmt::format("gives {} switches {} nodes or switches each; {} in all at most",
                                             all.size(), made.hosts.size() + made.switches.size(), kMost));
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
  if (topology.switches.empty())
    throw ConfigError(fmt::format("network: {} has no switch and no block", core::escaped(file)));
}

Fabric fabric_of(const SlurmTopology& topology, std::optional<int> uplinks) {
  const auto refuse = [&](const std::string& why) {
    throw ConfigError(fmt::format("network: {}: {}", core::escaped(topology.file), why));
  };
  std::set<std::string> hosts;
  std::map<std::string, std::size_t> places;  // of switches
  for (const SlurmSwitch& s : topology.switches) {
    hosts.insert(s.hosts.begin(), s.hosts.end());
    places.try_emplace(s.name, places.size());
  }
  if (!uplinks)
    refuse(fmt::format(
        "{} hosts on {} switches and blocks, and no cables: Slurm's topologies say who is near; give "
        "--uplinks N for a network of N cables from each switch to each one above it",
        core::grouped(std::ssize(hosts)), core::grouped(std::ssize(topology.switches))));
  Fabric fabric;
  std::vector<std::string> names(hosts.begin(), hosts.end());
  std::sort(names.begin(), names.end(), is_before);
  std::map<std::string, int> number;
  for (const std::string& name : names) {
    number[name] = static_cast<int>(fabric.nodes.size());
    fabric.nodes.push_back({name, true});
  }
  const int first = static_cast<int>(fabric.nodes.size());
  for (const SlurmSwitch& s : topology.switches)
    fabric.nodes.push_back({hosts.contains(s.name) ? "switch " + s.name : s.name, false});
  int above_blocks = -1;
  std::vector<std::string> shared;
  std::map<std::string, int> parents;
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
      for (int cable = 0; cable < *uplinks; ++cable)
        fabric.cables.push_back({first + static_cast<int>(place->second), here, 0, 0});
    }
    if (!s.is_block) continue;
    if (above_blocks < 0) {
      above_blocks = static_cast<int>(fabric.nodes.size());
      fabric.nodes.push_back({"above all blocks", false});
    }
    for (int cable = 0; cable < *uplinks; ++cable) fabric.cables.push_back({here, above_blocks, 0, 0});
  }
  fabric.remarks = topology.remarks;
  fabric.remarks.push_back(fmt::format("Slurm: {}, {} switches or blocks", core::counted(hosts.size(), "host"),
                                       core::grouped(std::ssize(topology.switches))));
  fabric.remarks.push_back(
      fmt::format("assumed, as Slurm does not say: {} from each switch to each one above it",
                  core::counted(*uplinks, "cable")));
  if (above_blocks >= 0) fabric.remarks.emplace_back("assumed: a switch above all blocks");
  if (!topology.ignored.empty()) fabric.remarks.push_back("ignored: " + core::joined(topology.ignored, ", "));
  if (!shared.empty())
    fabric.remarks.push_back("hosts on several switches, with a cable to each: " + some_of(shared));
  return fabric;
}

}  // namespace toruscope::formats
