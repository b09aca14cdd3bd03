// SPDX-License-Identifier: Apache-2.0
// A step machine as plain numbers, so that the reference needs nothing of the library that it
// judges.

#pragma once

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::test {

/// `k`: k sends and k receives (`one`: k = 1).
enum class PortRule { k, half, telephone, all };

enum class SwitchingMode { cut_through, store_and_forward, wormhole };

struct MachineDescription {
  enum class Network { torus, ring, complete, mesh, line, hypercube, tree, fat_tree, dragonfly, hyperx, graph };
  Network network = Network::torus;
  std::vector<int> sides = {
      1};  ///< as of the network's name; of a graph the number of PEs. A dragonfly names its groups
  /// of a graph, whose first nodes are PEs
  std::vector<std::pair<Node, Node>> wires = {};
  /// of a graph: nodes from a PE to a PE
  std::map<std::pair<Node, Node>, std::vector<Node>> routes = {};
  std::vector<std::pair<Node, Node>> failed = {};  ///< failed links of the network
  /// PEs of another network, one up to a hypercube, that stand on PEs of this one.
  struct Guest {
    enum class Rule { snake, gray, blocked, listed };
    Network network = Network::ring;
    std::vector<int> sides = {1};
    Rule rule = Rule::snake;
    std::vector<Node> places = {};  ///< `listed`: of each rank
  };
  std::optional<Guest> guest = {};
  std::int64_t ts = 0, tr = 0, tm = 0, tw = 0, th = 0, latency = 0, gap = 0;
  std::int64_t poll = 0;  ///< T14
  Injection injection = Injection::direct;
  PortRule port_rule = PortRule::k;
  int ports = 1;  ///< k
  PortPolicy port_policy = PortPolicy::queue;
  SwitchingMode switching = SwitchingMode::cut_through;
  int virtual_channels = 2;
  /// slots per link and virtual channel; none: unlimited, of worms 0
  std::optional<int> buffers = {};
  std::int64_t flit = 0;  ///< bytes, the least length of a worm
  /// longer messages wait for their receive; none: no message does
  std::optional<std::int64_t> eager = {};
  /// Costs of messages from so many bytes on, in place of those above; the shortest first (T15).
  struct Piece {
    std::int64_t from = 1;
    std::optional<std::int64_t> ts = {}, tr = {}, tm = {}, tw = {}, latency = {};
  };
  std::vector<Piece> pieces = {};
  /// R of a handshake; none: there is no handshake (T16)
  std::optional<std::int64_t> rendezvous = {};
  std::vector<std::int64_t> tw_of = {}, th_of = {};  ///< by dimension, in place of tw and th
  /// factor / over.
  struct Slower {
    std::int64_t factor = 1;
    std::int64_t over = 1;
    Slower(std::int64_t factor_, std::int64_t over_ = 1)  // NOLINT(google-explicit-constructor)
        : factor(factor_), over(over_) {}
    Slower() = default;
  };
  std::map<std::pair<Node, Node>, Slower> slow = {};  ///< directed links: x is so many times longer
  struct OwnCosts {
    std::int64_t tw = 0;
    std::int64_t th = 0;
  };
  /// of wires of a graph, both ways, in place of tw and th
  std::map<std::pair<Node, Node>, OwnCosts> own = {};
  /// A fractional lambda's denominator: all costs above are whole numbers of so many ticks but L,
  /// which is what makes lambda - 1 steps.
  std::int64_t ticks_per_step = 1;

  [[nodiscard]] int pes() const;
  /// Of the network, whether a guest's PE stands there or not.
  [[nodiscard]] int network_pes() const;
  /// Dimensions with costs of their own, those of the network.
  [[nodiscard]] std::size_t dimensions() const;

  // The same machine for the library.
  [[nodiscard]] TopologyPtr topology() const;
  [[nodiscard]] Parameters parameters() const;
};

/// What the library has of what the reference knows. To switch a rule on: true here, and the field
/// handed over by parameters() or, of synchronous sends and polls, by run_program.cpp. Then random
/// programs draw it and timelines run on the Machine.
namespace in_library {
inline constexpr bool kHalf = true;
inline constexpr bool kTelephone = true;
inline constexpr bool kAllPorts = true;
inline constexpr bool kStoreAndForward = true;
inline constexpr bool kWormhole = true;
inline constexpr bool kVirtualChannels = true;  ///< other than 2
inline constexpr bool kBuffers = true;
inline constexpr bool kFlit = true;
inline constexpr bool kEager = true;
inline constexpr bool kSynchronousSends = true;  ///< ssend, issend
inline constexpr bool kCostsByLink = true;
inline constexpr bool kTopologies = true;  ///< from mesh on
/// T14: the cost of a poll, and the calls of has_polls_of_several()
inline constexpr bool kPolls = true;
inline constexpr bool kPieces = true;      ///< T15
inline constexpr bool kRendezvous = true;  ///< T16

constexpr bool has(PortRule rule) {
  return std::array{true, kHalf, kTelephone, kAllPorts}[static_cast<std::size_t>(rule)];
}
constexpr bool has(SwitchingMode switching) {
  return std::array{true, kStoreAndForward, kWormhole}[static_cast<std::size_t>(switching)];
}
}  // namespace in_library

/// True if the library has all that the description asks for.
bool library_has(const MachineDescription& machine);

}  // namespace toruscope::test
