// SPDX-License-Identifier: Apache-2.0
// What was measured, beside what the model says: as a table, JSON, CSV, the tables of known
// benchmarks, a plot, and rules for Open MPI.

#pragma once

#include "cli/machines/settings.hpp"
#include "on_mpi/command.hpp"
#include "on_mpi/measure.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::on_mpi {

/// An algorithm with one size.
struct Line {
  std::size_t bytes = 0;
  std::string algorithm;
  bool is_own = false;  ///< the MPI library's
  bool is_auto = false;
  Times times;
  std::optional<Ticks> model{};
  int place = 0;  ///< among those of its size, by the median; 1 is the fastest
  std::optional<int> model_place{};
  bool is_distinguished = true;  ///< from the next: their difference is more than its spread
};

struct Results {
  const collectives::Operation* operation = nullptr;
  const cli::Settings* settings = nullptr;
  std::string library;             ///< MPI's name
  std::vector<Line> lines;         ///< by size, then as measured
  std::size_t refused = 0;         ///< algorithms that do not fit
  std::vector<std::string> notes;  ///< who does not fit, why there is no model
};

/// Virtual times by bytes and algorithm.
using Model = std::map<std::pair<std::size_t, std::string>, Ticks>;
/// Asks the program `command.model`, which emulates the machine. `note` says why there is none.
Model ask_model(const Command& command, const Results& results, std::string& note);

/// Fills in the model, places, and who is distinguished; sorts lines of a size by their median.
void rank(Results& results, const Model& model);

/// Errors    ConfigError for a place that cannot be written, or a form that has no room for it.
void check_outputs(const Command& command);
/// Writes all that the command asks for.
void write(const Command& command, const cli::Session& session, const Results& results);

/// Writes what verify --all has found right.
void write_verified(const Command& command, const std::vector<Results>& all);

/// Rules for Open MPI's coll/tuned: of its own algorithms the fastest measured here, by size.
/// Errors    ConfigError for an operation of which it has no algorithm that is in our tables.
std::string tuned_rules(const Results& results, int ranks);
void write_rules(const std::string& file, const Results& results, int ranks);

}  // namespace toruscope::on_mpi
