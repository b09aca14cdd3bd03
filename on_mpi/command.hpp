// SPDX-License-Identifier: Apache-2.0
// The command line of toruscope-mpi: bench, compare, phase and verify of toruscope with their
// options, and what is only here: how often is measured, which program says the model's times.

#pragma once

#include "cli/options/options.hpp"
#include "on_mpi/measure.hpp"

#include <string>
#include <vector>

namespace toruscope::on_mpi {

struct Command {
  std::string verb;
  cli::CommandOptions options;
  Timing timing;
  std::string model;                     ///< a program; "none": no model
  std::string rules;                     ///< --rules: a file for Open MPI's coll/tuned
  std::vector<std::string> model_words;  ///< behind `bench` for that program
  std::string text;                      ///< help: print it, and nothing else
};

/// `called`: argv[0].
/// Errors    ConfigError for what is no option, or has no meaning over real MPI, by its name.
Command read_command(const std::string& called, const std::vector<std::string>& words);

}  // namespace toruscope::on_mpi
