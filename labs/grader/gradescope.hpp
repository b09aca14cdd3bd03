// SPDX-License-Identifier: Apache-2.0
// The results.json of Gradescope.
//
// Source  https://gradescope-autograders.readthedocs.io/en/latest/specs/

#pragma once

#include "labs/grader/verdict.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace toruscope::labs {

/// The labs of one student: a test for each line of a rubric; what else was there.
nlohmann::ordered_json gradescope_document(const std::vector<Verdict>& verdicts,
                                           const std::vector<std::string>& passed_over);
/// No points: why nothing could be graded.
nlohmann::ordered_json gradescope_refusal(const std::string& why);

}  // namespace toruscope::labs
