// SPDX-License-Identifier: Apache-2.0
// Costs and rules of a machine, as a user describes it, and the named presets.
//
// Link        toruscope::core

#pragma once

#include <toruscope/topology.hpp>
#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope {

/// Limit of the transfers that a PE may have under way. `half`: one send or one receive. `one`: one
/// send and one receive. `telephone`: one of each, with the same partner. `k`: up to k of each;
/// sends by the same link go in turn. `all`: k is the number of the node's links.
struct Ports {
  /// Rules for transfers at one time.
  enum class Rule { half, one, telephone, k, all };
  Rule rule = Rule::one;  ///< the rule
  /// Transfers in each direction, 1 .. kMostPorts; 1 under rules `half`, `one`, `telephone`. Under
  /// `all` a Machine sets it to the most links of a node.
  int k = 1;

  friend constexpr bool operator==(const Ports&, const Ports&) = default;  ///< member by member
};
inline constexpr int kMostPorts = 4096;
inline constexpr Ports half_port{Ports::Rule::half};
inline constexpr Ports one_port{};
inline constexpr Ports telephone{Ports::Rule::telephone};
inline constexpr Ports all_ports{Ports::Rule::all};
/// A rule of up to k sends and k receives. A k out of range is refused by resolve().
constexpr Ports k_ports(int k) {
  return {Ports::Rule::k, k};
}

/// Fate of an operation that finds its port taken. `queue`: a counted wait. `strict`: the run stops
/// with PortViolationError.
enum class PortPolicy { queue, strict };

/// Way of a message through routers. `cut_through`: header first, the body follows; a waiting
/// message is taken into a router and holds nothing. `store_and_forward`: each node receives it
/// whole before it goes on. `wormhole`: like cut_through, but a waiting message stays on the links
/// behind it and keeps their virtual channels.
enum class Switching { cut_through, store_and_forward, wormhole };

/// End of a send. `direct`: the tail has left the PE. `buffered`: the router has taken it over.
enum class Injection { direct, buffered };

/// Writes "half", "one", "telephone", "k=3" or "all".
std::string to_string(Ports ports);
std::string to_string(PortPolicy policy);
std::string to_string(Switching switching);
std::string to_string(Injection injection);
/// Reads what to_string writes, and "bi" for telephone. Errors of all parse functions here:
/// ConfigError naming what there is.
Ports parse_ports(std::string_view text);
PortPolicy parse_port_policy(std::string_view text);
Switching parse_switching(std::string_view text);
Injection parse_injection(std::string_view text);

/// Costs of messages of at least `from` bytes, in place of the machine's own (T15).
struct Piece {
  std::int64_t from = 1;          ///< bytes of the shortest message
  std::optional<Time> ts{};       ///< startup; this and the others left out: the machine's
  std::optional<Time> tr{};       ///< receive overhead
  std::optional<Time> tm{};       ///< transmission, per message
  std::optional<Time> tw{};       ///< transmission, per byte
  std::optional<Time> latency{};  ///< L

  friend bool operator==(const Piece&, const Piece&) = default;  ///< member by member
};
/// Writes "1K:ts=2us,tw=100ps;32K:tw=200ps", or "none".
std::string to_string(const std::vector<Piece>& pieces);
/// Reads that, L for latency too.
std::vector<Piece> parse_pieces(std::string_view text);

