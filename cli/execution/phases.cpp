// SPDX-License-Identifier: Apache-2.0

#include "cli/execution/phases.hpp"

#include "cli/execution/runs.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/topology/scaled.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <limits>
#include <optional>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr const char* kPhaseTopology = "torus:8x8";
constexpr const char* kUsualOver = "p=4..64";
constexpr std::size_t kMostRuns = 20'000;
constexpr std::size_t kMostValues = 64;

[[noreturn]] void refuse_over(const std::string& text) {
  throw ConfigError(fmt::format(
      "phase: write --over p=4..64, --over p=4,9,16, or --over ts/tw=16..64K (bytes), got {}", text));
}

std::int64_t value_of(const Over& over, const std::string& word) {
  constexpr std::int64_t kMostPes = 1 << 24;
  constexpr std::int64_t kMostRatio = std::int64_t{1} << 40;
  if (over.kind == Over::Kind::pes) return parse_whole(word, "phase: p", 1, kMostPes);
  const auto ratio = static_cast<std::int64_t>(
      std::min<std::size_t>(parse_bytes(word, "phase: ts/tw"), std::numeric_limits<std::int64_t>::max()));
  if (ratio < 1 || ratio > kMostRatio)
    throw ConfigError(fmt::format("phase: ts/tw is 1 byte to 1T, got {}", word));
  return ratio;
}

/// Both ends and what lies between, doubled or quadrupled each time.
std::vector<std::int64_t> range_of(const Over& over, const std::string& words, std::size_t dots) {
  const std::int64_t first = value_of(over, words.substr(0, dots));
  const std::int64_t last = value_of(over, words.substr(dots + 2));
  if (last < first)
    throw ConfigError(
        fmt::format("phase: {} goes from {} down to {}; write the lower one first", over.name(), first, last));
  std::vector<std::int64_t> values;
  const std::size_t factor = over.kind == Over::Kind::pes ? 2 : 4;
  for (const std::size_t value :
       geometric(static_cast<std::size_t>(first), static_cast<std::size_t>(last), factor))
    values.push_back(static_cast<std::int64_t>(value));
  return values;
}

CommandOptions with_ratio(CommandOptions options, const Parameters& machine, std::int64_t ratio) {
  std::int64_t startup = 0;
  if (__builtin_mul_overflow(machine.tw.value(), ratio, &startup))
    throw ConfigError(
        fmt::format("phase: ts/tw = {} makes a startup too long to be counted; take less", ratio));
  options.settings["ts"] = machine.tw.is_physical() ? fmt::format("{}fs", startup) : fmt::format("{}", startup);
  return options;
}

/// The least expected time and whose it is (ties: the first); nothing if nobody has one.
std::optional<std::pair<const AlgorithmInfo*, ExpectedTime>> least_expected(const std::vector<Contender>& all,
                                                                            const Case& c) {
  std::optional<std::pair<const AlgorithmInfo*, ExpectedTime>> least;
  for (const Contender& contender : all)
    if (const auto expected = expected_time(*contender.algorithm, c))
      if (!least || expected->ticks < least->second.ticks) least.emplace(contender.algorithm, *expected);
  return least;
}

/// The worst code of several refusals, and the reason of the first that had it.
struct WorstRefusal {
  ExitCode code = ExitCode::ok;
  std::string reason;

  void add(const WorstRefusal& other) {
    if (reason.empty() || worse(code, other.code) != code) reason = other.reason;
    code = worse(code, other.code);
  }
};

/// The runs of one row of cells; `place` of each is the cell.
struct PhaseRuns {
  std::vector<PlannedRun> runs;
  WorstRefusal refused;          ///< of cells without runs
  ExitCode code = ExitCode::ok;  ///< what they make of the command's
  std::string why;               ///< of the first that makes it so
};

class PhaseSearch {
 public:
  PhaseSearch(const Session& session, const collectives::Operation& operation, const Console& console)
      : session_(session),
        operation_(operation),
        console_(console),
        candidates_(candidates(operation, session.tables.algorithms, session.options.algorithm)) {}

