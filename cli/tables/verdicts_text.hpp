// SPDX-License-Identifier: Apache-2.0
// Verdicts on submissions: for people, as a document, and as the results.json of Gradescope.

#pragma once

#include "cli/tables/console.hpp"
#include "labs/grader/verdict.hpp"
#include "sandbox/contained.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope::cli {

/// The labs, with the points of their rubrics.
std::string labs_text(const std::vector<labs::Lab>& labs, const Console& console);
/// One submission: its rubric, and for each line that is lost what was found, and a hint.
std::string verdict_text(const labs::Verdict& verdict, const Console& console);
/// A line each, and how many have full marks.
std::string verdicts_text(const std::vector<labs::Verdict>& verdicts, const Console& console);
/// A line for each student: the points of each lab, and their sum.
std::string totals_text(const std::vector<labs::Verdict>& verdicts, const Console& console);
/// The same, a row each.
nlohmann::ordered_json totals_document(const std::vector<labs::Verdict>& verdicts);
/// "results", a row each; "passed_over"; "containment" of the host. Without `details` a row has what a list of
/// marks needs.
nlohmann::ordered_json verdicts_document(const std::vector<labs::Verdict>& verdicts,
                                         const std::vector<std::string>& passed_over,
                                         const std::vector<sandbox::Enforcement>& containment, bool details);
/// The same with an apostrophe before each text of its rows that a spreadsheet would take for a formula.
/// Source  OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection
nlohmann::ordered_json without_formulas(nlohmann::ordered_json document);
/// The labs of one student: a test for each line of a rubric; what else was there.
/// Source  https://gradescope-autograders.readthedocs.io/en/latest/specs/
nlohmann::ordered_json gradescope_document(const std::vector<labs::Verdict>& verdicts,
                                           const std::vector<std::string>& passed_over);
/// No points: why nothing could be graded.
nlohmann::ordered_json gradescope_refusal(const std::string& why);

}  // namespace toruscope::cli
