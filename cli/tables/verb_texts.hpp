// SPDX-License-Identifier: Apache-2.0
// What verbs with a result of their own show, as text and as JSON: explain, algo show, synth,
// grade.

#pragma once

#include "calibration/fit.hpp"
#include "cli/runs/explanation.hpp"
#include "cli/runs/synthesis.hpp"
#include "cli/tables/document.hpp"
#include "collectives/operations.hpp"
#include "labs/grader/verdict.hpp"
#include "sandbox/contained.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

std::string explanation_text(const Explanation& explanation, const Console& console);

/// "parts", "slices" and "what_ifs", in the order of the text.
Json explanation_json(const Explanation& explanation);

/// The messages of a run by their start: those that start at one tick make a round.
struct Rounds {
  struct Transfer {
    Rank from = 0;
    Rank to = 0;
    std::int64_t bytes = 0;
    std::int64_t blocks = 0;  ///< or vectors, or values
  };
  struct Round {
    Ticks start;
    std::vector<Transfer> transfers;
  };
  TopologyPtr topology;
  Parameters machine;
  bool are_timed = false;  ///< a machine was asked for, so rounds are times of start
  std::string noun;        ///< "blocks"; empty if the operation moves no data
  std::vector<Round> rounds;
};

/// The topology of `text`, or a small one on which the algorithm runs: torus:4x4 if it does other
/// things there than on a complete graph, else a ring. Without `parameters` only startups cost, one
/// tick each. Nothing if no small machine fits.
/// Errors    ConfigError if the algorithm refuses the topology, or the picture would be too large;
///           whatever toruscope::verify throws.
std::optional<Rounds> rounds_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                const Text& text, const std::optional<Parameters>& parameters,
                                const std::vector<TopologyEntry>& topologies);

/// "2", or "1/4" where a message has a part of a block.
std::string blocks_text(const Rounds::Transfer& transfer);

std::string rounds_text(const std::optional<Rounds>& rounds, std::size_t width);
/// "topology" and "rounds", null if there are none.
void add_rounds(nlohmann::ordered_json& json, const std::optional<Rounds>& rounds);

/// A fit: what was read, the settings and how well they are known, predicted beside measured.
std::string calibration_text(const calibration::Fit& fit, const calibration::Reading& reading,
                             const Console& console);

/// The answer, and the rounds: who sends which chunks to whom.
std::string synthesis_text(const Synthesis& synthesis, const Console& console);
/// What was asked, and the answer.
nlohmann::ordered_json synthesis_json(const Synthesis& synthesis);
/// A row for each message.
nlohmann::ordered_json messages_json(const Synthesis& synthesis);

/// The labs, with the points of their rubrics.
std::string labs_text(const std::vector<labs::Lab>& labs, const Console& console);
/// One submission: its rubric, and for each line that is lost what was found, and a hint.
std::string verdict_text(const labs::Verdict& verdict, const Console& console);
/// A line each, and how many have full marks.
std::string verdicts_text(const std::vector<labs::Verdict>& verdicts, const Console& console);
/// A line for each student: the points of each lab, and their sum.
std::string totals_text(const std::vector<labs::Verdict>& verdicts, const Console& console);
/// A row for each student.
nlohmann::ordered_json totals_document(const std::vector<labs::Verdict>& verdicts);
/// "results", a row each; "passed_over"; "containment" of the host. Without `details` a row has
/// what a list of marks needs.
nlohmann::ordered_json verdicts_document(const std::vector<labs::Verdict>& verdicts,
                                         const std::vector<std::string>& passed_over,
                                         const std::vector<sandbox::Enforcement>& containment, bool details);
/// The document with an apostrophe before each text that a spreadsheet would take for a formula.
/// Source  OWASP, CSV Injection, https://owasp.org/www-community/attacks/CSV_Injection
nlohmann::ordered_json without_formulas(nlohmann::ordered_json document);

}  // namespace toruscope::cli