  [[nodiscard]] PhaseRuns plan(std::vector<Phase>& row) const {
    PhaseRuns planned;
    const auto refuse = [&](Phase& cell, const std::string& reason, ExitCode code, bool is_asked) {
      cell.reason = reason;
      planned.refused.add({code, reason});
      if (!is_asked) return;
      planned.code = worse(planned.code, code);
      if (planned.why.empty()) planned.why = reason;
    };
    for (std::size_t i = 0; i < row.size(); ++i) {
      Phase& cell = row[i];
      if (!cell.place->settings) {
        refuse(cell, cell.place->refusal, ExitCode::usage, true);
        continue;
      }
      const Settings& settings = *cell.place->settings;
      (void)time_left("the next field of the map", settings);
      Workload workload;
      try {
        workload = workload_of(cell);
      } catch (const ConfigError& error) {  // a root, say, that a smaller machine has not
        refuse(cell, error.what(), ExitCode::usage, true);
        continue;
      }
      std::vector<Refusal> refused;
      const Case c = question(operation_, settings, workload);
      std::vector<Contender> fitting =
          contenders(candidates_, operation_, session_.tables.algorithms, c, refused);
      if (const auto why = leave_out_too_large(fitting, refused, operation_, side_by_side(settings), workload,
                                               planned.runs.empty() ? SizeOption::first : SizeOption::range)) {
        refuse(cell, *why, ExitCode::host_limit, session_.options.end.has_value());
        continue;
      }
      for (const Refusal& r : refused)
        if (r.is_failure && session_.options.end) {
          planned.code = worse(planned.code, ExitCode::host_limit);
          if (planned.why.empty()) planned.why = refusal_text(r);
        }
      if (fitting.empty()) cell.reason = "no algorithm that was asked for fits";
      if (const auto cheapest = least_expected(fitting, c)) {
        cell.formula = cheapest->first->name;
        cell.is_exact = cheapest->second.is_exact;
      }
      for (const Contender& contender : fitting)
        planned.runs.push_back(
            {&operation_, contender.algorithm, &settings, workload, false, i, contender.needs});
    }
    return planned;
  }

  /// False if a run ended the command.
  bool measure(std::vector<Phase>& row, const PhaseRuns& planned, Phases& all) const {
    const auto measured = measure_all(planned.runs, console_, true);
    std::vector<std::string> failures(row.size());
    bool goes_on = true;
    for (std::size_t i = 0; i < measured.size(); ++i) {
      goes_on = goes_on && measured[i];
      if (!measured[i]) continue;
      const Measurement& m = *measured[i];
      all.code = worse(all.code, m.code);
      const std::size_t place = planned.runs[i].place;
      Phase& cell = row[place];
      if (std::string& first = failures[place]; m.failure && first.empty())
        first = m.failure->report.substr(0, m.failure->report.find('\n'));
      else if (!m.faults.empty() && first.empty())
        first = m.faults.front();
      for (const std::string& fault : m.faults) console_.say("toruscope: " + fault);
      if (!m.yields_result) continue;
      const Ticks time = m.report.finish.time;
      const bool is_choice = m.algorithm == cell.formula;
      if (is_choice) cell.formula_time = time;
      if (!cell.best.empty() && time >= cell.time && !(is_choice && time == cell.time)) continue;
      cell.best = m.algorithm;
      cell.time = time;
    }
    for (std::size_t i = 0; i < row.size(); ++i)
      if (row[i].best.empty() && row[i].reason.empty())
        row[i].reason = !failures[i].empty() ? "every run failed: " + failures[i]
                        : goes_on            ? "every run failed"
                                             : "not run: the command ended before";
    return goes_on;
  }

  [[nodiscard]] Workload workload_of(const Phase& cell) const {
    CommandOptions options = cell.place->options;
    options.block = operation_.traits.moves == Moves::nothing ? Text() : Text(std::to_string(cell.bytes));
    return read_workload(options, operation_, *cell.place->settings);
  }

