// SPDX-License-Identifier: Apache-2.0
// From a fabric of InfiniBand to a network: what is a PE, what a cable carries, what is missing.

#include "formats/ib_fabric.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <fnmatch.h>
#include <set>
#include <tuple>

namespace toruscope::formats {

namespace {

/// The first word of an adapter's name, if it is a host's: "" for what drivers and systems are born
/// with.
std::string host_of(const std::string& name) {
  const std::string first = name.substr(0, name.find_first_of(" \t"));
  for (const char* const other :
       {"MT[0-9]*", "mlx[0-9]*_*", "Mellanox", "localhost*", "ubuntu", "(none)", "HCA-*"})
    if (fnmatch(other, first.c_str(), 0) == 0) return "";
  return first;
}

bool is_aggregation(const IbNode& node) {
  return node.name.find("Aggregation Node") != std::string::npos;
}

bool fits_one(const std::vector<std::string>& patterns, const std::string& name) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
  });
}

/// A port of an adapter that is connected and stays, and the PE that it belongs to.
struct PePort {
  std::size_t adapter = 0;
  int port = 0;
  std::string pe;  ///< its name
};

class IbNetworkMaker {
 public:
  IbNetworkMaker(const IbFabric& ib, const NetworkChoices& choices) : ib_(ib), choices_(choices) {}

