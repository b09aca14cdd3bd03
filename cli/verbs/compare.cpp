// SPDX-License-Identifier: Apache-2.0
// toruscope compare OPERATION: every algorithm that fits, verified on one machine and ranked by
// virtual time; why each is above the lower bound; what `auto` would have taken; who refused and
// why. With --sweep a ranking for each combination.

#include "cli/execution/runs.hpp"
#include "cli/plots/plots.hpp"
#include "cli/process/computer.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr const char* kNoEstimate = "table order";

/// The algorithms on one machine.
struct Ranking {
  const SweepPoint* place = nullptr;
  std::vector<Measurement> measured;  ///< fastest first
  std::vector<Measurement> unranked;  ///< that yield no result: who does nothing is fast
  std::vector<Refusal> refused;
  std::string automatic;  ///< what `auto` takes
  std::string basis;      ///< what it goes by: "formula", "estimate" or "table order"

  /// Every run, the ranked ones first.
  [[nodiscard]] std::vector<const Measurement*> all() const {
    std::vector<const Measurement*> runs;
    for (const auto* part : {&measured, &unranked})
      for (const Measurement& m : *part) runs.push_back(&m);
    return runs;
  }
  [[nodiscard]] std::vector<std::string> faults() const {
    std::vector<std::string> sentences;
    for (const Measurement* m : all()) sentences.insert(sentences.end(), m->faults.begin(), m->faults.end());
    return sentences;
  }
};

/// What is to be ranked, and who takes part.
struct Match {
  Workload workload;
  Case question;
  std::vector<Contender> contenders;
};

std::vector<const Measurement*> all_of(const std::vector<Ranking>& rankings) {
  std::vector<const Measurement*> runs;
  for (const Ranking& ranking : rankings)
    for (const Measurement* m : ranking.all()) runs.push_back(m);
  return runs;
}

Match match_of(const Session& session, const collectives::Operation& asked, Ranking& ranking,
               bool are_side_by_side) {
  const auto& [options, swept, settings] = *ranking.place;
  const Catalogue& table = session.tables.algorithms;
  Match match;
  match.workload = read_workload(options, asked, settings);
  match.question = question(asked, settings, match.workload);
  match.contenders =
      contenders(candidates(asked, table, options.algorithm), asked, table, match.question, ranking.refused);
  if (match.contenders.empty())
    refuse_all(asked, table, match.question, place_text(*ranking.place), ranking.refused);
  if (const auto why = leave_out_too_large(match.contenders, ranking.refused, asked,
                                           are_side_by_side ? side_by_side(settings) : settings, match.workload,
                                           options.values ? SizeOption::values : SizeOption::block))
    throw TooLargeError(*why);
  const AlgorithmInfo& automatic = asked.choose(table, "auto", match.question);
  ranking.automatic = automatic.name;
  const auto expected = expected_time(automatic, match.question);
  ranking.basis = !expected ? kNoEstimate : expected->is_exact ? "formula" : "estimate";
  return match;
}

/// One for each place.
std::vector<Ranking> rank(const Session& session, const collectives::Operation& asked, const Places& places,
                          const Console& console, Shard& shard) {
  std::vector<Ranking> rankings;
  std::vector<PlannedRun> runs;
  const bool are_side_by_side = !places.axes.empty();
  for (const SweepPoint& place : places.places) {
    rankings.emplace_back().place = &place;
    const Match match = match_of(session, asked, rankings.back(), are_side_by_side);
    for (const Contender& contender : match.contenders)
      runs.push_back({&asked, contender.algorithm, &place.settings, match.workload, contender.is_auto,
                      rankings.size() - 1, contender.needs});
  }
  const std::vector<std::size_t> numbers = take_part(shard, runs, places);
  std::vector<std::optional<Measurement>> measured = measure_all(runs, console, are_side_by_side);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!measured[i]) continue;
    measured[i]->unit = numbers[i];
    Ranking& ranking = rankings[runs[i].place];
    (measured[i]->yields_result ? ranking.measured : ranking.unranked).push_back(std::move(*measured[i]));
  }
  for (Ranking& ranking : rankings)
    std::stable_sort(
        ranking.measured.begin(), ranking.measured.end(),
        [](const Measurement& a, const Measurement& b) { return a.report.finish.time < b.report.finish.time; });
  return rankings;
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
    text += fmt::format("{} is {} above the lower bound:\n", m.algorithm, core::time_text(gap, machine));
    for (const GapPart& part : gap_parts(m))
      text +=
          fmt::format("  {:>14}  {}\n",
                      (part.ticks < Ticks{} ? "-" : "+") +
                          core::time_text(part.ticks < Ticks{} ? Ticks{} - part.ticks : part.ticks, machine),
                      part.text);
  }
  return text;
}

