// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/rows.hpp"

namespace toruscope::cli {

std::vector<const Report*> reports_of(const std::vector<Row>& rows) {
  std::vector<const Report*> reports;
  for (const Row& row : rows)
    if (!row.measurement.failure) reports.push_back(&row.measurement.report);
  return reports;
}

}  // namespace toruscope::cli
