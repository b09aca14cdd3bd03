// SPDX-License-Identifier: Apache-2.0
#include "labs/grader/gradescope.hpp"

#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace toruscope::labs {

using Json = nlohmann::ordered_json;

namespace {

std::string gradescope_text(const Fault& fault) {
  return fmt::format("{}{}\n{}{}", fault.trial.empty() ? "" : fault.trial + ": ", fault.found, fault.hint,
                     fault.printed.empty() ? "" : "\nprinted in this run:\n" + fault.printed);
}

}  // namespace

Json gradescope_refusal(const std::string& why) {
  return {{"score", 0}, {"output", why}, {"visibility", "visible"}, {"tests", Json::array()}};
}

Json gradescope_document(const std::vector<Verdict>& verdicts, const std::vector<std::string>& passed_over) {
  Json json = gradescope_refusal("");
  std::map<const Lab*, std::string> files;
  for (const Verdict& verdict : verdicts) {
    const auto [first, is_only] = files.try_emplace(verdict.lab, verdict.submission);
    if (is_only) continue;
    json["output"] = fmt::format("hand in one file for lab {}; there are {} and {}", verdict.lab->name,
                                 first->second, verdict.submission);
    return json;
  }
  int score = 0;
  std::string output;
  for (const std::string& sentence : passed_over) output += sentence + "\n";
  for (const Verdict& verdict : verdicts) {
    score += verdict.points();
    if (verdict.ending != Verdict::Ending::graded)
      output += fmt::format("{}: {}: {}\n{}\n{}", verdict.lab->name, to_string(verdict.ending), verdict.reason,
                            verdict.hint, verdict.compiler);
    for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i) {
      const Item& item = verdict.lab->rubric[i];
      const std::optional<Fault> fault = verdict.fault_of(i);
      json["tests"].push_back({{"name", fmt::format("{}: {}", verdict.lab->name, item.title)},
                               {"score", verdict.points_of(i)},
                               {"max_score", item.points},
                               {"status", verdict.points_of(i) > 0 ? "passed" : "failed"},
                               {"output", fault ? gradescope_text(*fault) : ""}});
    }
  }
  json["score"] = score;
  json["output"] = output;
  return json;
}

}  // namespace toruscope::labs
