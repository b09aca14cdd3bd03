// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/verdict.hpp"

#include "runtime/core/shown_text.hpp"
#include "view/page.hpp"

#include <utility>

namespace toruscope::labs {

int Verdict::points_of(std::size_t index) const {
  const bool is_given = ending == Ending::graded && !marks.faults.at(index);
  return is_given ? lab->rubric[index].points : 0;
}

std::optional<Fault> Verdict::fault_of(std::size_t index) const {
  return ending == Ending::graded ? marks.faults.at(index) : std::nullopt;
}

int Verdict::points() const {
  int sum = 0;
  for (std::size_t i = 0; i < lab->rubric.size(); ++i) sum += points_of(i);
  return sum;
}

int Verdict::most() const {
  int sum = 0;
  for (const Item& item : lab->rubric) sum += item.points;
  return sum;
}

std::string to_string(Verdict::Ending ending) {
  switch (ending) {
    case Verdict::Ending::graded:
      return "graded";
    case Verdict::Ending::not_built:
      return "not built";
    case Verdict::Ending::stopped:
      return "stopped";
    case Verdict::Ending::foul:
      return "foul";
    case Verdict::Ending::not_graded:
      return "not graded";
  }
  return {};
}

std::string to_string(const Fault& fault) {
  std::string text = fault.found;
  if (!fault.trial.empty()) text += "\nin " + fault.trial;
  if (!fault.hint.empty()) text += "\n" + fault.hint;
  if (!fault.printed.empty()) text += "\nprinted in this run:\n" + fault.printed;
  return text;
}

namespace {

std::string plain(const std::string& words) {
  std::string text = core::shown_lines(words);
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '|' && (at == 0 || text[at - 1] == '\n')) text.insert(at, 1, ' ');
  return text;
}

}  // namespace

void make_plain(Verdict& verdict) {
  for (std::string* words : {&verdict.reason, &verdict.hint, &verdict.compiler}) *words = plain(*words);
  for (std::optional<Fault>& fault : verdict.marks.faults)
    if (fault)
      for (std::string* words : {&fault->trial, &fault->found, &fault->hint, &fault->printed})
        *words = plain(*words);
  Marks& marks = verdict.marks;
  if (marks.view.empty() || marks.viewed < 0) return;
  const auto item = static_cast<std::size_t>(marks.viewed);
  if (const std::optional<Fault>& fault = marks.faults.at(item))
    marks.view =
        view::with_note(std::move(marks.view), verdict.lab->rubric.at(item).id + ": " + to_string(*fault));
}

}  // namespace toruscope::labs
