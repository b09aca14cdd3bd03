// SPDX-License-Identifier: Apache-2.0
// Findings in a product's result: largest components, eigenvalue, last change.

#pragma once

#include "apps/matvec/program.hpp"

#include <string>
#include <vector>

namespace toruscope::apps {

/// `names` is empty or has a name for each row.
std::vector<std::string> findings(const MatvecJob& job, const MatvecVectors& vectors,
                                  const std::vector<std::string>& names);

}  // namespace toruscope::apps