  Fabric make() {
    fabric_.remarks.push_back(read_text());
    find_ports();
    number_nodes();
    lay_cables();
    tell_rails();
    tell_trunks();
    if (!ib_.tables.empty()) enter_tables();
    add_leaf_islands(fabric_);
    for (const std::string& remark : ib_.remarks) fabric_.remarks.push_back(remark);
    return std::move(fabric_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(fmt::format("network: {}: {}", core::escaped(ib_.file), why));
  }
  void tell(const char* what, const std::vector<std::string>& names) {
    if (!names.empty()) fabric_.remarks.push_back(fmt::format("{}: {}", what, some_of(names)));
  }
  [[nodiscard]] const IbNode* peer(const IbPort& port) const {
    const auto place = ib_.node_of.find(port.peer);
    return place == ib_.node_of.end() ? nullptr : &ib_.nodes[place->second];
  }

  [[nodiscard]] std::string read_text() const {
    const auto switches =
        std::count_if(ib_.nodes.begin(), ib_.nodes.end(), [](const IbNode& n) { return n.is_switch(); });
    std::size_t ports = 0;
    for (const IbNode& node : ib_.nodes) ports += node.ports.size();
    return fmt::format("ibnetdiscover: {}, {}, {}", core::counted(switches, "switch"),
                       core::counted(std::ssize(ib_.nodes) - switches, "channel adapter"),
                       core::counted(ports / 2, "cable"));
  }

  /// Finds the ports of PEs, and names these.
  void find_ports() {
    std::vector<std::string> aggregation, dropped, nameless, unconnected;
    std::set<std::string> hosts;
    for (std::size_t i = 0; i < ib_.nodes.size(); ++i) {
      const IbNode& node = ib_.nodes[i];
      if (node.is_switch()) continue;
      const bool is_dropped =
          (!choices_.keep.empty() && !fits_one(choices_.keep, node.name)) || fits_one(choices_.drop, node.name);
      if (is_aggregation(node) || is_dropped) {
        (is_aggregation(node) ? aggregation : dropped).push_back(node.name);
        continue;
      }
      if (node.ports.empty()) unconnected.push_back(node.name);
      const std::string host = host_of(node.name);
      if (host.empty()) nameless.push_back(fmt::format("{} ({})", node.name, node.id.substr(1)));
      hosts.insert(host.empty() ? node.id : host);
      for (const auto& [number, port] : node.ports) {
        const std::string own = node.ports.size() > 1 ? fmt::format("{}/{}", node.name, number) : node.name;
        ports_.push_back({i, number,
                          !choices_.hosts_are_pes ? own
                          : host.empty()          ? node.name + " " + node.id.substr(1)
                                                  : host});
      }
    }
    if (!choices_.hosts_are_pes) make_unique();
    fabric_.remarks.push_back(fmt::format("a PE is a {}: {} of {}", choices_.hosts_are_pes ? "host" : "port",
                                          core::counted(ports_.size(), "port"),
                                          core::counted(hosts.size(), "host")));
    tell("aggregation nodes, which are no PEs", aggregation);
    tell("dropped by name", dropped);
    tell("adapters without a host's name, each a host", nameless);
    tell("adapters without a cable, which are no PEs", unconnected);
  }

  /// Ports of the same name get their guid behind it.
  void make_unique() {
    std::map<std::string, int> times;
    for (const PePort& port : ports_) ++times[port.pe];
    for (PePort& port : ports_)
      if (times[port.pe] > 1) port.pe += " " + ib_.nodes[port.adapter].id.substr(1);
  }

  void number_nodes() {
    std::vector<std::string> pes;
    for (const PePort& port : ports_) pes.push_back(port.pe);
    std::sort(pes.begin(), pes.end(), is_before);
    pes.erase(std::unique(pes.begin(), pes.end()), pes.end());
    for (const std::string& pe : pes) {
      pe_number_[pe] = static_cast<int>(fabric_.nodes.size());
      fabric_.nodes.push_back({pe, true});
    }
    std::vector<const IbNode*> switches;
    std::map<std::string, int> times;
    for (const IbNode& node : ib_.nodes) {
      ++times[node.name];
      if (node.is_switch()) switches.push_back(&node);
    }
    std::stable_sort(switches.begin(), switches.end(),
                     [](const IbNode* a, const IbNode* b) { return is_before(a->name, b->name); });
    for (const IbNode* const node : switches) {
      switch_number_[node->id] = static_cast<int>(fabric_.nodes.size());
      const bool is_taken = times[node->name] > 1 || pe_number_.contains(node->name);
      fabric_.nodes.push_back({is_taken ? node->name + " " + node->id.substr(1) : node->name, false});
    }
  }

  /// The cable of a node's port: the slower of what both ends say.
  int add_cable(int a, int b, const IbNode& node, int number) {
    const IbPort& port = node.ports.at(number);
    double gigabits = port.gigabits;
    const IbNode* const other = peer(port);
    if (const auto back = other->ports.find(port.peer_port); back == other->ports.end()) {
      one_sided_.push_back(fmt::format("{} port {}", node.name, number));
    } else if (gigabits == 0 || back->second.gigabits == 0) {
      gigabits = std::max(gigabits, back->second.gigabits);  // one end says it, or none
    } else if (back->second.gigabits != port.gigabits) {
      uneven_.push_back(fmt::format("{} port {} {}, {} port {} {}", node.name, number, port.width, other->name,
                                    port.peer_port, back->second.width));
      gigabits = std::min(gigabits, back->second.gigabits);
    }
    if (gigabits == 0) ++without_width_;
    fabric_.cables.push_back({a, b, gigabits, 0});
    return static_cast<int>(fabric_.cables.size()) - 1;
  }

  void lay_cables() {
    std::vector<std::string> loops, absent;
    for (const PePort& pe : ports_) {
      const IbNode& node = ib_.nodes[pe.adapter];
      const IbPort& port = node.ports.at(pe.port);
      const IbNode* const other = peer(port);
      if (other == nullptr || !other->is_switch()) {
        absent.push_back(fmt::format("{} port {}", node.name, pe.port));
        continue;
      }
      const int cable = add_cable(pe_number_.at(pe.pe), switch_number_.at(other->id), node, pe.port);
      cable_of_[{other->id, port.peer_port}] = cable;
    }
    for (const IbNode& node : ib_.nodes)
      for (const auto& [number, port] : node.ports) {
        if (!node.is_switch()) break;
        const IbNode* const other = peer(port);
        if (other == nullptr) {
          absent.push_back(fmt::format("{} port {}", node.name, number));
          continue;
        }
        if (!other->is_switch()) continue;
        if (other == &node) {
          if (number < port.peer_port)
            loops.push_back(fmt::format("{} ports {} and {}", node.name, number, port.peer_port));
          continue;
        }
        if (cable_of_.contains({node.id, number})) continue;
        const int cable = add_cable(switch_number_.at(node.id), switch_number_.at(other->id), node, number);
        cable_of_[{node.id, number}] = cable;
        cable_of_[{other->id, port.peer_port}] = cable;
      }
    tell("ignored: cables of a switch to itself", loops);
    tell("ignored: ports whose other end is not in the file, or is no switch", absent);
    tell("ends that differ, the lower is taken", uneven_);
    tell("told at one end alone", one_sided_);
    if (without_width_ > 0)
      fabric_.remarks.push_back(core::counted(without_width_, "cable") +
                                " without a width and rate: the machine's costs apply");
    // A PE whose only port was ignored has no cable, and a graph has no such node.
    std::vector<char> has_cable(fabric_.nodes.size(), 0);
    for (const FabricCable& cable : fabric_.cables)
      for (const int node : {cable.a, cable.b}) has_cable[static_cast<std::size_t>(node)] = 1;
    for (std::size_t i = 0; i < fabric_.nodes.size(); ++i)
      if (has_cable[i] == 0 && fabric_.nodes[i].is_pe)
        refuse(fmt::format("{} has no cable to a switch; leave it out: --drop '{}'",
                           core::shown(fabric_.nodes[i].name), core::shown(fabric_.nodes[i].name)));
  }

  /// How many PEs have how many cables, to how many switches.
  void tell_rails() {
    std::map<std::string, std::set<std::string>> leaves;
    std::map<std::string, int> cables;
    for (const PePort& pe : ports_) {
      const IbNode& node = ib_.nodes[pe.adapter];
      const std::string host = host_of(node.name);
      const std::string name = host.empty() ? node.id : host;
      leaves[name].insert(node.ports.at(pe.port).peer);
      ++cables[name];
    }
    std::map<std::pair<int, std::size_t>, int> kinds;
    for (const auto& [name, count] : cables) ++kinds[{count, leaves[name].size()}];
    for (auto kind = kinds.rbegin(); kind != kinds.rend(); ++kind)
      fabric_.remarks.push_back(fmt::format("{} with {} to {}", core::counted(kind->second, "host"),
                                            core::counted(kind->first.first, "port"),
                                            core::counted(kind->first.second, "switch")));
  }

  /// Pairs of switches with fewer cables, or slower ones, than most.
  void tell_trunks() {
    std::map<std::pair<int, int>, int> trunks;
    std::map<double, int> rates;
    for (const FabricCable& cable : fabric_.cables) {
      if (fabric_.nodes[static_cast<std::size_t>(cable.a)].is_pe) continue;
      ++trunks[std::minmax(cable.a, cable.b)];
      ++rates[cable.gigabits];
    }
    std::map<int, int> sizes;
    for (const auto& [ends, cables] : trunks) ++sizes[cables];
    const auto by_count = [](const auto& a, const auto& b) { return a.second < b.second; };
    if (sizes.empty()) return;
    const auto [usual, pairs] = *std::max_element(sizes.begin(), sizes.end(), by_count);
    std::vector<std::string> fewer;
    for (const auto& [ends, cables] : trunks)
      if (cables < usual)
        fewer.push_back(fmt::format("{} - {} {}", fabric_.nodes[static_cast<std::size_t>(ends.first)].name,
                                    fabric_.nodes[static_cast<std::size_t>(ends.second)].name, cables));
    fabric_.remarks.push_back(fmt::format("{} of switches, {} of them with {}",
                                          core::counted(trunks.size(), "pair"), core::grouped(pairs),
                                          core::counted(usual, "cable")));
    tell((core::counted(fewer.size(), "pair") + " with fewer cables").c_str(), fewer);
    const double rate = std::max_element(rates.begin(), rates.end(), by_count)->first;
    std::vector<std::string> slower;
    for (const FabricCable& cable : fabric_.cables)
      if (!fabric_.nodes[static_cast<std::size_t>(cable.a)].is_pe && cable.gigabits < rate)
        slower.push_back(fmt::format(
            "{} - {} {:.6g} of {:.6g} Gbit/s", fabric_.nodes[static_cast<std::size_t>(cable.a)].name,
            fabric_.nodes[static_cast<std::size_t>(cable.b)].name, cable.gigabits, rate));
    tell((core::counted(slower.size(), "cable") + " between switches, slower than most").c_str(), slower);
  }

  /// Translates ports to lids into cables to PEs.
  void enter_tables() {
    std::vector<int> lid_of(pe_number_.size(), 0);
    for (const PePort& pe : ports_) {
      const IbPort& port = ib_.nodes[pe.adapter].ports.at(pe.port);
      int& lid = lid_of[static_cast<std::size_t>(pe_number_.at(pe.pe))];
      if (lid != 0)
        refuse(
            fmt::format("host {} has several ports, and forwarding tables have a route to each; take --pe port",
                        core::shown(pe.pe)));
      lid = port.lid;
      if (lid == 0) refuse(fmt::format("{} has no lid, which forwarding tables need", core::shown(pe.pe)));
    }
    fabric_.channels = 1;  // the tables say nothing of lanes
    fabric_.tables.resize(fabric_.nodes.size());
    std::vector<std::string> without;
    for (const auto& [id, number] : switch_number_) {
      const auto table = ib_.tables.find(id);
      if (table == ib_.tables.end()) {
        without.push_back(fabric_.nodes[static_cast<std::size_t>(number)].name);
        continue;
      }
      auto& cables = fabric_.tables[static_cast<std::size_t>(number)];
      for (const int lid : lid_of) {
        const int port = static_cast<std::size_t>(lid) < table->second.size()
                             ? table->second[static_cast<std::size_t>(lid)]
                             : -1;
        const auto cable = cable_of_.find({id, port});
        cables.push_back(cable == cable_of_.end() ? -1 : cable->second);
      }
    }
    tell("switches without a forwarding table", without);
    fabric_.remarks.push_back("routes: the forwarding tables of " + core::counted(ib_.tables.size(), "switch"));
  }

  const IbFabric& ib_;
  const NetworkChoices& choices_;
  Fabric fabric_;
  std::vector<PePort> ports_;
  std::map<std::string, int> pe_number_, switch_number_;  // by name, by id
  std::map<std::pair<std::string, int>, int> cable_of_;   // by a switch's id and port
  std::vector<std::string> uneven_, one_sided_;
  int without_width_ = 0;
};

}  // namespace

Fabric fabric_of(const IbFabric& ib, const NetworkChoices& choices) {
  return IbNetworkMaker(ib, choices).make();
}

}  // namespace toruscope::formats
