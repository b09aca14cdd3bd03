// SPDX-License-Identifier: Apache-2.0
// --scale p=1,4,16: the same work on machines of several sizes, and what the size gains.
//
// Source  Kumar, Grama, Gupta, Karypis, "Introduction to Parallel Computing", Benjamin/Cummings 1994, chapter 4, for
//         speed-up, efficiency and cost.

#pragma once

#include "cli/machines/settings.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::cli {

/// The sizes of "p=1,4,16", in the order written. Errors: ConfigError if it is not such a list.
std::vector<int> read_scale(const std::string& text);

/// A topology of the same kind with p PEs, as text: sides as many as before, as equal as they can be, the largest
/// first. "torus:8x8" and 8 give "torus:4x2"; "ring:12" and 5 give "ring:5". A fat tree
/// of leaves and spines gets other numbers of leaves, one of K-port switches another K, a dragonfly other numbers of groups.
/// Errors    ConfigError for a graph file or islands, and for p PEs that such a network cannot have.
std::string topology_of_size(const std::string& like, int p);

/// Of one run of a command with --sweep: the options that were swept, and their values: {"ts", "1us"}.
using SweptValues = std::vector<std::pair<std::string, std::string>>;
/// "ts = 1us, topology = ring:64"
std::string to_string(const SweptValues& values);

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
/// Errors    ConfigError of the first number if none can be: as read_settings, or a topology of this kind has not so many PEs.
ScaledMachines read_scaled(const Session& session, const char* default_topology);

/// Gains of p PEs over one. The serial time is that of the declared operations at the machine's flop.
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

}  // namespace toruscope::cli