/// How much `auto` missed the fastest by.
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
                  ranking.basis == kNoEstimate ? "in table order: no formula or estimate is available here"
                                               : "by " + ranking.basis);
  if (ranking.measured.empty()) return choice + "\n";
  const std::optional<Miss> miss = miss_of(ranking);
  if (!miss) return choice + ", of which there is no result here\n";
  if (miss->ticks == Ticks{}) return choice + ": the fastest here\n";
  return fmt::format("{}, but {} is {} faster here{}\n", choice, miss->fastest,
                     core::time_text(miss->ticks, ranking.measured.front().report.parameters),
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

/// For the first of them that pads.
std::string padding_text(const Ranking& ranking) {
  for (const Measurement* m : ranking.all())
    if (std::string note = padding_note(*m); !note.empty()) return note;
  return "";
}

/// What is said below a table of one ranking: the gaps to the bound, and who did not take part.
std::string notes_text(const Ranking& ranking, const CommandOptions& options) {
  return gaps_text(ranking.measured) + automatic_text(ranking) + padding_text(ranking) +
         refusals_text(ranking.refused, options);
}

/// One table, in which each place has its ranking; with --sweep there are several.
std::string rankings_text(const std::string& operation, const std::vector<Ranking>& rankings,
                          const Places& places, const CommandOptions& options, const Console& console) {
  TextSheet sheet;
  sheet.line("operation", console.bold_cell(operation));
  add_common_lines(sheet, places);
  const std::vector<const Measurement*> measured = all_of(rankings);
  const bool is_one = places.axes.empty();
  if (is_one) size_line(sheet, *measured.front());
  const RowPlaces row_places(sheet, places, measured);
  if (is_one) bound_line(sheet, *measured.front());
  std::vector<std::string> own = row_places.titles();
  own.insert(own.end(), {"#", "algorithm"});
  MeasurementTable table(own);
  if (is_one) table.leave_out("bound");
  std::string text;
  for (const Ranking& ranking : rankings) {
    const auto add = [&](const std::string& rank, const Measurement& m) {
      std::vector<Cell> cells = row_places.cells(ranking.place->swept, m);
      cells.insert(cells.end(), {Cell(rank), Cell(m.algorithm)});
      table.row(std::move(cells), m, console);
    };
    int rank = 0;
    for (const Measurement& m : ranking.measured) add(std::to_string(++rank), m);
    for (const Measurement& m : ranking.unranked) add("-", m);
    text += is_one ? notes_text(ranking, options)
                   : fmt::format("{}: {}", to_string(ranking.place->swept), automatic_text(ranking));
    for (const std::string& fault : ranking.faults()) text += console.bad("fault: " + fault) + "\n";
  }
  table.head(sheet);
  return sheet.text(console.page()) + "\n" + table.text(console) + "\n" + folded_text(text, console.page());
}

Json refused_json(const Ranking& ranking) {
  Json refused = Json::array();
  for (const Refusal& r : ranking.refused)
    refused.push_back({{"algorithm", r.algorithm}, {"reason", r.reason}});
  return refused;
}

std::vector<Row> rows_of(const std::vector<Ranking>& rankings) {
  std::vector<Row> rows;
  for (const Ranking& ranking : rankings)
    for (const Measurement* m : ranking.all()) rows.push_back({*m, {}, {}, ranking.place->swept});
  return rows;
}

/// The rows of this part; merged they are ranked: by place, those with a result first, by T.
std::string part_text(const Session& session, const std::vector<Ranking>& rankings, const Places& places,
                      const Shard& shard) {
  const std::vector<Row> rows = rows_of(rankings);
  if (rows.empty()) return shard.text(Json());
  Json json =
      rows_document(session, rankings.front().place->settings, rows, places.differ_in(Axis::Kind::machine));
  std::size_t at = 0;
  for (std::size_t place = 0; place < rankings.size(); ++place)
    for (const Measurement* m : rankings[place].all())
      shard.mark(json["results"][at++], m->unit,
                 m->yields_result ? fmt::format("{} 0 {}", place, m->report.finish.time.count)
                                  : fmt::format("{} 1 0", place));
  return shard.text(json);
}

Json document(const Session& session, const std::vector<Ranking>& rankings, const Places& places) {
  const Ranking& first = rankings.front();
  Json json =
      rows_document(session, first.place->settings, rows_of(rankings), places.differ_in(Axis::Kind::machine));
  if (places.axes.empty()) {
    add_before_host(json, "auto", first.automatic);
    add_before_host(json, "auto_by", first.basis);
    add_before_host(json, "auto_missed", miss_json(miss_of(first)));
    add_before_host(json, "refused", refused_json(first));
    return json;
  }
  Json all = Json::array();
  for (const Ranking& ranking : rankings)
    all.push_back({{"sweep", sweep_json(ranking.place->swept)},
                   {"auto", ranking.automatic},
                   {"auto_by", ranking.basis},
                   {"auto_missed", miss_json(miss_of(ranking))},
                   {"refused", refused_json(ranking)}});
  add_before_host(json, "rankings", std::move(all));
  return json;
}

/// The fastest first, then the others; those that failed as far as they came.
std::vector<ViewedRun> viewed(const Ranking& ranking, const Session& session) {
  std::vector<ViewedRun> runs;
  for (const Measurement& m : ranking.measured) runs.push_back({&m.report, view_facts(m, session)});
  for (const Measurement& m : ranking.unranked)
    if (m.early || !m.failure) runs.push_back({m.early ? &*m.early : &m.report, view_facts(m, session)});
  return runs;
}

}  // namespace

