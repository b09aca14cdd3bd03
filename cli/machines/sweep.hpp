// SPDX-License-Identifier: Apache-2.0
// The same command on several machines, networks, sizes, and what the size gains.
//
//   --scale p=1,4,16                                      numbers of PEs
//   --sweep ts=1us,5us --sweep topology=ring:64,torus:8x8 four places, the last changes fastest
//   --sweep "tw=1ns,2ns;4ns"                              values that have commas
//
// Not here    Running them (execution/).
//
// Source  Kumar, Grama, Gupta, Karypis, "Introduction to Parallel Computing", Benjamin/Cummings
//         1994, chapter 4, for speed-up, efficiency and cost.

#pragma once

#include "cli/machines/settings.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::cli {

/// The sizes of "p=1,4,16", in the order written. Errors: ConfigError if it is not such a list.
std::vector<int> read_scale(const std::string& text);

/// Options of a run with --sweep, and their values: {"ts", "1us"}.
using SweptValues = std::vector<std::pair<std::string, std::string>>;
/// "ts = 1us, topology = ring:64"
std::string to_string(const SweptValues& values);

/// The options that --sweep knows, "topology".
std::vector<std::string> swept_names();

/// A number of PEs that the machine cannot have.
struct RefusedSize {
  int pes = 0;
  std::string reason;
  SweptValues swept{};
};
/// "left out: p = 4: ring:4 has no link 5-6"
std::string to_string(const RefusedSize& size);

/// The settings of each number of PEs of --scale.
struct ScaledMachines {
  std::vector<Settings> machines;  ///< one at least
  std::vector<RefusedSize> refused;
};
/// Errors    ConfigError of the first number if none can be: of read_settings or
///           core::topology_of_size.
ScaledMachines read_scaled(const Session& session, const char* default_topology);

/// Gains of p PEs over one, which does the declared operations at the machine's flop.
struct Scaling {
  int p = 1;
  Ticks time;                          ///< T on p PEs
  std::int64_t serial_operations = 0;  ///< 0: nothing is declared, and there is no serial time
  Ticks serial;

  [[nodiscard]] std::optional<double> speed_up() const;         ///< serial / T
  [[nodiscard]] std::optional<double> speed_up_per_pe() const;  ///< speed-up / p
  [[nodiscard]] std::optional<Ticks> cost() const;              ///< p T; nothing above 63 bits
};
Scaling scaling_of(const Report& report, std::int64_t serial_operations);

/// One --sweep.
struct Axis {
  std::string name;  ///< of the option, without dashes
  TextPlace option;
  /// What it changes.
  enum class Kind { machine, network, workload, algorithms } kind = Kind::machine;
  std::vector<std::string> values;
};
/// Errors    ConfigError for an option that cannot be swept, with the nearest that can; one that is
///           swept twice or given besides; no value, or one twice.
std::vector<Axis> read_axes(const CommandOptions& options);

/// One combination of values, and its machine.
struct SweepPoint {
  CommandOptions options;  ///< with them
  SweptValues swept;
  Settings settings;
};
/// "torus:8x8 with 8 bytes (ts=1us)", of which `with` is the part in the middle.
std::string place_text(const SweepPoint& place, const std::string& with = {});

/// All combinations of --sweep, for each the machines of --scale; one if neither was given.
struct Places {
  std::vector<Axis> axes;
  std::vector<SweepPoint> places;                       ///< one at least
  std::vector<RefusedSize> refused;                     ///< of --scale
  [[nodiscard]] bool differ_in(Axis::Kind kind) const;  ///< by --sweep
  [[nodiscard]] bool has_axis(Text CommandOptions::*option) const;
  [[nodiscard]] bool has_one_network() const;
  /// Machines bring networks of their own, which no axis names.
  [[nodiscard]] bool names_networks() const;
};
/// What the machines have in common, as it was asked for: "generic with tw=10GB/s"; "" if nothing.
std::string common_machine(const Places& places);
/// `has_algorithms`: the command takes --sweep algorithm.
/// Errors    ConfigError of the first value that is wrong; of --scale as read_scaled.
Places read_places(const Session& session, const char* default_topology, bool has_algorithms = false);

}  // namespace toruscope::cli
