// SPDX-License-Identifier: Apache-2.0
// "There is a schedule of so many rounds" as a formula.
//
// Variables   has(chunk, PE, t)     the PE has the chunk after t rounds
//             moves(chunk, way, t)  the chunk is in the way's message of round t
//             used(way, t)          there is such a message
//             long(t, j)            a message of round t has j chunks or more
// Clauses     (1) What a PE has it had before, or it came in this round; nothing comes twice.
//             (2) What moves in round t its sender had after t - 1 rounds.
//             (3) Ports and links: at most so many used ways.
//             (4) Destinations have their chunks at the end.
//             (5) The long(t, j) that are true are no more than the volume.
//             (6) Of chunks that are alike the first ones come first to one PE, and rounds without
//                 a message are the last ones: of each schedule there is one like that.
// A has or moves too early from the chunk's source, or too late for destinations, is no variable.

#pragma once

#include "synthesis/formula.hpp"
#include "synthesis/instance.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace toruscope::synthesis {

class Encoding {
 public:
  /// Encodes schedules of at most `rounds` rounds. With `most_volume` the volume can be limited by
  /// assumptions, up to that; without, it is free.
  Encoding(const Instance& instance, int rounds, std::optional<int> most_volume);

  [[nodiscard]] const Formula& formula() const { return formula_; }
  /// Assumptions for a volume of at most so much. Precondition: 0 <= volume <= most_volume.
  [[nodiscard]] std::vector<Literal> at_most(int volume) const;
  /// The schedule of a solution, without empty rounds and useless moves.
  [[nodiscard]] Plan plan(const std::function<bool(Literal)>& is_true) const;

 private:
  void add_chunk(int chunk);
  void add_order(int chunk);
  void add_rules(int round);
  void add_volume(int most);

  [[nodiscard]] Literal& has(int chunk, Rank rank, int round);
  [[nodiscard]] Literal& moves(int chunk, int way, int round);
  [[nodiscard]] Literal moves(int chunk, int way, int round) const;

  const Instance& instance_;
  int rounds_;
  std::vector<std::vector<int>> far_;
  std::vector<std::vector<int>> ways_from_, ways_to_;
  std::vector<Literal> has_, moves_;        // 0: false, kAlways: true
  std::vector<std::vector<Literal>> used_;  // [round][way], 0: never
  std::vector<Literal> volume_;             // at least 1, 2, ..
  Formula formula_;
};

}  // namespace toruscope::synthesis
