// SPDX-License-Identifier: Apache-2.0
// toruscope compare OPERATION: every algorithm that fits, verified on one machine and ranked by virtual time; why
// each is above the lower bound; what `auto` would have taken; who refused and why.

#include "cli/document.hpp"
#include "cli/interrupt.hpp"
#include "cli/sheets.hpp"
#include "cli/verdicts.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <utility>

namespace toruscope::detail {

namespace {

struct Refusal {
  std::string algorithm;
  std::string reason;
};

struct Ranking {
  std::vector<Measurement> measured;  ///< fastest first
  std::vector<Refusal> refused;
  std::string automatic;  ///< what `auto` takes; empty if nothing fits
  ExitCode code = ExitCode::ok;
};

/// The algorithms of "a,b", or all.
std::vector<const AlgorithmInfo*> wanted(const Operation& operation, const Catalogue& table, const Text& text) {
  const std::vector<const AlgorithmInfo*> all = operation.algorithms(table);
  if (!text || *text == "all" || *text == "auto") return all;
  std::vector<std::string> known;
  for (const AlgorithmInfo* a : all) known.push_back(a->name);
  std::vector<const AlgorithmInfo*> some;
  std::istringstream names(*text);
  for (std::string name; std::getline(names, name, ',');) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw ConfigError(
          unknown_name(operation.name + " algorithm", operation.name + " algorithms", name, known));
    const AlgorithmInfo* algorithm = all[static_cast<std::size_t>(found - known.begin())];
    if (std::find(some.begin(), some.end(), algorithm) == some.end()) some.push_back(algorithm);
  }
  if (some.empty()) throw ConfigError(operation.name + ": --algorithm names none; give a,b or all");
  return some;
}

Ranking rank(const Session& session, const Operation& asked, const Settings& settings, const Workload& workload,
             const Console& console) {
  Ranking ranking;
  const Case c = question(asked, settings, workload);
  for (const AlgorithmInfo* algorithm : wanted(asked, session.table, session.options.algorithm)) {
    if (const auto reason = algorithm->refusal(c)) {
      ranking.refused.push_back({algorithm->name, *reason});
      continue;
    }
    Verdict verdict = verify_watched(asked, *algorithm, settings, settings.execution, workload, console);
    throw_if_interrupted("compare");
    const ExitCode code = exit_code(verdict);
    if (ranking.code != ExitCode::wrong_result && code != ExitCode::ok) ranking.code = code;
    ranking.measured.push_back(measurement_of(std::move(verdict)));
  }
  if (ranking.measured.empty()) {
    std::string reasons;
    for (const Refusal& r : ranking.refused) reasons += fmt::format("\n  {}: {}", r.algorithm, r.reason);
    throw ConfigError(
        fmt::format("{}: no algorithm fits {}:{}", asked.name, settings.topology->name(), reasons));
  }
  std::stable_sort(
      ranking.measured.begin(), ranking.measured.end(),
      [](const Measurement& a, const Measurement& b) { return a.report.finish.time < b.report.finish.time; });
  ranking.automatic = asked.choose(session.table, "auto", c).name;
  return ranking;
}

std::string head_text(const Measurement& m, const Console& console) {
  const Parameters& machine = m.report.parameters;
  TextSheet sheet;
  sheet.line("operation", {m.operation, [&](const std::string& t) { return console.bold(t); }});
  sheet.line("topology", m.report.topology->name());
  sheet.line("machine", machine_text(machine));
  sheet.line("ports", fmt::format("{} ({})", to_string(machine.ports), to_string(machine.port_policy)));
  sheet.line("p", grouped(m.report.topology->nodes()));
  sheet.line("bytes per block", grouped(static_cast<std::int64_t>(m.block_bytes)));
  sheet.line("lower bound", m.bound ? fmt::format("{}: {}", time_text(m.bound->ticks, machine), m.bound->source)
                                    : std::string("-"));
  return sheet.text();
}

std::string table_text(const std::vector<Measurement>& measured, const Console& console) {
  using Align = TextTable::Align;
  TextTable table;
  for (const char* title : {"#", "algorithm"}) table.column(title);
  for (const char* title : {"T", "startups", "volume", "hops"}) table.column(title, Align::right);
  table.column("most loaded link");
  for (const char* title : {"port waits", "link waits", "T by formula", "efficiency", "wall"})
    table.column(title, Align::right);
  table.column("check");
  int place = 0;
  for (const Measurement& m : measured) {
    const Report& r = m.report;
    const Parameters& machine = r.parameters;
    table.row({std::to_string(++place), m.algorithm, time_text(r.finish.time, machine),
               grouped(r.finish.account.startups), volume_text(m), grouped(r.finish.account.hops),
               loaded_link_text(r), grouped(r.totals.port_conflicts), grouped(r.totals.link_conflicts),
               m.predicted ? time_text(m.predicted->ticks, machine) : "-", efficiency_text(m),
               fmt::format("{:.3f} s", r.host.wall_seconds), check_cell(m, console)});
  }
  return table.text([&](const std::string& t) { return console.bold(t); });
}

/// What lies between the bound and T, for each algorithm.
std::string gaps_text(const std::vector<Measurement>& measured) {
  std::string text;
  for (const Measurement& m : measured) {
    if (!m.bound) continue;
    const Parameters& machine = m.report.parameters;
    text += fmt::format("{} is {} above the lower bound:\n", m.algorithm,
                        time_text(m.report.finish.time - m.bound->ticks, machine));
    for (const GapPart& part : gap_parts(m))
      text += fmt::format("  {:>14}  {}\n",
                          (part.ticks < Ticks{} ? "-" : "+") +
                              time_text(part.ticks < Ticks{} ? Ticks{} - part.ticks : part.ticks, machine),
                          part.text);
  }
  return text;
}

std::string automatic_text(const Ranking& ranking) {
  const Measurement& best = ranking.measured.front();
  const auto chosen = std::find_if(ranking.measured.begin(), ranking.measured.end(),
                                   [&](const Measurement& m) { return m.algorithm == ranking.automatic; });
  if (chosen == ranking.measured.end())
    return fmt::format("auto takes {}, which was not run here\n", ranking.automatic);
  const Ticks missed = chosen->report.finish.time - best.report.finish.time;
  if (missed == Ticks{}) return fmt::format("auto takes {}: the fastest here\n", ranking.automatic);
  return fmt::format("auto takes {}, but {} is {} faster here\n", ranking.automatic, best.algorithm,
                     time_text(missed, best.report.parameters));
}

std::string ranking_text(const Ranking& ranking, const Console& console) {
  std::string text = head_text(ranking.measured.front(), console) + "\n" +
                     table_text(ranking.measured, console) + "\n" + gaps_text(ranking.measured) +
                     automatic_text(ranking);
  for (const Refusal& refusal : ranking.refused)
    text += fmt::format("{} does not fit: it {}\n", refusal.algorithm, refusal.reason);
  for (const Measurement& m : ranking.measured)
    for (const std::string& fault : m.faults) text += console.bad("fault: " + fault) + "\n";
  return text;
}

Json ranking_document(const Session& session, const Settings& settings, const Ranking& ranking) {
  Json json = run_document(session, settings, ranking.measured);
  const Json host = json["host"];
  json.erase("host");
  json["auto"] = ranking.automatic;
  json["refused"] = Json::array();
  for (const Refusal& r : ranking.refused)
    json["refused"].push_back({{"algorithm", r.algorithm}, {"reason", r.reason}});
  json["host"] = host;
  return json;
}

}  // namespace

ExitCode compare_algorithms(const Session& session) {
  const CommandOptions& options = session.options;
  if (!options.subject)
    throw ConfigError("compare: an operation is needed: alltoall, broadcast, reduce or barrier");
  const Operation& asked = operation(*options.subject);
  const Settings settings = read_settings(options);
  const Workload workload = read_workload(options, asked, settings.topology->nodes());
  const Console console(options);
  refuse_too_large(asked, settings, workload);
  const Ranking ranking = rank(session, asked, settings, workload, console);
  console.result(console.is_json() ? text_of(ranking_document(session, settings, ranking))
                                   : ranking_text(ranking, console));
  return ranking.code;
}

}  // namespace toruscope::detail
