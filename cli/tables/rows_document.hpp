// SPDX-License-Identifier: Apache-2.0
// The document of several runs: what was swept, what the size gains, sizes that were refused.

#pragma once

#include "cli/runs/rows.hpp"
#include "cli/tables/document.hpp"

#include <vector>

namespace toruscope::cli {

Json sweep_json(const SweptValues& values);
/// As "refused_sizes" of a document, if there are any.
void add_refused_sizes(Json& document, const std::vector<RefusedSize>& sizes);
/// As run_document, with the scaling of each row if --scale was given, and its swept values; each
/// has its own machine if machines differ. Precondition: a row at least.
Json rows_document(const Session& session, const Settings& settings, const std::vector<Row>& rows,
                   bool machines_differ = false);

}  // namespace toruscope::cli
