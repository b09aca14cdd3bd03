// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/verdicts_text.hpp"

#include "cli/tables/document.hpp"
#include "cli/tables/text_table.hpp"
#include "labs/grader/contained.hpp"
#include "labs/labs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>

namespace toruscope::cli {

namespace {

std::optional<labs::Fault> fault_of(const labs::Verdict& verdict, std::size_t item) {
  return verdict.ending == labs::Verdict::Ending::graded ? verdict.marks.faults.at(item) : std::nullopt;
}

std::vector<std::string> lost_items(const labs::Verdict& verdict) {
  std::vector<std::string> lost;
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
    if (verdict.points_of(i) == 0) lost.push_back(verdict.lab->rubric[i].id);
  return lost;
}

/// What a line of a table has room for.
std::string lost_text(const labs::Verdict& verdict) {
  if (verdict.ending != labs::Verdict::Ending::graded)
    return fmt::format("{}: {}", to_string(verdict.ending), verdict.reason);
  return fmt::format("{}", fmt::join(lost_items(verdict), ", "));
}

/// "rounds: ...", the trial and the hint below.
std::string fault_text(const std::string& head, const std::string& trial, const std::string& hint,
                       const Page& page) {
  TextSheet sheet;
  if (!trial.empty()) sheet.line("  in", trial);
  if (!hint.empty()) sheet.line("  hint", hint);
  return folded_text(head + "\n", page) + sheet.text(page);
}

std::string points_text(int points, int most) {
  return fmt::format("{} of {}", points, most);
}

Json or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

Json items_json(const labs::Verdict& verdict) {
  Json items = Json::array();
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i) {
    const labs::Item& item = verdict.lab->rubric[i];
    const labs::Fault fault = fault_of(verdict, i).value_or(labs::Fault{});
    items.push_back({{"item", item.id},
                     {"points", verdict.points_of(i)},
                     {"of", item.points},
                     {"title", item.title},
                     {"trial", or_null(fault.trial)},
                     {"found", or_null(fault.found)},
                     {"hint", or_null(fault.hint)}});
  }
  return items;
}

}  // namespace

std::string labs_text(const Console& console) {
  TextTable table;
  table.column("lab");
  table.column("title");
  table.column("rubric");
  for (const labs::Lab& lab : labs::all_labs()) {
    std::vector<std::string> items;
    for (const labs::Item& item : lab.rubric) items.push_back(fmt::format("{} {}", item.id, item.points));
    table.row({lab.name, lab.title, fmt::format("{}", fmt::join(items, ", "))});
  }
  return table.text(console.page(), [&](const std::string& t) { return console.bold(t); });
}

std::string verdict_text(const labs::Verdict& verdict, const Console& console) {
  const Page page = console.page();
  const auto painted = [&](bool is_good) {
    return [&console, is_good](const std::string& t) { return is_good ? console.good(t) : console.bad(t); };
  };
  TextSheet head;
  head.line("lab", fmt::format("{}: {}", verdict.lab->name, verdict.lab->title));
  head.line("submission", verdict.submission);
  head.line("points", Cell(points_text(verdict.points(), verdict.most()), painted(verdict.is_full())));
  std::string text = head.text(page) + "\n";
  TextTable rubric;
  rubric.column("item");
  rubric.column("points", TextTable::Align::right);
  rubric.column("for");
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i) {
    const labs::Item& item = verdict.lab->rubric[i];
    const int points = verdict.points_of(i);
    rubric.row({item.id, Cell(points_text(points, item.points), painted(points > 0)), item.title});
  }
  text += rubric.text(page, [&](const std::string& t) { return console.bold(t); });
  if (verdict.ending != labs::Verdict::Ending::graded)
    text += "\n" + fault_text(fmt::format("{}: {}", to_string(verdict.ending), verdict.reason), "",
                              verdict.hint, page);
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
    if (const auto fault = fault_of(verdict, i))
      text += "\n" + fault_text(fmt::format("{}: {}", verdict.lab->rubric[i].id, fault->found), fault->trial,
                                fault->hint, page);
  if (!verdict.compiler.empty()) text += "\nthe compiler says:\n" + verdict.compiler;
  return text;
}

