// SPDX-License-Identifier: Apache-2.0
// Estimate of an algorithm's time on a machine for which no exact formula is claimed: with shared
// links, k ports, or buffered injection. `auto` goes by it.
//
// An algorithm describes its messages in phases; the case's costs are added here, for all alike:
//
//   round   max(startups and bytes of a port, startup and bytes of the busiest link) + hops th + L
//           + takes tr
//
// Store-and-forward   each link of a way but the first takes the message once more: about x.
//
// Not here    Schedules, which are never called. Exact formulas: AlgorithmInfo::predicted.
// Link        toruscope::collectives

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <vector>

namespace toruscope {

/// Rounds that look alike, each awaited by the next, with `messages` of one length per PE at once.
struct Phase {
  std::int64_t rounds = 1;      ///< number of rounds
  std::int64_t bytes = 0;       ///< bytes of one message of each round: their sum over the rounds
  std::int64_t hops = 1;        ///< hops of the longest way of each round, summed over the rounds
  std::int64_t messages = 1;    ///< messages that a PE sends in each round
  std::int64_t same_link = 1;   ///< messages of a PE that leave by one link
  std::int64_t congestion = 1;  ///< messages on the busiest link in a round: load over size
  bool is_relay = false;        ///< in each round other PEs send, so that nobody waits for a gap
};

/// Time of a phase.
struct PhaseTime {
  Ticks sent;   ///< time from its start until a PE may begin its next send
  Ticks taken;  ///< time from its start until its last message has been taken
  Ticks turn;   ///< time for which it keeps receive ports and links busy
};

/// The sum of phases, for a case: an algorithm's approximate time where no formula holds.
class Estimate {
 public:
  using Distances = std::vector<std::int64_t>;  ///< in ranks, or per dimension

  /// Begins an estimate for an algorithm in this case, which must outlive the estimate.
  explicit Estimate(const Case& c) : case_(c) {}

  Estimate& add(const Phase& phase);  ///< adds a phase, awaited by the next
  /// Adds messages of about one length, in turn, no two on one link: a formula's counts.
  Estimate& chain(const Prediction& counts) {
    return add({.rounds = counts.startups.value_or(0),
                .bytes = counts.bytes.value_or(0),
                .hops = counts.hops.value_or(0)});
  }
  /// Adds a round in which every PE sends `bytes` to the PE that many ranks further on, modulo p.
  Estimate& shift(std::int64_t distance, std::int64_t bytes) { return add(shifts({distance}, bytes)); }
  /// Adds a round in which the PEs whose ranks differ in these bits exchange `bytes`.
  Estimate& exchange(std::int64_t bits, std::int64_t bytes) { return add(exchanges(bits, bytes)); }
  /// The time at which the last message of all phases so far has been taken.
  [[nodiscard]] Ticks time() const { return time_; }

  /// A round of several shifts at once. On a torus a shift is an offset in each dimension, and
  /// every line carries it as a ring of N: min(o, N - o) messages share a link. On other networks,
  /// up to 512 PEs, routes are walked.
  [[nodiscard]] Phase shifts(const Distances& distances, std::int64_t bytes) const;
  /// A round of exchanges of PEs whose ranks differ in these bits: on a torus like a shift.
  [[nodiscard]] Phase exchanges(std::int64_t bits, std::int64_t bytes) const;
  /// A round in which each PE sends to the PE displaced by `steps` in each coordinate.
  [[nodiscard]] Phase displacement(const Distances& steps, std::int64_t bytes) const;
  /// A round of a tree, whose senders are far apart: a PE tells those at these distances.
  [[nodiscard]] Phase fan_out(const Distances& distances, std::int64_t bytes) const;
  /// A round of a tree backwards: a PE is told by those at these distances.
  [[nodiscard]] Phase fan_in(const Distances& distances, std::int64_t bytes) const;

  [[nodiscard]] PhaseTime time_of(const Phase& phase) const;  ///< time of the phase by itself

 private:
  [[nodiscard]] std::int64_t in_turn(const Phase& phase) const;

  const Case& case_;
  Ticks time_{};
  Ticks free_{};  ///< end of the gap after the last send
};

}  // namespace toruscope
