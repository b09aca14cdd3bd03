// SPDX-License-Identifier: Apache-2.0
// --sweep OPTION=A,B,... and --scale p=1,4: the same command on several machines, networks, sizes.
//
//   --sweep ts=1us,5us --sweep topology=ring:64,torus:8x8     four places, the last option changes fastest
//   --sweep "tw=1ns,2ns;4ns"                                  values that have commas, ; between them
//
// Not here    Running them (side_by_side.hpp).

#pragma once

#include "cli/machines/scale.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// One --sweep.
struct Axis {
  std::string name;  ///< of the option, without dashes
  TextPlace option;
  enum class Kind { machine, network, workload } kind = Kind::machine;  ///< what it changes
  std::vector<std::string> values;
};
/// Errors    ConfigError for an option that cannot be swept, with the nearest that can; one that is swept twice or given
///           besides; no value, or one twice.
std::vector<Axis> read_axes(const CommandOptions& options);

/// One combination of values, and its machine.
struct SweepPoint {
  CommandOptions options;  ///< with them
  SweptValues swept;
  Settings settings;
};

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
/// Errors    ConfigError of the first value that is wrong; of --scale as read_scaled.
Places read_places(const Session& session, const char* default_topology);

}  // namespace toruscope::cli