std::string verdicts_text(const std::vector<labs::Verdict>& verdicts, const Console& console) {
  const auto full =
      std::count_if(verdicts.begin(), verdicts.end(), [](const labs::Verdict& v) { return v.is_full(); });
  const bool is_anything_lost = full < std::ssize(verdicts);
  TextTable table;
  table.column("submission");
  table.column("lab");
  table.column("points", TextTable::Align::right);
  if (is_anything_lost) table.column("lost");
  for (const labs::Verdict& verdict : verdicts) {
    const bool is_full = verdict.is_full();
    std::vector<Cell> row{verdict.submission, verdict.lab->name.substr(0, verdict.lab->name.find('-')),
                          Cell(std::to_string(verdict.points()), [&console, is_full](const std::string& t) {
                            return is_full ? console.good(t) : console.bad(t);
                          })};
    if (is_anything_lost) row.emplace_back(lost_text(verdict));
    table.row(std::move(row));
  }
  return table.text(console.page(), [&](const std::string& t) { return console.bold(t); }) +
         fmt::format("\n{} submissions, {} with full marks\n", verdicts.size(), full);
}

Json verdicts_document(const std::vector<labs::Verdict>& verdicts, bool details) {
  Json json = document_head();
  json["results"] = Json::array();
  for (const labs::Verdict& verdict : verdicts) {
    Json row{{"submission", verdict.submission},    {"lab", verdict.lab->name},
             {"points", verdict.points()},          {"of", verdict.most()},
             {"ending", to_string(verdict.ending)}, {"lost", lost_items(verdict)},
             {"reason", or_null(verdict.reason)},   {"hint", or_null(verdict.hint)}};
    if (details) {
      row["compiler"] = or_null(verdict.compiler);
      row["items"] = items_json(verdict);
    }
    json["results"].push_back(std::move(row));
  }
  Json containment = Json::array();
  for (const labs::Enforcement& e : labs::enforcement())
    containment.push_back({{"what", e.what}, {"enforced", e.holds}, {"how", e.how}});
  json["host"] = {{"containment", std::move(containment)}};
  return json;
}

Json gradescope_document(const std::vector<labs::Verdict>& verdicts) {
  Json json{{"score", 0}, {"output", ""}, {"visibility", "visible"}, {"tests", Json::array()}};
  std::map<const labs::Lab*, std::string> files;
  for (const labs::Verdict& verdict : verdicts) {
    const auto [first, is_only] = files.try_emplace(verdict.lab, verdict.submission);
    if (is_only) continue;
    json["output"] = fmt::format("hand in one file for lab {}; there are {} and {}", verdict.lab->name,
                                 first->second, verdict.submission);
    return json;
  }
  int score = 0;
  std::string output;
  for (const labs::Verdict& verdict : verdicts) {
    score += verdict.points();
    if (verdict.ending != labs::Verdict::Ending::graded)
      output += fmt::format("{}: {}: {}\n{}\n{}", verdict.lab->name, to_string(verdict.ending), verdict.reason,
                            verdict.hint, verdict.compiler);
    for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i) {
      const labs::Item& item = verdict.lab->rubric[i];
      const std::optional<labs::Fault> fault = fault_of(verdict, i);
      json["tests"].push_back(
          {{"name", fmt::format("{}: {}", verdict.lab->name, item.title)},
           {"score", verdict.points_of(i)},
           {"max_score", item.points},
           {"status", verdict.points_of(i) > 0 ? "passed" : "failed"},
           {"output", fault ? fmt::format("{}: {}\n{}", fault->trial, fault->found, fault->hint) : ""}});
    }
  }
  json["score"] = score;
  json["output"] = output;
  return json;
}

}  // namespace toruscope::cli
