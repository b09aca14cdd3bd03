// SPDX-License-Identifier: Apache-2.0
// toruscope verify --all [OPERATION]: every algorithm in every case of the grid that it does not
// refuse; what was compared is counted, and each failure is shown as the command that repeats it.

#include "cli/execution/runs.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/shard.hpp"
#include "collectives/sweep.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <fmt/core.h>
#include <optional>
#include <string_view>
#include <vector>

namespace toruscope::cli {

namespace {

/// The grid has machines and sizes of its own: left are algorithms, this computer and output.
void refuse_what_the_grid_has(const CommandOptions& o) {
  constexpr std::array<std::string_view, 19> kLeftToAll{
      "--shard",     "--resume",       "--all",    "--long",
      "--algorithm", "--workers",      "--engine", "--channel-capacity",
      "--stack",     "--perturb",      "--seed",   "-o",
      "--format",    "--color",        "--quiet",  "--time-limit",
      "--spans",     "--trace-filter", "--json"};
  for (const std::string& given : o.given) {
    const bool is_ring = given == "--network" && o.network == "ring";
    if (std::find(kLeftToAll.begin(), kLeftToAll.end(), given) != kLeftToAll.end() ||
        (given == "--network" && !is_ring))
      continue;
    throw ConfigError(fmt::format("verify: --all has machines, sizes and roots of its own; leave {}{} out",
                                  given, is_ring ? " ring" : ""));
  }
}

/// What all lines come to.
collectives::SweepLine sum_of(const std::vector<collectives::SweepLine>& lines) {
  collectives::SweepLine sum;
  for (const collectives::SweepLine& line : lines) {
    sum.runs += line.runs;
    sum.refused += line.refused;
    sum.predictions += line.predictions;
    sum.bounds += line.bounds;
    sum.conflict_free += line.conflict_free;
    sum.failures.insert(sum.failures.end(), line.failures.begin(), line.failures.end());
  }
  return sum;
}

std::string failed_text(const collectives::SweepLine& line) {
  return core::grouped(line.failures.size());
}

std::string sum_text(const collectives::SweepLine& sum) {
  return fmt::format(
      "runs: {}, failed: {}\npredictions compared: {}\nbounds compared: {}\nclaims of no link conflicts "
      "compared: {}\nrefused: {}\n",
      core::grouped(sum.runs), failed_text(sum), core::grouped(sum.predictions), core::grouped(sum.bounds),
      core::grouped(sum.conflict_free), core::grouped(sum.refused));
}

std::string table_text(const std::vector<collectives::SweepLine>& lines, const Console& console) {
  TextTable table{"operation",         "algorithm",         on_right("runs"),
                  on_right("formula"), on_right("bound"),   on_right("no conflicts"),
                  on_right("failed"),  on_right("refused"), "restricted to"};
  for (const collectives::SweepLine& line : lines)
    table.row({line.operation, line.algorithm, core::grouped(line.runs), core::grouped(line.predictions),
               core::grouped(line.bounds), core::grouped(line.conflict_free),
               console.judged(failed_text(line), line.failures.empty()), core::grouped(line.refused),
               line.restrictions.empty() ? "none" : line.restrictions});
  return console.text(table);
}

/// The first few of each algorithm; a document has them all.
std::string failures_text(const std::vector<collectives::SweepLine>& lines, const Console& console) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (const collectives::SweepLine& line : lines) {
    for (std::size_t i = 0; i < std::min(kMost, line.failures.size()); ++i) {
      const collectives::SweepFailure& failure = line.failures[i];
      text += console.bad("failed") + " " + failure.command + "\n";
      for (const std::string& fault : failure.faults) text += "  " + fault + "\n";
    }
    if (line.failures.size() > kMost)
      text += fmt::format("{}/{}: {} more; --format json has all\n", line.operation, line.algorithm,
                          core::grouped(line.failures.size() - kMost));
  }
  return text;
}

std::string end_text(const std::optional<Failure>& ended, const Console& console) {
  if (!ended) return {};
  return console.bad("ended early") + ": " + ended->text + "; the counts are of the cases done until then\n";
}

Json document(const Session& session, const std::vector<collectives::SweepLine>& lines,
              const std::optional<Failure>& ended, const Shard& shard, const std::vector<std::size_t>& units) {
  Json json = document_head();
  json["results"] = Json::array();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const collectives::SweepLine& line = lines[i];
    Json failures = Json::array();
    for (const collectives::SweepFailure& failure : line.failures)
      failures.push_back({{"command", failure.command},
                          {"exit_code", static_cast<int>(failure.code)},
                          {"faults", failure.faults}});
    json["results"].push_back({{"operation", line.operation},
                               {"algorithm", line.algorithm},
                               {"runs", line.runs},
                               {"predictions_compared", line.predictions},
                               {"bounds_compared", line.bounds},
                               {"claims_of_no_conflicts_compared", line.conflict_free},
                               {"refused", line.refused},
                               {"restrictions", line.restrictions},
                               {"failures", std::move(failures)}});
    if (shard.is_asked()) shard.mark(json["results"].back(), units[i]);
  }
  if (ended) json["error"] = ended->text;
  Json host = host_json(session, HostReport{});
  for (const char* of_one_run : {"workers", "engine", "network"}) host.erase(of_one_run);
  json["host"] = std::move(host);
  return json;
}

