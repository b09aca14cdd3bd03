// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/verdicts_text.hpp"

#include "cli/tables/document.hpp"
#include "cli/tables/text_table.hpp"
#include "runtime/core/joined.hpp"
#include "sandbox/contained.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <set>

namespace toruscope::cli {

namespace {

std::optional<labs::Fault> fault_of(const labs::Verdict& verdict, std::size_t item) {
  return verdict.ending == labs::Verdict::Ending::graded ? verdict.marks.faults.at(item) : std::nullopt;
}

/// Also if they are 0.
bool has_points(const labs::Verdict& verdict) {
  return verdict.ending != labs::Verdict::Ending::not_graded;
}

Json points_json(const labs::Verdict& verdict, int points) {
  return has_points(verdict) ? Json(points) : Json();
}

std::vector<std::string> lost_items(const labs::Verdict& verdict) {
  std::vector<std::string> lost;
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
    if (has_points(verdict) && verdict.points_of(i) == 0) lost.push_back(verdict.lab->rubric[i].id);
  return lost;
}

/// What a line of a table has room for.
std::string lost_text(const labs::Verdict& verdict) {
  if (verdict.ending != labs::Verdict::Ending::graded)
    return fmt::format("{}: {}", to_string(verdict.ending), verdict.reason);
  return core::joined(lost_items(verdict), ", ");
}

/// "rounds: ...", the trial, the hint and what was printed below.
std::string fault_text(const std::string& head, const labs::Fault& fault, const Page& page) {
  TextSheet sheet;
  if (!fault.trial.empty()) sheet.line("  in", fault.trial);
  if (!fault.hint.empty()) sheet.line("  hint", fault.hint);
  return folded_text(head + "\n", page) + sheet.text(page) +
         (fault.printed.empty() ? "" : "  printed in this run:\n" + fault.printed);
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
                     {"points", points_json(verdict, verdict.points_of(i))},
                     {"of", item.points},
                     {"title", item.title},
                     {"trial", or_null(fault.trial)},
                     {"found", or_null(fault.found)},
                     {"hint", or_null(fault.hint)},
                     {"printed", or_null(fault.printed)}});
  }
  return items;
}

/// Of all lost items in one field of a table: "rounds: ...; links: ..."; `of_all` if it was not graded.
std::string all_faults(const labs::Verdict& verdict, const std::string& of_all,
                       std::string labs::Fault::*part) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
    if (const auto fault = fault_of(verdict, i))
      texts.push_back(fmt::format("{}: {}", verdict.lab->rubric[i].id, (*fault).*part));
  return texts.empty() ? of_all : core::joined(texts, "; ");
}

std::string gradescope_text(const labs::Fault& fault) {
  return fmt::format("{}{}\n{}{}", fault.trial.empty() ? "" : fault.trial + ": ", fault.found, fault.hint,
                     fault.printed.empty() ? "" : "\nprinted in this run:\n" + fault.printed);
}

std::string number_of(const labs::Lab& lab) {
  return lab.name.substr(0, lab.name.find('-'));
}

/// Of one student.
struct Total {
  std::map<std::string, int>
      of_labs{};  ///< by the lab's number; of several files for a lab the best one counts
  [[nodiscard]] int points() const {
    int sum = 0;
    for (const auto& [lab, points] : of_labs) sum += points;
    return sum;
  }
};

std::map<std::string, Total> totals(const std::vector<labs::Verdict>& verdicts) {
  std::map<std::string, Total> all;
  for (const labs::Verdict& verdict : verdicts) {
    auto& of_labs = all[verdict.student.empty() ? verdict.submission : verdict.student].of_labs;
    if (!has_points(verdict)) continue;
    int& best = of_labs.try_emplace(number_of(*verdict.lab), 0).first->second;
    best = std::max(best, verdict.points());
  }
  return all;
}

/// Those of which there is a submission.
std::vector<std::string> numbers_of_labs(const std::vector<labs::Verdict>& verdicts) {
  std::set<std::string> numbers;
  for (const labs::Verdict& verdict : verdicts) numbers.insert(number_of(*verdict.lab));
  return {numbers.begin(), numbers.end()};
}

}  // namespace

std::string totals_text(const std::vector<labs::Verdict>& verdicts, const Console& console) {
  const std::vector<std::string> numbers = numbers_of_labs(verdicts);
  TextTable table;
  table.column("student");
  for (const std::string& lab : numbers) table.column(lab, TextTable::Align::right);
  table.column("points", TextTable::Align::right);
  for (const auto& [student, total] : totals(verdicts)) {
    std::vector<Cell> row{student};
    for (const std::string& lab : numbers)
      row.emplace_back(total.of_labs.contains(lab) ? std::to_string(total.of_labs.at(lab)) : "-");
    row.emplace_back(std::to_string(total.points()));
    table.row(std::move(row));
  }
  return table.text(console.page(), [&](const std::string& t) { return console.bold(t); });
}