ExitCode compare_algorithms(const Session& session) {
  const CommandOptions& options = session.options;
  const collectives::Operation& asked = operation_asked("compare", options.subject);
  const Requirements requirements(options);
  const Places places = read_places(session, "torus:8x8");
  for (const auto& place : places.places) requirements.check_values(place.settings.parameters);
  if (!places.axes.empty()) {
    refuse_given(
        options, {"--plot"},
        "compare: {} shows one ranking, --sweep makes several; leave one of them out, or take bench --plot");
    refuse_given(options, {"--view", "--heatmap"},
                 "compare: {} shows the runs of one ranking, --sweep makes several; leave one of them out");
  }
  const Console console(options);
  Shard shard(options, console);
  std::vector<Ranking> rankings = rank(session, asked, places, console, shard);
  ExitCode code = ExitCode::ok;
  for (const Measurement* m : all_of(rankings)) code = worse(code, m->code);
  for (const Ranking& ranking : rankings)
    for (const Refusal& r : ranking.refused)
      if (r.is_failure) code = worse(code, ExitCode::host_limit);
  console.outputs().plot([&] { return time_bars_picture(rankings.front().measured); }, code);
  console.outputs().heatmap([&] { return heatmaps_picture(rankings.front().measured); }, code);
  if (options.view) console.outputs().view(viewed(rankings.front(), session), code);
  if (options.view || options.heatmap)
    for (auto* part : {&rankings.front().measured, &rankings.front().unranked})
      for (Measurement& m : *part) drop_details(m);
  for (Measurement& m : rankings.front().unranked) m.early.reset();
  console.result([&](const Console& form) {
    return form.is_table()    ? rankings_text(asked.name, rankings, places, options, form)
           : shard.is_asked() ? part_text(session, rankings, places, shard)
                              : text_of(document(session, rankings, places), form);
  });
  std::vector<const Report*> runs;
  for (const Measurement* m : all_of(rankings))
    if (!m->failure) runs.push_back(&m->report);
  console.unused(runs, places.places.front().settings.given);
  for (const Ranking& ranking : rankings) {
    for (const Refusal& r : ranking.refused)
      if (r.is_failure) report_left_out(asked, r, place_text(*ranking.place));
    if (console.format() == Format::csv) console.say_lines(refusals_text(ranking.refused, options));
    console.faults(ranking.faults());
    if (!ranking.measured.empty())
      code = worse(code, requirements.check(ranking.measured.front(), ranking.place->swept));
  }
  return code;
}

}  // namespace toruscope::cli
