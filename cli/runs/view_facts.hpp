// SPDX-License-Identifier: Apache-2.0
// What the page of a run says besides its report.

#pragma once

#include "cli/runs/measurement.hpp"
#include "cli/verbs/session.hpp"

#include <toruscope/view.hpp>

namespace toruscope::cli {

ViewFacts view_facts(const Measurement& m, const Session& session);

}  // namespace toruscope::cli
