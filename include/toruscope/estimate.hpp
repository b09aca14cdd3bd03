// SPDX-License-Identifier: Apache-2.0
// What an algorithm will take, about, on a machine for which no exact formula is claimed: on shared links, with k ports,
// with buffered injection. `auto` goes by it.
//
// An algorithm says in phases what its messages are; the costs of the case are added here, for all alike:
//
//   round   max(startups and bytes of a port, startup and bytes of the busiest link) + hops th + L + takes tr
//
// Not here    who sends what to whom: nothing calls a schedule. Exact formulas: AlgorithmInfo::predicted.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <vector>

namespace toruscope {

/// Rounds that look alike, each awaited by the next: in each, PEs send `messages` messages of one length at once.
struct Phase {
  std::int64_t rounds = 1;
  std::int64_t bytes = 0;  ///< of one message of each round: their sum over the rounds
  std::int64_t hops = 1;   ///< of the longest way of each round: their sum over the rounds
  std::int64_t messages = 1;
  std::int64_t same_link = 1;  ///< those of a PE that leave by one link
  std::int64_t congestion =
      1;  ///< messages that the busiest link carries in a round: its load over a message's size
};

class Estimate {
 public:
  explicit Estimate(const Case& c) : case_(c) {}

  Estimate& add(const Phase& phase);
  /// Messages of about one length, each awaited by the next, no two on one link: the counts of a formula.
  Estimate& chain(const Prediction& counts) {
    return add({.rounds = counts.startups, .bytes = counts.bytes, .hops = counts.hops});
  }

  /// All PEs send `bytes` each to the PEs that many ranks further on, modulo p, at once.
  Estimate& shifts(const std::vector<std::int64_t>& distances, std::int64_t bytes) {
    return add(shifts_phase(distances, bytes));
  }
  Estimate& shift(std::int64_t distance, std::int64_t bytes) { return shifts({distance}, bytes); }
  /// The same to the PE that has each coordinate so much further on.
  Estimate& displacement(const std::vector<std::int64_t>& steps, std::int64_t bytes);
  /// Shifts in a tree, where only a few PEs send, far apart from each other.
  Estimate& branches(const std::vector<std::int64_t>& distances, std::int64_t bytes);

  [[nodiscard]] Ticks time() const { return time_; }

  /// The phase of one round of shifts: on a torus every line of a dimension carries them as a ring does, o links each
  /// for an offset of o, so min(o, N - o) messages share a link.
  [[nodiscard]] Phase shifts_phase(const std::vector<std::int64_t>& distances, std::int64_t bytes) const;

 private:
  const Case& case_;
  Ticks time_{};
};

}  // namespace toruscope