 private:
  const Session& session_;
  const collectives::Operation& operation_;
  const Console& console_;
  Candidates candidates_;
};

/// Leaves the runs of the cells of this part.
void take_part(Shard& shard, Phases& all, std::vector<PhaseRuns>& planned) {
  if (!shard.is_asked()) return;
  std::vector<ShardUnit> units;
  std::string plan;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const std::size_t first = units.size();
    for (Phase& cell : all.rows[i]) {
      cell.unit = units.size();
      units.push_back({fmt::format("{} {} {}", cell.place->value, cell.bytes, cell.reason), 0});
    }
    for (const PlannedRun& run : planned[i].runs) {
      const ShardUnit unit = unit_of(run);
      units[first + run.place].name += " " + unit.name;
      units[first + run.place].cost += unit.cost;
    }
    if (const auto& settings = all.rows[i].front().place->settings)
      plan += machine_json(settings->parameters, settings->costs, settings->topology.get()).dump() + "\n";
  }
  shard.deal(units, plan);
  for (std::size_t i = 0; i < planned.size(); ++i) {
    for (Phase& cell : all.rows[i]) cell.is_mine = shard.has(cell.unit);
    std::erase_if(planned[i].runs, [&](const PlannedRun& run) { return !all.rows[i][run.place].is_mine; });
  }
}

}  // namespace

std::string Over::text(std::int64_t value) const {
  return kind == Kind::pes ? core::grouped(value) : bytes_to_string(static_cast<std::size_t>(value));
}

Over read_over(const Text& asked) {
  const std::string text = asked.value_or(kUsualOver);
  Over over;
  over.is_asked = asked.has_value();
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) refuse_over(text);
  const std::string name = text.substr(0, equals);
  if (name != "p" && name != "ts/tw") refuse_over(text);
  over.kind = name == "p" ? Over::Kind::pes : Over::Kind::ratio;
  const std::string words = text.substr(equals + 1);
  if (const std::size_t dots = words.find(".."); dots != std::string::npos) {
    over.values = range_of(over, words, dots);
  } else {
    for (const std::string& word : split(words, ',')) over.values.push_back(value_of(over, word));
    std::sort(over.values.begin(), over.values.end());
    over.values.erase(std::unique(over.values.begin(), over.values.end()), over.values.end());
  }
  if (over.values.size() > kMostValues)
    throw ConfigError(fmt::format("phase: --over has {} values, and up to {} are legible; take fewer",
                                  over.values.size(), kMostValues));
  return over;
}

constexpr std::string_view kOfScale = "scale: ";  // begins what refuses a size of a network

std::vector<PhasePlace> read_phase_places(const Session& session, const Over& over) {
  CommandOptions options = session.options;
  if (over.kind == Over::Kind::ratio && options.settings["ts"])
    throw ConfigError("phase: --over ts/tw says what ts is; leave --ts out");
  const std::string like = AskedMachine(options, session.tables).network_name(kPhaseTopology);
  Parameters machine;
  if (over.kind == Over::Kind::ratio) {
    machine = read_settings(session, kPhaseTopology).parameters;
    if (machine.tw.is_zero())
      throw ConfigError("phase: --over ts/tw needs a tw above 0; give --tw, or take --over p=4..64");
  }
  std::optional<int> pes_of_like;
  std::vector<PhasePlace> places;
  for (const std::int64_t value : over.values) {
    PhasePlace& place = places.emplace_back(PhasePlace{value, options, {}, {}});
    try {
      if (over.kind == Over::Kind::pes) {
        if (!pes_of_like) pes_of_like = parse_topology(like, session.tables.topologies)->pes();
        place.options.topology =
            core::topology_of_size(like, *pes_of_like, static_cast<int>(value), session.tables.topologies);
      } else {
        place.options = with_ratio(options, machine, value);
      }
      place.settings =
          read_settings({place.options, session.tables, session.program, session.command}, kPhaseTopology);
      if (over.kind == Over::Kind::pes && place.settings->topology->pes() != value)
        throw ConfigError(
            fmt::format("{} has {} PEs, not {}, and no network of its kind is known that has; leave {} out",
                        *place.options.topology, place.settings->topology->pes(), value, value));
    } catch (const ConfigError& error) {
      place.settings.reset();
      place.refusal =
          std::string_view(error.what()).starts_with(kOfScale) ? error.what() + kOfScale.size() : error.what();
      if (!over.is_asked) places.pop_back();
    }
  }
  if (places.empty()) {
    Settings settings = read_settings(session, kPhaseTopology);
    const std::int64_t pes = settings.topology->pes();
    places.push_back({pes, options, std::move(settings), {}});
  }
  const auto made = std::find_if(places.begin(), places.end(),
                                 [](const PhasePlace& place) { return place.settings.has_value(); });
  if (made == places.end()) throw ConfigError("phase: " + places.front().refusal);
  for (PhasePlace& place : places)
    if (place.settings) place.settings->start = made->settings->start;  // --time-limit is for all
  return places;
}

