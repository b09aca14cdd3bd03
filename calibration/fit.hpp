// SPDX-License-Identifier: Apache-2.0
// The costs of a machine (docs/rules.md) from tables of measurements, as far as the tables
// separate them.
//
// With A = ts + tr + tm + latency, x = tm + m tw, H = h th, P(m) = max(ts + x, gap, tr):
//   ping-pong, exchange   A + H + m tw
//   window                A + H + m tw + (count - 1) P(m) + A + H + answer tw
//   send, receive         ts, tr
// What no table separates is put into one setting, and said to be: the sum into ts where nothing
// determines ts, else into latency.

#pragma once

#include "calibration/observations.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toruscope::calibration {

/// determined: within 5 % in 95 of 100 cases. estimated: within 50 %. not_determined: a convention,
/// or left out.
enum class Knowledge { determined, estimated, not_determined };

struct Figure {
  std::string name;       ///< of a setting, or "tr + latency": a sum that settings share
  double value = 0;       ///< as in FittedCosts; 0: left out
  double half_width = 0;  ///< of the interval that has it in 95 of 100 cases
  Knowledge knowledge = Knowledge::not_determined;
  std::string says{};  ///< what the setting holds, if that is not its name
};

/// Costs of messages of at least `from` bytes (T15), in seconds; tw in seconds per byte.
struct FittedPiece {
  double from = 0;  ///< bytes
  double ts = 0, tr = 0, tm = 0, tw = 0, latency = 0;
};

/// Costs of a machine, in seconds; tw in seconds per byte.
struct FittedCosts {
  double ts = 0, tr = 0, tm = 0, tw = 0, th = 0, latency = 0, gap = 0;
  std::optional<double> eager{};       ///< bytes
  std::optional<double> rendezvous{};  ///< R of T16
  std::vector<FittedPiece> pieces{};   ///< shortest first

  /// Costs of a message of so many bytes.
  [[nodiscard]] FittedPiece of(double bytes) const;
  /// Time of a handshake before a message of so many bytes over so many links: both its messages.
  [[nodiscard]] double handshake(double bytes, double hops) const;
};

/// What the measurements show about one piece.
struct PieceEvidence {
  double last = 0, next = 0;  ///< measured sizes between which it begins
  Figure sum;                 ///< of a message of no bytes: ts + tr + tm + latency
  Figure per_byte;            ///< tw
  std::string says{};         ///< which setting holds what
};

/// The relative error up to which a model is said to describe a measurement.
inline constexpr double kGoodError = 0.15;

struct Comparison {
  Observation observed;
  double predicted = 0;
  [[nodiscard]] double error() const { return predicted / observed.seconds - 1; }
};

/// What no table says of the cluster.
struct Cluster {
  std::optional<int> nodes, per_node;
};

struct Fit {
  FittedCosts costs;
  std::vector<Figure> settings;  ///< in the order of a machine file
  std::vector<Figure> sums;
  std::vector<PieceEvidence> pieces;  ///< of costs.pieces
  std::vector<std::string> remarks;
  std::vector<Comparison> rows;      ///< all observations
  int usual_distance = 0;            ///< links where a table does not say
  std::optional<double> held_out{};  ///< median error of those that were held out, without signs

  [[nodiscard]] const Figure& setting(const std::string& name) const;
};

/// Fits one line to messages of all sizes.
/// Errors    ConfigError for tables that are too few, too noisy, or contradict each other.
Fit fit_line(const Reading& reading, const std::vector<Observation>& all);
/// The same machine with costs by size, where one line misses round trips that several meet.
Fit with_pieces(const Fit& line, const Reading& reading, const std::vector<Observation>& all);
/// Errors    ConfigError like fit_line().
Fit fit_machine(const Reading& reading, const Cluster& cluster);

/// Time of an observation on a machine. `distance`: links where a table does not say.
double predicted(const FittedCosts& costs, const Observation& o, int distance);

/// Round trips of the distance of which there are most, by size.
std::vector<Comparison> trips_of(const Fit& fit);
/// Predicts all observations, and the median error of those that were held out.
void compare(Fit& fit, const std::vector<Observation>& all, int distance);

/// Sentences on the curves, on noise and repeats, on ports that several PEs share. `line`: the fit
/// without pieces.
void add_remarks(Fit& fit, const Fit& line, const Reading& reading, const Cluster& cluster);

}  // namespace toruscope::calibration
