// SPDX-License-Identifier: Apache-2.0
// toruscope compare OPERATION: all algorithms that fit one machine, ranked, with the reason for what lies between
// each and the lower bound.

#include "cli/document.hpp"
#include "cli/interrupt.hpp"
#include "cli/sheets.hpp"
#include "cli/verdicts.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace toruscope::detail {

namespace {

struct Refusal {
  std::string algorithm;
  std::string reason;
};

struct Comparison {
  std::vector<Measurement> ranked;  ///< the fastest first
  std::vector<Refusal> refused;
  std::string automatic;  ///< what `auto` takes; empty if nothing fits
  std::optional<Bound> bound;
  ExitCode code = ExitCode::ok;

  [[nodiscard]] const Measurement* find(const std::string& algorithm) const {
    const auto found =
        std::find_if(ranked.begin(), ranked.end(), [&](const Measurement& m) { return m.algorithm == algorithm; });
    return found == ranked.end() ? nullptr : &*found;
  }
};

/// "all" or "a,b": in the order of the table.
/// Errors    ConfigError for a name that is not in the table.
std::vector<const AlgorithmInfo*> select(const std::vector<const AlgorithmInfo*>& all, const std::string& asked,
                                         const Operation& operation, const Session& session, const Case& c) {
  if (asked == "all") return all;
  std::vector<const AlgorithmInfo*> selected;
  for (std::size_t begin = 0; begin <= asked.size();) {
    const std::size_t end = std::min(asked.find(',', begin), asked.size());
    const std::string name = asked.substr(begin, end - begin);
    begin = end + 1;
    const auto known = std::find_if(all.begin(), all.end(), [&](const AlgorithmInfo* a) { return a->name == name; });
    // An unknown name gets the table's own complaint; "auto" its choice.
    const AlgorithmInfo* algorithm = known != all.end() ? *known : &operation.choose(session.table, name, c);
    if (std::find(selected.begin(), selected.end(), algorithm) == selected.end()) selected.push_back(algorithm);
  }
  return selected;
}

/// The time limit is for the whole comparison: each run gets what is left of it.
class TimeLeft {
 public:
  explicit TimeLeft(const Execution& execution) : limit_(execution.time_limit) {}
  void apply(Execution& execution) const {
    if (!limit_) return;
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
    execution.time_limit = std::max(*limit_ - spent, std::chrono::milliseconds(1));
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<std::chrono::milliseconds> limit_;
  Clock::time_point start_ = Clock::now();
};

Comparison compare(const Session& session, const Operation& asked, const Settings& settings,
                   const Workload& workload, const Console& console) {
  const Case c = question(asked, settings, workload);
  const std::vector<const AlgorithmInfo*> all = asked.algorithms(session.table);
  const TimeLeft time_left(settings.execution);
  Comparison comparison;
  comparison.bound = asked.bound(c);
  for (const AlgorithmInfo* algorithm : select(all, session.options.algorithm.value_or("all"), asked, session, c)) {
    if (const auto reason = algorithm->refusal(c)) {
      comparison.refused.push_back({algorithm->name, *reason});
      continue;
    }
    Execution execution = settings.execution;
    time_left.apply(execution);
    Verdict verdict = verify_watched(asked, *algorithm, settings, execution, workload, console);
    throw_if_interrupted("compare");
    const ExitCode code = exit_code(verdict);
    if (comparison.code == ExitCode::ok || code == ExitCode::wrong_result) comparison.code = code;
    console.printed(verdict.report.output, settings.parameters);
    comparison.ranked.push_back(measurement_of(std::move(verdict)));
  }
  if (comparison.ranked.empty()) {
    std::string reasons;
    for (const Refusal& refusal : comparison.refused) reasons += "; " + refusal.algorithm + " " + refusal.reason;
    throw ConfigError(fmt::format("compare {}: none of the algorithms can do {}{}", asked.name,
                                  settings.topology->name(), reasons));
  }
  std::stable_sort(
      comparison.ranked.begin(), comparison.ranked.end(),
      [](const Measurement& a, const Measurement& b) { return a.report.finish.time < b.report.finish.time; });
  comparison.automatic = asked.choose(session.table, "auto", c).name;
  return comparison;
}

/// "12.5 us above the bound = 10 us (4 startups more ...) + 2.5 us (waits for links)".
std::string gap_text(const Measurement& m) {
  const Parameters& machine = m.report.parameters;
  const Ticks gap = m.report.finish.time - m.bound->ticks;
  if (gap.count == 0) return "reaches the lower bound";
  std::string text =
      gap.count > 0 ? time_text(gap, machine) + " above the bound" : time_text({-gap.count}, machine) + " BELOW the bound";
  const char* sign = " = ";
  for (const GapPart& part : gap_parts(m)) {
    const bool is_less = part.ticks.count < 0;
    text += is_less ? (std::string(sign) == " = " ? " = -" : " - ") : sign;
    text += fmt::format("{} ({})", time_text(is_less ? Ticks{-part.ticks.count} : part.ticks, machine), part.text);
    sign = " + ";
  }
  return text;
}

std::string automatic_text(const Comparison& comparison) {
  const Measurement& fastest = comparison.ranked.front();
  const Measurement* automatic = comparison.find(comparison.automatic);
  if (automatic == nullptr) return comparison.automatic + ", which was not asked for here";
  const Ticks lost = automatic->report.finish.time - fastest.report.finish.time;
  if (lost.count == 0) return comparison.automatic + ", the fastest here";
  return fmt::format("{}, {} slower than {}", comparison.automatic, time_text(lost, fastest.report.parameters),
                     fastest.algorithm);
}

std::string ranking_text(const Comparison& comparison, const Console& console) {
  using Align = TextTable::Align;
  TextTable table;
  table.column("algorithm");
  for (const char* title : {"T", "startups", "volume", "hops", "port waits", "link waits", "T by formula", "efficiency"})
    table.column(title, Align::right);
  table.column("wall", Align::right);
  table.column("most loaded link");
  table.column("check");
  for (const Measurement& m : comparison.ranked) {
    const Report& r = m.report;
    const auto time = [&](Ticks t) { return time_text(t, r.parameters); };
    table.row({m.algorithm, time(r.finish.time), grouped(r.finish.account.startups), volume_text(m),
               grouped(r.finish.account.hops), grouped(r.totals.port_conflicts), grouped(r.totals.link_conflicts),
               m.predicted ? time(m.predicted->ticks) : "-", efficiency_text(m),
               fmt::format("{:.3f} s", r.host.wall_seconds), loaded_link_text(r), check_cell(m, console)});
  }
  return table.text([&](const std::string& t) { return console.bold(t); });
}

std::string comparison_text(const Comparison& comparison, const Console& console) {
  const Measurement& first = comparison.ranked.front();
  const Report& report = first.report;
  TextSheet sheet;
  sheet.line("operation", {first.operation, [&](const std::string& t) { return console.bold(t); }});
  sheet.line("topology", report.topology->name() + ", " + counted(report.topology->nodes(), "PE"));
  sheet.line("machine", machine_text(report.parameters));
  sheet.line("ports", to_string(report.parameters.ports));
  sheet.line("bytes per block", grouped(static_cast<std::int64_t>(first.block_bytes)));
  if (comparison.bound)
    sheet.line("lower bound", fmt::format("{}: {}", time_text(comparison.bound->ticks, report.parameters),
                                          comparison.bound->source));
  std::string text = sheet.text() + "\n" + ranking_text(comparison, console) + "\n";
  TextSheet notes;
  for (const Measurement& m : comparison.ranked)
    if (m.bound) notes.line(m.algorithm, gap_text(m));
  for (const Refusal& refusal : comparison.refused) notes.line(refusal.algorithm, "refused: " + refusal.reason);
  notes.line("auto takes", automatic_text(comparison));
  text += notes.text();
  for (const Measurement& m : comparison.ranked)
    for (const std::string& fault : m.faults) text += console.bad("fault: " + fault) + "\n";
  return text;
}

Json comparison_json(const Comparison& comparison) {
  Json json;
  json["lower_bound"] = bound_json(comparison.bound);
  json["fastest"] = comparison.ranked.front().algorithm;
  json["auto"] = comparison.automatic;
  const Measurement* automatic = comparison.find(comparison.automatic);
  json["auto_is_fastest"] =
      automatic != nullptr && automatic->report.finish.time == comparison.ranked.front().report.finish.time;
  json["gaps"] = Json::object();
  for (const Measurement& m : comparison.ranked) {
    Json parts = Json::array();
    for (const GapPart& part : gap_parts(m)) parts.push_back({{"ticks", part.ticks.count}, {"reason", part.text}});
    json["gaps"][m.algorithm] = parts;
  }
  json["refused"] = Json::array();
  for (const Refusal& refusal : comparison.refused)
    json["refused"].push_back({{"algorithm", refusal.algorithm}, {"reason", refusal.reason}});
  return json;
}

}  // namespace

ExitCode compare_algorithms(const Session& session) {
  const CommandOptions& options = session.options;
  const Operation& asked = operation(options.subject.value_or(""));
  const Settings settings = read_settings(options);
  const Workload workload = read_workload(options, asked, settings.topology->nodes());
  const Console console(options);
  refuse_too_large(asked, settings, workload);

  const Comparison comparison = compare(session, asked, settings, workload, console);
  if (console.is_json()) {
    Json document = run_document(session, settings, comparison.ranked);
    document["comparison"] = comparison_json(comparison);
    console.result(text_of(document));
  } else {
    console.result(comparison_text(comparison, console));
  }
  return comparison.code;
}

}  // namespace toruscope::detail
