// SPDX-License-Identifier: Apache-2.0
// What a machine costs, as a user describes it, and the named presets.

#pragma once

#include <toruscope/units.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope {

/// How many transfers a PE may have under way. `one`: one send and one receive, partners may differ.
enum class Ports { one };
inline constexpr Ports one_port = Ports::one;

/// What happens to an operation that finds its port taken. `queue`: it waits, and the wait is counted.
enum class PortPolicy { queue };

/// How a message crosses the network. `cut_through`: header first, the body follows; a message that must wait
/// is taken into a router and holds nothing.
enum class Switching { cut_through };

/// When a send is complete. `direct`: the tail has left the PE. `buffered`: the router has taken it over.
enum class Injection { direct, buffered };

std::string to_string(Ports ports);
std::string to_string(PortPolicy policy);
std::string to_string(Switching switching);
std::string to_string(Injection injection);
Ports parse_ports(std::string_view text);
PortPolicy parse_port_policy(std::string_view text);
Switching parse_switching(std::string_view text);
Injection parse_injection(std::string_view text);

/// A machine's rules and costs. Times are exact; a physical time must be a whole number of ticks.
struct Parameters {
  std::string name = "custom";
  Ports ports = Ports::one;
  PortPolicy port_policy = PortPolicy::queue;
  Switching switching = Switching::cut_through;
  Injection injection = Injection::direct;
  Time ts{};       ///< startup of a message
  Time tr{};       ///< receive overhead
  Time tm{};       ///< transmission, per message
  Time tw{};       ///< transmission, per byte
  Time th{};       ///< one hop: router and wire
  Time latency{};  ///< L: flight time whatever the distance, after the last link
  Time gap{};      ///< g: least distance of two send starts, and of two takes, of one PE
  /// Length of one tick. Zero: a step machine, whose costs are bare numbers of ticks ("steps").
  Time tick = Time::femtoseconds(1'000);
  /// Ticks of one arithmetic operation, for compute(operations).
  Time flop{};
};

/// The same costs in whole ticks: what the machine calculates with.
struct Costs {
  Ticks ts, tr, tm, tw, th, latency, gap, flop;

  /// x of the design: the time a link is busy with a message of this many bytes.
  [[nodiscard]] constexpr Ticks transmission(std::size_t bytes) const {
    return tm + static_cast<std::int64_t>(bytes) * tw;
  }
};

/// Errors    ConfigError naming the cost that is no whole number of ticks and the tick that would do, or a
///           bare number on a machine whose tick has a length.
Costs resolve(const Parameters& parameters);

/// One line of the table of machines.
struct Preset {
  std::string name;
  std::string description;
  std::string source;  ///< where the figures come from
  Parameters parameters;
};

/// generic, paragon, unit.
const std::vector<Preset>& presets();

/// Errors    ConfigError with the known names and the nearest one.
const Parameters& preset(std::string_view name, const std::vector<Preset>& table = presets());

}  // namespace toruscope