/// A machine's rules and costs. Times are exact; a physical time must be a whole number of ticks.
/// What is left out of ts, tw, th and flop is as on the machine `generic`, and 0 on a step machine.
struct Parameters {
  std::string name = "custom";                   ///< name of the machine in reports
  Ports ports = one_port;                        ///< transfers of a PE under way
  PortPolicy port_policy = PortPolicy::queue;    ///< fate of a transfer that finds its port busy
  Switching switching = Switching::cut_through;  ///< way of a message through routers
  Injection injection = Injection::direct;       ///< end of a send
  /// Virtual channels of each link, 1 .. 4, where messages hold them: wormhole switching, finite
  /// buffers. With 1 a ring may fill up and stop.
  int virtual_channels = 2;
  /// Whole messages that a router has room for, per incoming link and virtual channel, at least 1,
  /// with wormhole switching 0; a hop must take time then. Left out: any number, for worms none.
  std::optional<int> buffers{};
  /// Longest message, in bytes, that need not wait until its receive is posted. Left out: any.
  std::optional<std::int64_t> eager{};
  std::int64_t flit = 0;       ///< least bytes of a message on its links; 0 but for worms
  Time ts = Time::left_out();  ///< startup of a message
  Time tr{};                   ///< receive overhead
  Time tm{};                   ///< transmission, per message
  Time tw = Time::left_out();  ///< transmission, per byte
  Time th = Time::left_out();  ///< one hop: router and link
  Time latency{};              ///< L: flight time whatever the distance, after the last link
  Time gap{};                  ///< g: least distance of two send starts, and of two takes, of a PE
  /// Length of one tick. Zero: a step machine, with costs as bare numbers of ticks ("steps").
  Time tick = Time::femtoseconds(1'000);
  /// Step machines only: ticks in one step of output, above 1 where times are fractions of a step.
  std::int64_t ticks_per_step = 1;
  Time flop = Time::left_out();      ///< one arithmetic operation, for compute_operations()
  Time poll{};                       ///< a poll without success; n in a row take n times that (T14)
  Time gamma{};                      ///< a byte combined by the operator of a reduction or scan
  std::optional<Time> rendezvous{};  ///< R of a handshake (T16); left out: no send has one
  std::vector<Piece> pieces{};       ///< costs by size, shortest first (T15)
  std::vector<Time> tw_of{};         ///< costs in place of tw, for each dimension; empty: all equal
  std::vector<Time> th_of{};         ///< costs in place of th, for each dimension
  std::vector<SlowLink> slow{};      ///< links that are slow beside those of the network

  friend bool operator==(const Parameters&, const Parameters&) = default;  ///< member by member
};

/// A machine on which nothing costs anything; add costs to it.
Parameters without_costs();

/// The machine with the costs that it leaves out.
Parameters completed(Parameters parameters);

/// True if no link of the network costs more than another.
inline bool has_equal_links(const Topology& network, const Parameters& parameters) {
  return parameters.tw_of.empty() && parameters.th_of.empty() && parameters.slow.empty() &&
         network.slow_links().empty() && network.links_with_costs().empty();
}

/// What a message costs by its size, in whole ticks (T15).
struct MessageCosts {
  Ticks ts;       ///< startup
  Ticks tr;       ///< receive overhead
  Ticks tm;       ///< transmission, per message
  Ticks tw;       ///< transmission, per byte
  Ticks latency;  ///< L

  /// Member by member.
  friend constexpr bool operator==(const MessageCosts&, const MessageCosts&) = default;
};

/// Costs of a piece (T15): of messages of at least `from` bytes, as far as no later piece has them.
struct PieceCosts {
  std::int64_t from = 1;  ///< bytes of the shortest message
  MessageCosts costs;     ///< what the piece leaves out is the machine's own

  /// Member by member.
  friend constexpr bool operator==(const PieceCosts&, const PieceCosts&) = default;
};

/// Costs in whole ticks, for the machine's calculations; tw and th of the cheapest link.
struct Costs {
  Ticks ts;                           ///< startup of a message
  Ticks tr;                           ///< receive overhead
  Ticks tm;                           ///< transmission, per message
  Ticks tw;                           ///< transmission, per byte
  Ticks th;                           ///< one hop
  Ticks latency;                      ///< L
  Ticks gap;                          ///< g
  Ticks flop;                         ///< one arithmetic operation
  Ticks poll{};                       ///< a poll without success
  Ticks gamma{};                      ///< a byte combined
  std::int64_t flit = 0;              ///< least bytes of a message on its links; 0 but for worms
  std::optional<Ticks> rendezvous{};  ///< R of T16; left out: no handshake
  std::vector<PieceCosts> pieces{};   ///< costs by size, shortest first; else those above (T15)

