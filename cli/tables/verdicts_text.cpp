// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/verb_texts.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "sandbox/contained.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <set>

namespace toruscope::cli {

namespace {

/// True if it was graded, also with 0 points.
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

Json items_json(const labs::Verdict& verdict) {
  Json items = Json::array();
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i) {
    const labs::Item& item = verdict.lab->rubric[i];
    const labs::Fault fault = verdict.fault_of(i).value_or(labs::Fault{});
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

/// "rounds: ...; links: ...": faults of all lost items; `of_all` if it was not graded.
std::string all_faults(const labs::Verdict& verdict, const std::string& of_all,
                       std::string labs::Fault::*part) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
    if (const auto fault = verdict.fault_of(i))
      texts.push_back(fmt::format("{}: {}", verdict.lab->rubric[i].id, (*fault).*part));
  return texts.empty() ? of_all : core::joined(texts, "; ");
}

std::string number_of(const labs::Lab& lab) {
  return lab.name.substr(0, lab.name.find('-'));
}

/// What a student has.
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

/// Labs of which there is a submission.
std::vector<std::string> numbers_of_labs(const std::vector<labs::Verdict>& verdicts) {
  std::set<std::string> numbers;
  for (const labs::Verdict& verdict : verdicts) numbers.insert(number_of(*verdict.lab));
  return {numbers.begin(), numbers.end()};
}

}  // namespace

std::string totals_text(const std::vector<labs::Verdict>& verdicts, const Console& console) {
  const std::vector<std::string> numbers = numbers_of_labs(verdicts);
  TextTable table{"student"};
  for (const std::string& lab : numbers) table.column(lab, TextTable::Align::right);
  table.column("points", TextTable::Align::right);
  for (const auto& [student, total] : totals(verdicts)) {
    std::vector<Cell> row{student};
    for (const std::string& lab : numbers)
      row.emplace_back(total.of_labs.contains(lab) ? std::to_string(total.of_labs.at(lab)) : "-");
    row.emplace_back(std::to_string(total.points()));
    table.row(std::move(row));
  }
  return console.text(table);
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
  TextTable table{"lab", "title", "rubric"};
  const auto text_of = [](const labs::Item& item) { return fmt::format("{} {}", item.id, item.points); };
  for (const labs::Lab& lab : labs) table.row({lab.name, lab.title, core::joined(lab.rubric, ", ", text_of)});
  return console.text(table);
}

std::string verdict_text(const labs::Verdict& verdict, const Console& console) {
  const Page page = console.page();
  TextSheet head;
  head.line("lab", fmt::format("{}: {}", verdict.lab->name, verdict.lab->title));
  head.line("submission", verdict.submission);
  head.line("points", console.judged(points_text(verdict.points(), verdict.most()), verdict.is_full()));
  std::string text = head.text(page) + "\n";
  TextTable rubric{"item", on_right("points"), "for"};
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i) {
    const labs::Item& item = verdict.lab->rubric[i];
    const int points = verdict.points_of(i);
    rubric.row({item.id, console.judged(points_text(points, item.points), points > 0), item.title});
  }
  text += console.text(rubric);
  if (verdict.ending != labs::Verdict::Ending::graded)
    text += "\n" + fault_text(fmt::format("{}: {}", to_string(verdict.ending), verdict.reason),
                              {.trial = "", .found = "", .hint = verdict.hint}, page);
  for (std::size_t i = 0; i < verdict.lab->rubric.size(); ++i)
    if (const auto fault = verdict.fault_of(i))
      text += "\n" + fault_text(fmt::format("{}: {}", verdict.lab->rubric[i].id, fault->found), *fault, page);
  if (!verdict.compiler.empty()) text += "\nthe compiler says:\n" + verdict.compiler;
  return text;
}

std::string verdicts_text(const std::vector<labs::Verdict>& verdicts, const Console& console) {
  const auto full =
      std::count_if(verdicts.begin(), verdicts.end(), [](const labs::Verdict& v) { return v.is_full(); });
  const bool is_anything_lost = full < std::ssize(verdicts);
  TextTable table{"submission", "lab", on_right("points")};
  if (is_anything_lost) table.column("lost");
  for (const labs::Verdict& verdict : verdicts) {
    std::vector<Cell> row{
        verdict.submission, number_of(*verdict.lab),
        console.judged(has_points(verdict) ? std::to_string(verdict.points()) : "-", verdict.is_full())};
    if (is_anything_lost) row.emplace_back(lost_text(verdict));
    table.row(std::move(row));
  }
  return console.text(table) +
         fmt::format("\n{}, {} with full marks\n", core::counted(verdicts.size(), "submission"), full);
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

}  // namespace toruscope::cli
