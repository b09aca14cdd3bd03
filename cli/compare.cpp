// SPDX-License-Identifier: Apache-2.0
// toruscope compare OPERATION: every algorithm that fits, verified on one machine and ranked by virtual time; why
// each is above the lower bound; what `auto` would have taken; who refused and why.

#include "cli/candidates.hpp"
#include "cli/document.hpp"
#include "cli/sheets.hpp"
#include "cli/verdicts.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

namespace {

constexpr const char* kBlind = "table order";

struct Ranking {
  std::vector<Measurement> measured;  ///< fastest first
  std::vector<Measurement> failed;
  std::vector<Refusal> refused;
  std::string automatic;  ///< what `auto` takes
  std::string basis;      ///< what it goes by: "formula", "estimate" or "table order"
  ExitCode code = ExitCode::ok;
};

Ranking rank(const Session& session, const Operation& asked, const Settings& settings, const Workload& workload,
             const Console& console) {
  Ranking ranking;
  const Case c = question(asked, settings, workload);
  for (const AlgorithmInfo* algorithm :
       candidates(asked, session.tables.algorithms, session.options.algorithm)) {
    if (const auto reason = algorithm->refusal(c)) {
      ranking.refused.push_back({algorithm->name, *reason});
      continue;
    }
    Measurement m = measure_watched(asked, *algorithm, settings, workload, console);
    ranking.code = worse(ranking.code, m.code);
    const bool ends = m.failure && m.failure->ends_command;
    (m.failure ? ranking.failed : ranking.measured).push_back(std::move(m));
    if (ends) break;
  }
  if (ranking.measured.empty() && ranking.failed.empty())
    refuse_all(asked, session.tables.algorithms, c, settings.topology->name(), ranking.refused);
  std::stable_sort(
      ranking.measured.begin(), ranking.measured.end(),
      [](const Measurement& a, const Measurement& b) { return a.report.finish.time < b.report.finish.time; });
  const AlgorithmInfo& automatic = asked.choose(session.tables.algorithms, "auto", c);
  ranking.automatic = automatic.name;
  const auto expected = expected_time(automatic, c);
  ranking.basis = !expected ? kBlind : expected->is_exact ? "formula" : "estimate";
  return ranking;
}

std::string head_text(const Measurement& m, const Console& console) {
  const Parameters& machine = m.report.parameters;
  TextSheet sheet;
  sheet.line("operation", {m.operation, [&](const std::string& t) { return console.bold(t); }});
  machine_lines(sheet, m.report.topology.get(), machine);
  sheet.line("bytes per block", grouped(static_cast<std::int64_t>(m.block_bytes)));
  input_lines(sheet, m);
  sheet.line("lower bound", m.bound ? fmt::format("{}: {}", time_text(m.bound->ticks, machine), m.bound->source)
                                    : std::string("-"));
  return sheet.text();
}

std::string table_text(const Ranking& ranking, const Console& console) {
  MeasurementTable table({"#", "algorithm"});
  int place = 0;
  for (const Measurement& m : ranking.measured) table.row({std::to_string(++place), m.algorithm}, m, console);
  for (const Measurement& m : ranking.failed) table.row({"-", m.algorithm}, m, console);
  return table.text(console);
}

/// What lies between the bound and T, for each algorithm.
std::string gaps_text(const std::vector<Measurement>& measured) {
  std::string text;
  for (const Measurement& m : measured) {
    if (!m.bound) continue;
    const Parameters& machine = m.report.parameters;
    const Ticks gap = m.report.finish.time - m.bound->ticks;
    if (gap == Ticks{}) {
      text += m.algorithm + " meets the lower bound\n";
      continue;
    }
    text += fmt::format("{} is {} above the lower bound:\n", m.algorithm, time_text(gap, machine));
    for (const GapPart& part : gap_parts(m))
      text += fmt::format("  {:>14}  {}\n",
                          (part.ticks < Ticks{} ? "-" : "+") +
                              time_text(part.ticks < Ticks{} ? Ticks{} - part.ticks : part.ticks, machine),
                          part.text);
  }
  return text;
}

/// By how much `auto` missed the fastest.
struct Miss {
  std::string fastest;
  Ticks ticks;
  double percent = 0;  ///< of the fastest
  [[nodiscard]] bool is_beyond_tolerance() const { return percent > kChoiceTolerance; }
};

/// Nothing if `auto` has no result here.
std::optional<Miss> miss_of(const Ranking& ranking) {
  const auto chosen = std::find_if(ranking.measured.begin(), ranking.measured.end(),
                                   [&](const Measurement& m) { return m.algorithm == ranking.automatic; });
  if (chosen == ranking.measured.end()) return std::nullopt;
  const Measurement& best = ranking.measured.front();
  const Ticks least = best.report.finish.time;
  const Ticks missed = chosen->report.finish.time - least;
  if (missed == Ticks{}) return Miss{chosen->algorithm, missed, 0};
  return Miss{best.algorithm, missed,
              static_cast<double>(missed.count) / static_cast<double>(least.count) * 100};
}

std::string automatic_text(const Ranking& ranking) {
  const std::string choice =
      fmt::format("auto takes {} {}", ranking.automatic,
                  ranking.basis == kBlind ? "blindly, in table order: nothing here has a formula or an estimate"
                                          : "by " + ranking.basis);
  if (ranking.measured.empty()) return choice + "\n";
  const std::optional<Miss> miss = miss_of(ranking);
  if (!miss) return choice + ", which has no result here\n";
  if (miss->ticks == Ticks{}) return choice + ": the fastest here\n";
  return fmt::format("{}, but {} is {} faster here{}\n", choice, miss->fastest,
                     time_text(miss->ticks, ranking.measured.front().report.parameters),
                     miss->is_beyond_tolerance()
                         ? fmt::format(": auto missed it by more than {} %", kChoiceTolerance)
                         : fmt::format(", which is within {} %", kChoiceTolerance));
}

Json miss_json(const std::optional<Miss>& miss) {
  if (!miss) return nullptr;
  Json json;
  json["fastest"] = miss->fastest;
  json["ticks"] = miss->ticks.count;
  json["beyond_tolerance"] = miss->is_beyond_tolerance();
  return json;
}

std::string ranking_text(const Ranking& ranking, const Console& console) {
  const Measurement& any = ranking.measured.empty() ? ranking.failed.front() : ranking.measured.front();
  std::string text = head_text(any, console) + "\n" + table_text(ranking, console) + "\n" +
                     gaps_text(ranking.measured) + automatic_text(ranking);
  for (const Refusal& refusal : ranking.refused) text += refusal_text(refusal) + "\n";
  for (const Measurement& m : ranking.measured)
    for (const std::string& fault : m.faults) text += console.bad("fault: " + fault) + "\n";
  return text;
}

Json ranking_document(const Session& session, const Settings& settings, const Ranking& ranking) {
  std::vector<Measurement> all = ranking.measured;
  all.insert(all.end(), ranking.failed.begin(), ranking.failed.end());
  Json refused = Json::array();
  for (const Refusal& r : ranking.refused)
    refused.push_back({{"algorithm", r.algorithm}, {"reason", r.reason}});
  Json json = run_document(session, settings, all);
  add_before_host(json, "auto", ranking.automatic);
  add_before_host(json, "auto_by", ranking.basis);
  add_before_host(json, "auto_missed", miss_json(miss_of(ranking)));
  add_before_host(json, "refused", std::move(refused));
  return json;
}

}  // namespace

ExitCode compare_algorithms(const Session& session) {
  const CommandOptions& options = session.options;
  const Operation& asked = operation_asked("compare", options.subject);
  const Settings settings = read_settings(session);
  const Workload workload = read_workload(options, asked, settings);
  const Console console(options);
  refuse_too_large(asked, settings, workload, options.values ? SizeOption::values : SizeOption::block);
  const Ranking ranking = rank(session, asked, settings, workload, console);
  console.result(console.is_table() ? ranking_text(ranking, console)
                                    : text_of(ranking_document(session, settings, ranking), console));
  std::vector<const Report*> runs;
  for (const Measurement& m : ranking.measured) runs.push_back(&m.report);
  console.unused(runs, settings.given);
  if (console.format() == Format::csv)
    for (const Refusal& refusal : ranking.refused) console.say(refusal_text(refusal));
  if (!console.is_table())
    for (const Measurement& m : ranking.measured)
      for (const std::string& fault : m.faults) console.say("toruscope: " + fault);
  return ranking.code;
}

}  // namespace toruscope::detail
