// SPDX-License-Identifier: Apache-2.0
// The search for a schedule of an operation, by one search or, of an allreduce, by two.

#pragma once

#include "cli/machines/settings.hpp"
#include "formats/rounds.hpp"
#include "synthesis/search.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

struct SynthesisQuestion {
  std::string operation;
  Rank root = 0;
  int chunks = 1;                      ///< of a PE's block, or of the vector
  std::optional<int> rounds;           ///< at most so many; nothing: the fewest
  std::optional<int> hops = 1;         ///< links that a message crosses; nothing: any number
  std::optional<int> most_in_message;  ///< chunks
};

struct SynthesisPart {
  std::string operation;  ///< allgather; of an allreduce reduce_scatter, then allgather
  synthesis::Search found;
  synthesis::Plan plan;  ///< of the operation itself: what was found, or that read backwards
};

struct Synthesis {
  SynthesisQuestion question;
  /// An allreduce is never optimal: that it is made of two operations is not searched.
  synthesis::Status status = synthesis::Status::undecided;
  std::vector<SynthesisPart> parts;
  formats::RoundSchedule schedule;

  [[nodiscard]] bool has_schedule() const {
    return status == synthesis::Status::optimal || status == synthesis::Status::feasible;
  }
  [[nodiscard]] int rounds() const { return static_cast<int>(schedule.rounds.size()); }
  [[nodiscard]] int volume() const;
  [[nodiscard]] int moves() const;
};

/// "broadcast, reduce, .."
std::string names_of_searched_operations();

/// Errors    ConfigError if schedules of the operation are not searched.
void check_is_searched(const std::string& operation);

/// Errors    ConfigError: an operation that is not searched, a network that is no subject of a
///           search; those of synthesis::search().
Synthesis synthesize(const SynthesisQuestion& question, const Settings& settings,
                     const std::function<bool()>& stop);

/// "3": the chunk of PE 3's block, "3.1": its second, "2>5": that of PE 2's block for PE 5.
std::string chunk_text(const formats::RoundSchedule& schedule, int chunk);

}  // namespace toruscope::cli
