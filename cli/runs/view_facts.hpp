// SPDX-License-Identifier: Apache-2.0
// What the page of a run says besides its report.

#pragma once

#include "cli/options/session.hpp"
#include "cli/runs/measurement.hpp"

#include <toruscope/view.hpp>

namespace toruscope::cli {

ViewFacts view_facts(const Measurement& m, const Session& session);

}  // namespace toruscope::cli
