// SPDX-License-Identifier: Apache-2.0
// Findings in a product's result: its largest components, the eigenvalue, how much the last product
// changed.

#pragma once

#include "apps/matvec/program.hpp"

#include <string>
#include <vector>

namespace toruscope::apps {

/// `names` is empty or has a name for each row.
std::vector<std::string> findings(const MatvecJob& job, const MatvecVectors& vectors,
                                  const std::vector<std::string>& names);

}  // namespace toruscope::apps
