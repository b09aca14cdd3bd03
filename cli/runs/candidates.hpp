// SPDX-License-Identifier: Apache-2.0
// The algorithms that a comparison is between, and why some of them cannot take part.

#pragma once

#include "cli/runs/workload.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

/// Who takes part in a comparison.
struct Candidates {
  std::vector<const AlgorithmInfo*> named;
  bool has_auto = false;  ///< and the one that `auto` takes for each case
};
/// The algorithms of "a,b", among which may be "auto" and, for whoever is not named, "all"; all of them if none
/// is named.
/// Errors    ConfigError for an unknown name with the nearest one, or none at all.
Candidates candidates(const collectives::Operation& operation, const Catalogue& table, const Text& names);

struct Refusal {
  std::string algorithm;
  std::string reason;  ///< "needs a ring, got torus 4x4"
};

/// One that takes part.
struct Contender {
  const AlgorithmInfo* algorithm = nullptr;
  bool is_auto = false;  ///< `auto` was asked for and takes it here
};
/// Those that can do the case. The others are added to `refused`.
std::vector<Contender> contenders(const Candidates& candidates, const collectives::Operation& operation,
                                  const Catalogue& table, const Case& question, std::vector<Refusal>& refused);

/// Moves those whose runs need more memory than they may to `refused`. Where none is left: why the least of them does not fit, and what
/// would; `refused` has none of them then.
std::optional<std::string> leave_out_too_large(std::vector<Contender>& contenders,
                                               std::vector<Refusal>& refused,
                                               const collectives::Operation& operation,
                                               const Settings& settings, const Workload& workload,
                                               SizeOption option);

/// "ar1 does not fit: it needs a ring ..."
std::string refusal_text(const Refusal& refusal);

/// --algorithm has names, not just all or auto.
bool names_algorithms(const CommandOptions& options);
/// True where each is told: --refusals asks for them, or --algorithm names algorithms.
bool lists_refusals(const CommandOptions& options);
/// The lines of those that do not fit: each with its reason where they are told, else how many there are. Each line ends with a
/// newline.
std::string refusals_text(const std::vector<Refusal>& refused, const CommandOptions& options);

/// Errors    always ConfigError: nobody fits `where`; every reason, and who would.
[[noreturn]] void refuse_all(const collectives::Operation& operation, const Catalogue& table,
                             const Case& question, const std::string& where,
                             const std::vector<Refusal>& refused);

}  // namespace toruscope::cli