Json totals_document(const std::vector<labs::Verdict>& verdicts) {
  Json json = document_head();
  json["results"] = Json::array();
  for (const auto& [student, total] : totals(verdicts)) {
    Json labs = Json::object();
    for (const std::string& lab : numbers_of_labs(verdicts))
      labs[lab] = total.of_labs.contains(lab) ? Json(total.of_labs.at(lab)) : Json();
    json["results"].push_back({{"student", student}, {"labs", std::move(labs)}, {"points", total.points()}});
  }
  return json;
}

std::string labs_text(const std::vector<labs::Lab>& labs, const Console& console) {
  TextTable table;
  table.column("lab");
  table.column("title");
  table.column("rubric");
  for (const labs::Lab& lab : labs) {
    std::vector<std::string> items;
    for (const labs::Item& item : lab.rubric) items.push_back(fmt::format("{} {}", item.id, item.points));
    table.row({lab.name, lab.title, core::joined(items, ", ")});
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
    text += "\n" + fault_text(fmt::format("{}: {}", to_string(verdict.ending), verdict.reason),
                              {.trial = "", .found = "", .hint = verdict.hint}, page);
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
    if (const auto fault = fault_of(verdict, i))
      text += "\n" + fault_text(fmt::format("{}: {}", verdict.lab->rubric[i].id, fault->found), *fault, page);
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
    std::vector<Cell> row{
        verdict.submission, number_of(*verdict.lab),
        Cell(has_points(verdict) ? std::to_string(verdict.points()) : "-",
             [&console, is_full](const std::string& t) { return is_full ? console.good(t) : console.bad(t); })};
    if (is_anything_lost) row.emplace_back(lost_text(verdict));
    table.row(std::move(row));
  }
  return table.text(console.page(), [&](const std::string& t) { return console.bold(t); }) +
         fmt::format("\n{} submissions, {} with full marks\n", verdicts.size(), full);
}

Json verdicts_document(const std::vector<labs::Verdict>& verdicts, const std::vector<std::string>& passed_over,
                       const std::vector<sandbox::Enforcement>& containment, bool details) {
  Json json = document_head();
  json["results"] = Json::array();
  for (const labs::Verdict& verdict : verdicts) {
    Json row{{"submission", verdict.submission},
             {"student", or_null(verdict.student)},
             {"lab", verdict.lab->name},
             {"points", points_json(verdict, verdict.points())},
             {"of", verdict.most()},
             {"ending", to_string(verdict.ending)},
             {"lost", lost_items(verdict)}};
    row["reason"] =
        or_null(details ? verdict.reason : all_faults(verdict, verdict.reason, &labs::Fault::found));
    row["hint"] = or_null(details ? verdict.hint : all_faults(verdict, verdict.hint, &labs::Fault::hint));
    if (details) row["compiler"] = or_null(verdict.compiler);
    if (details) row["items"] = items_json(verdict);
    if (!details)
      for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
        row["items"][verdict.lab->rubric[i].id] = points_json(verdict, verdict.points_of(i));
    json["results"].push_back(std::move(row));
  }
  json["passed_over"] = passed_over;
  Json rows = Json::array();
  for (const sandbox::Enforcement& e : containment)
    rows.push_back({{"what", e.what}, {"enforced", e.holds}, {"how", e.how}});
  json["host"] = {{"containment", std::move(rows)}};
  return json;
}

Json without_formulas(Json document) {
  for (Json& row : document["results"])
    for (Json& cell : row) {
      if (!cell.is_string()) continue;
      const std::string text = cell.get<std::string>();
      if (text.find_first_of("=+-@") == 0) cell = "'" + text;
    }
  return document;
}

Json gradescope_refusal(const std::string& why) {
  return {{"score", 0}, {"output", why}, {"visibility", "visible"}, {"tests", Json::array()}};
}

Json gradescope_document(const std::vector<labs::Verdict>& verdicts,
                         const std::vector<std::string>& passed_over) {
  Json json = gradescope_refusal("");
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
  for (const std::string& sentence : passed_over) output += sentence + "\n";
  for (const labs::Verdict& verdict : verdicts) {
    score += verdict.points();
    if (verdict.ending != labs::Verdict::Ending::graded)
      output += fmt::format("{}: {}: {}\n{}\n{}", verdict.lab->name, to_string(verdict.ending), verdict.reason,
                            verdict.hint, verdict.compiler);
    for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i) {
      const labs::Item& item = verdict.lab->rubric[i];
      const std::optional<labs::Fault> fault = fault_of(verdict, i);
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

}  // namespace toruscope::cli