/// An algorithm in all cases of the grid that it does not refuse; its cost by some of them.
ShardUnit unit_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                  const std::vector<collectives::GridCase>& cases) {
  ShardUnit unit{operation.name + "/" + algorithm.name, 0};
  constexpr std::size_t kOneIn = 8;  // to find out who refuses costs time, too
  for (std::size_t i = 0; i < cases.size(); i += kOneIn) {
    const collectives::GridCase& c = cases[i];
    if (!algorithm.refusal(operation.question(*c.topology, c.machine->parameters, c.workload)))
      unit.cost += c.topology->pes();
  }
  return unit;
}

std::vector<const AlgorithmInfo*> algorithms_of(const collectives::Operation& operation,
                                                const Session& session) {
  const Candidates all = candidates(operation, session.tables.algorithms, session.options.algorithm);
  if (all.has_auto)
    throw ConfigError("verify: --all runs algorithms by name; auto has no name of its own, leave it out");
  return all.named;
}

std::vector<const collectives::Operation*> operations_asked(const CommandOptions& options) {
  std::vector<const collectives::Operation*> asked;
  for (const collectives::Operation& each : collectives::operations())
    if (!options.subject || each.name == collectives::operation(*options.subject).name) asked.push_back(&each);
  return asked;
}

}  // namespace

ExitCode verify_everything(const Session& session) {
  const CommandOptions& options = session.options;
  refuse_what_the_grid_has(options);
  if (options.algorithm && !options.subject)
    throw ConfigError(
        "verify: --algorithm names algorithms of one operation; give the operation: verify OPERATION");
  const Console console(options);
  Shard shard(options, console);
  const Settings settings = read_settings(session);
  Execution execution = settings.execution;
  execution.interrupt = &listen_for_interrupt();
  execution.name = session.command.substr(0, session.command.find(' '));
  Progress progress(0, console.shows_progress());  // how many there are is not known
  const auto before_each = [&](Execution& of_case) {
    progress.step();
    throw_if_interrupted("verify --all");
    of_case.time_limit = time_left("the next case of verify --all", settings);
  };
  const collectives::Extent extent = options.is_long ? collectives::Extent::full : collectives::Extent::usual;

  std::vector<collectives::SweepLine> lines;
  std::vector<std::size_t> units;  // of the lines
  std::optional<Failure> ended;
  const auto asked = operations_asked(options);
  if (shard.is_asked()) {
    std::vector<ShardUnit> all;
    for (const collectives::Operation* each : asked) {
      const auto cases = collectives::grid_cases(each->traits, extent, session.tables.topologies);
      for (const AlgorithmInfo* algorithm : algorithms_of(*each, session))
        all.push_back(unit_of(*each, *algorithm, cases));
    }
    shard.deal(all, fmt::format("verify --all, {} seed {}", options.is_long ? "long" : "usual",
                                settings.execution.seed));
  }
  std::size_t unit = 0;
  for (const collectives::Operation* operation : asked) {
    if (ended) break;
    const collectives::Operation& each = *operation;
    std::vector<const AlgorithmInfo*> algorithms;
    std::vector<std::size_t> units_here;
    for (const AlgorithmInfo* algorithm : algorithms_of(each, session)) {
      const std::size_t number = unit++;
      if (!shard.has(number)) continue;
      algorithms.push_back(algorithm);
      units_here.push_back(number);
    }
    if (algorithms.empty()) continue;
    std::exception_ptr end;
    const std::vector<collectives::SweepLine> more = collectives::sweep(
        each, algorithms, collectives::grid_cases(each.traits, extent, session.tables.topologies), execution,
        before_each, &end);
    if (end) ended = failure_of(settings.parameters, [&] { std::rethrow_exception(end); });
    const collectives::SweepLine sum = sum_of(more);
    console.say(fmt::format("{}: {}, {} failed", each.name, counted(sum.runs, "run"), failed_text(sum)));
    if (ended && shard.is_asked()) break;  // counts of a part are of all cases
    lines.insert(lines.end(), more.begin(), more.end());
    units.insert(units.end(), units_here.begin(), units_here.end());
  }
  const collectives::SweepLine sum = sum_of(lines);
  const Json results = document(session, lines, ended, shard, units);
  console.result([&](const Console& form) {
    return form.is_table() ? table_text(lines, form) + "\n" + sum_text(sum) + failures_text(lines, form) +
                                 end_text(ended, form)
           : shard.is_asked() ? shard.text(lines.empty() ? Json() : results)
                              : text_of(results, form);
  });
  if (ended) tell(*ended, "verify --all");
  if (ended && console.format() == Format::csv)
    report_failure("toruscope: verify --all: ended early; the counts are of the cases done until then");
  ExitCode code = ended ? ended->code : ExitCode::ok;
  for (const collectives::SweepFailure& failure : sum.failures) code = worse(code, failure.code);
  return code;
}

}  // namespace toruscope::cli
