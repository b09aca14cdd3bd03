// SPDX-License-Identifier: Apache-2.0
// InfiniBand fabrics as ibnetdiscover prints them, and the forwarding tables of their switches.

#pragma once

#include "formats/fabric.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::formats {

/// What one end of a cable says of it.
struct IbPort {
  std::string peer;  ///< kind and guid: "S2c5eab0300b87b40"
  int peer_port = 0;
  int lid = 0;          ///< of this port, of an adapter's alone
  double gigabits = 0;  ///< width times lane rate after coding; 0: not said
  std::string width;    ///< "4xNDR"
  int line = 0;
};

struct IbNode {
  std::string id;  ///< as IbPort::peer
  std::string name;
  int line = 0;
  std::map<int, IbPort> ports;

  [[nodiscard]] bool is_switch() const { return !id.empty() && id.front() != 'H'; }
};

struct IbFabric {
  std::string file;
  std::vector<IbNode> nodes;
  std::map<std::string, std::size_t> node_of;  ///< by id
  /// The port to each lid, by a switch's id; -1: none.
  std::map<std::string, std::vector<int>> tables;
  std::vector<std::string> remarks;
};

/// What a user chooses of a network.
struct NetworkChoices {
  bool hosts_are_pes = false;               ///< a PE is a host with all its ports, else a port
  std::vector<std::string> keep{}, drop{};  ///< patterns of names of adapters: "gpu*"
  /// Cables of a switch to each one above it, where a file has none.
  std::optional<int> uplinks{};
  bool direct = false;  ///< equally many NVLinks for all pairs are cables, and lead to no switch
};

/// Errors    ConfigError with file and line for what is no such line, ends that say different
///           things, two nodes with one guid.
void read_ibnetdiscover(const std::string& file, std::string_view text, IbFabric& fabric);
/// Tables of dump_lfts, dump_fts, ibroute and OpenSM's dump.
/// Errors    ConfigError with file and line.
void read_forwarding_tables(const std::string& file, std::string_view text, IbFabric& fabric);

/// The network of its PEs and switches.
/// Errors    ConfigError for tables of hosts with several ports, or of ports without lids.
Fabric fabric_of(const IbFabric& ib, const NetworkChoices& choices);

}  // namespace toruscope::formats