Phases measure_phases(const Session& session, const collectives::Operation& operation, const Over& over,
                      const std::vector<PhasePlace>& places, const std::vector<std::size_t>& sizes,
                      const Console& console, Shard& shard) {
  const PhaseSearch search(session, operation, console);
  Phases all;
  all.sizes = sizes;
  std::vector<PhaseRuns> planned;
  WorstRefusal refused;
  for (const PhasePlace& place : places) {
    std::vector<Phase> row;
    for (const std::size_t size : sizes) row.push_back({.place = &place, .bytes = size});
    PhaseRuns runs = search.plan(row);
    refused.add(runs.refused);
    if (!over.is_asked && runs.runs.empty()) continue;
    all.code = worse(all.code, runs.code);
    if (!runs.why.empty())
      all.left_out.push_back(fmt::format("{} = {}: {}", over.name(), over.text(place.value), runs.why));
    all.runs += runs.runs.size();
    all.rows.push_back(std::move(row));
    planned.push_back(std::move(runs));
  }
  if (all.runs == 0) {
    const std::string reason = refused.reason.empty() ? "no algorithm that was asked for fits" : refused.reason;
    const std::string why =
        reason.starts_with("phase") ? reason : fmt::format("phase {}: {}", operation.name, reason);
    if (refused.code == ExitCode::host_limit) throw HostLimitError(why);
    throw ConfigError(why);
  }
  if (all.runs > kMostRuns)
    throw ConfigError(
        fmt::format("phase: {} and {} of {} make {} runs, more than {}; take a larger -f, a smaller range, "
                    "or some algorithms (-a)",
                    counted(std::ssize(sizes), "size"), counted(std::ssize(all.rows), "value"), over.name(),
                    core::grouped(all.runs), core::grouped(std::int64_t{kMostRuns})));
  console.say(fmt::format("phase: {} ({}, {} of {}, all algorithms asked for that fit)",
                          counted(all.runs, "run"), counted(std::ssize(sizes), "size"),
                          counted(std::ssize(all.rows), "value"), over.name()));
  take_part(shard, all, planned);
  std::size_t done = 0;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (!search.measure(all.rows[i], planned[i], all)) break;
    done += planned[i].runs.size();
    if (console.shows_progress() && done < all.runs)
      console.say(fmt::format("phase: {} of {} runs, up to {} = {}", done, all.runs, over.name(),
                              over.text(all.rows[i].front().place->value)));
  }
  return all;
}

std::string formula_choice(const Session& session, const collectives::Operation& operation,
                           const PhasePlace& place, std::size_t bytes) {
  if (!place.settings) return {};
  const Candidates asked = candidates(operation, session.tables.algorithms, session.options.algorithm);
  CommandOptions options = place.options;
  if (operation.traits.moves != Moves::nothing) options.block = std::to_string(bytes);
  const Case c = question(operation, *place.settings, read_workload(options, operation, *place.settings));
  std::vector<Refusal> refused;
  const auto least = least_expected(contenders(asked, operation, session.tables.algorithms, c, refused), c);
  return least ? least->first->name : "";
}

}  // namespace toruscope::cli
