// SPDX-License-Identifier: Apache-2.0
// The algorithms that a comparison is between, and why some of them cannot take part.

#pragma once

#include "cli/workload.hpp"

#include <string>
#include <vector>

namespace toruscope::detail {

/// The algorithms of "a,b", or all.
/// Errors    ConfigError for an unknown name with the nearest one, or none at all.
std::vector<const AlgorithmInfo*> candidates(const Operation& operation, const Catalogue& table,
                                             const Text& names);

struct Refusal {
  std::string algorithm;
  std::string reason;  ///< "needs a ring, got torus 4x4"
};

/// "ar1 does not fit: it needs a ring ..."
std::string refusal_text(const Refusal& refusal);

/// Errors    always ConfigError: nobody fits `where`; every reason, and who would.
[[noreturn]] void refuse_all(const Operation& operation, const Catalogue& table, const Case& question,
                             const std::string& where, const std::vector<Refusal>& refused);

}  // namespace toruscope::detail