  friend bool operator==(const Costs&, const Costs&) = default;  ///< member by member
  /// x of the design: the time a link is busy with a message of this many bytes, by the machine's
  /// own costs: see transmission_of() for one that may belong to a piece.
  [[nodiscard]] constexpr Ticks transmission(std::size_t bytes) const { return tm + length(bytes) * tw; }
  /// Bytes of a message of this many on its links.
  [[nodiscard]] constexpr std::int64_t length(std::size_t bytes) const {
    return std::max(static_cast<std::int64_t>(bytes), flit);
  }
  /// Costs of a message of this many bytes (T15).
  [[nodiscard]] MessageCosts of(std::size_t bytes) const;
  /// x of a message of this many bytes, by the costs of its piece.
  [[nodiscard]] Ticks transmission_of(std::size_t bytes) const;
  /// The least of each cost over messages of all sizes; no pieces.
  [[nodiscard]] Costs least() const;
  /// The largest of each cost over messages of all sizes; no pieces.
  [[nodiscard]] Costs most() const;
};

/// Errors    ConfigError naming a cost that is no whole number of ticks and a tick that would do,
///           or a bare number on a machine whose tick has a length; or ports or ticks per step out
///           of range.
Costs resolve(const Parameters& parameters);
/// The costs on a network: tw and th are those of its cheapest link.
/// Errors    also for a link's costs and factor: no whole number of ticks, or beyond all virtual
///           times; a slow link that is not there or slowed twice; a wrong number of costs.
Costs resolve(const Parameters& parameters, const Topology& network);

/// A time on this machine, every digit exact: "11.97 us", or "36 steps" on a step machine.
std::string to_string(Ticks time, const Parameters& machine);
/// The nearest number of seconds.
/// Errors    ConfigError on a machine that counts steps: a step has no length.
double seconds(Ticks time, const Parameters& machine);

/// The step machine with a flight time L of lambda - 1 steps: a value sent in one step with tm = 1
/// step is usable lambda steps later. lambda = numerator/denominator; ticks become as fine as
/// needed.
/// Errors    ConfigError for a lambda below 1, a machine with physical ticks, or too large costs.
/// Source    Bar-Noy, Kipnis, Mathematical Systems Theory 27, 1994: the postal model.
Parameters with_lambda(Parameters machine, std::int64_t numerator, std::int64_t denominator = 1);

/// LogP: every message is one word. A step machine, for complete graphs; its capacity of ceil(L/g)
/// messages under way is not modelled. Errors: ConfigError for a number below 0.
/// Source    Culler, Karp, Patterson et al., "LogP: towards a realistic model of parallel
///           computation", PPoPP 1993.
Parameters log_p(Ticks latency, Ticks overhead, Ticks gap);
/// LogGP: also G for each byte of a long message but the first. Send by isend. Errors: also for
/// L < G.
/// Source    Alexandrov, Ionescu, Schauser, Scheiman, "LogGP: incorporating long messages into the
///           LogP model", SPAA 1995.
Parameters log_gp(Ticks latency, Ticks overhead, Ticks gap, Ticks gap_per_byte);

/// Confidence in a figure of a preset. `published`: read in its source. `unchecked`: quoted from
/// memory. `assumed`: an order of magnitude, or derived.
enum class Confidence { published, unchecked, assumed };
/// Writes "published", "unchecked" or "assumed".
std::string to_string(Confidence confidence);

/// Origin of one cost or rule of a preset.
struct PresetFigure {
  std::string of;                               ///< the cost or rule: "tw"
  std::string says;                             ///< words of its source
  Confidence confidence = Confidence::assumed;  ///< confidence in it
  std::string source{};  ///< place in which the source says so; empty: the preset's `source`
};

/// An entry of the table of machines.
struct Preset {
  std::string name;                     ///< name for --machine
  std::string description;              ///< description, in one sentence
  std::string source;                   ///< source of the figures
  Parameters parameters;                ///< the machine
  std::string topology{};               ///< "torus:4x4x4": its network by default; empty: any
  std::vector<PresetFigure> figures{};  ///< facts about each figure
};

/// generic, paragon, postal, logp, loggp, unit; ncube2, cm5, dash, jmachine, monsoon; and machines
/// that were built, from t3d to trn2_ultra.
const std::vector<Preset>& presets();

/// Errors    ConfigError with the known names and the nearest one.
const Parameters& preset(std::string_view name, const std::vector<Preset>& table = presets());
/// A preset's network: `Machine(preset_topology("tpu_v4"), preset("tpu_v4"))`.
TopologyPtr preset_topology(std::string_view name, const std::vector<Preset>& table = presets());

}  // namespace toruscope
