// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/figures.hpp"

#include "cli/machines/sweep.hpp"

#include <algorithm>
#include <optional>

namespace toruscope::cli {

namespace {

using core::FigureValue;
using core::kInDocument;
using core::kInRequirements;
using enum core::Absence;
using core::Figure;
using core::Unit;

template <class Value>
FigureValue value_of_figure(const std::optional<Value>& value) {
  return value ? FigureValue(*value) : FigureValue();
}
FigureValue value_of_figure(const std::optional<Ticks>& time) {
  return time ? FigureValue(time->count) : FigureValue();
}

/// Adds the rows of a table that is read from a part of the run: `part_of` returns a pointer to it
/// or an optional. A group takes the place of the rows' own.
template <class Part, class PartOf>
void add_figures(std::vector<RunFigure>& all, core::Figures<Part> figures, const char* group, PartOf part_of) {
  for (const Figure<Part>& f : figures)
    all.push_back({*group == '\0' ? f.group : group, f.name, f.unit, f.absence, f.places, f.what,
                   [&f, part_of](const RunSource& run) {
                     const auto part = part_of(run);
                     return part ? f.read(*part) : FigureValue();
                   },
                   f.column});
}

const Report* report_of(const RunSource& run) {
  return run.measurement.failure ? nullptr : &run.measurement.report;
}

/// A figure of this computer, null if the run failed.
template <class Value>
std::function<FigureValue(const RunSource&)> on_host(Value HostReport::*member) {
  return [member](const RunSource& run) {
    const Report* report = report_of(run);
    return report == nullptr ? FigureValue() : FigureValue(report->host.*member);
  };
}

void add_times(std::vector<RunFigure>& all) {
  add_figures(all, core::time_figures(), "virtual_time", [](const RunSource& run) {
    const Report* report = report_of(run);
    return report == nullptr ? std::nullopt
                             : std::optional<core::MachineTime>({report->finish.time, report->parameters});
  });
}

void add_host(std::vector<RunFigure>& all) {
  all.insert(all.end(),
             {{"host", "wall_seconds", Unit::seconds, null, kInDocument,
               "wall time of the start of the emulated machine, its runs, checks, and its end",
               [](const RunSource& run) {
                 return report_of(run) == nullptr ? FigureValue() : FigureValue(run.measurement.wall_seconds);
               },
               core::FigureColumn{"wall", "wall time", 210, 15}},
              {"host", "run_seconds", Unit::seconds, null, kInDocument, "wall time of the run alone",
               on_host(&HostReport::wall_seconds)},
              {"host", "cpu_seconds", Unit::seconds, null, kInDocument,
               "processor time of the run, of all threads", on_host(&HostReport::cpu_seconds)},
              {"host", "peak_rss_bytes", Unit::bytes, null, kInDocument,
               "the most memory that the process ever had", on_host(&HostReport::peak_rss_bytes)},
              {"host", "stacks_per_guard", Unit::count, left_out, kInDocument,
               "PEs whose stacks share a guard page; only if there are several", [](const RunSource& run) {
                 const int stacks = run.measurement.report.host.stacks_per_guard;
                 return stacks > 1 ? FigureValue(std::int64_t{stacks}) : FigureValue();
               }}});
}

std::vector<RunFigure> make_figures() {
  std::vector<RunFigure> all{
      {"", "T", Unit::ticks, null, kInRequirements, "virtual time",
       [](const RunSource& run) {
         const Report* report = report_of(run);
         return report == nullptr ? FigureValue() : FigureValue(report->finish.time.count);
       },
       core::FigureColumn{"T", "T", 20, 0}},
      {"", "efficiency", Unit::ratio, null, kInDocument | kInRequirements, "lower bound / T",
       [](const RunSource& run) { return value_of_figure(efficiency_of(run.measurement)); },
       core::FigureColumn{"efficiency", "efficiency", 90, 2, true}}};
  add_figures(all, core::report_figures(), "", report_of);
  const auto bytes = std::find_if(all.begin(), all.end(), [](const RunFigure& f) {
    return core::name_of(f.group, f.name) == "critical_path.bytes";
  });
  all.insert(bytes + 1, {bytes->group, "blocks", Unit::count, null, kInDocument | kInRequirements,
                         "these bytes in blocks; null where sizes differ", [](const RunSource& run) {
                           return report_of(run) == nullptr ? FigureValue()
                                                            : value_of_figure(critical_blocks(run.measurement));
                         }});
  add_times(all);
  add_figures(all, core::prediction_figures(), "predicted",
              [](const RunSource& run) { return run.measurement.predicted; });
  add_figures(all, core::bound_figures(), "lower_bound",
              [](const RunSource& run) { return run.measurement.bound; });
  add_figures(all, bandwidth_figures(), "bandwidth",
              [](const RunSource& run) { return bandwidth_of(run.measurement); });
  all.push_back({"", "latency", Unit::ticks, left_out, kInRequirements,
                 "time of one message of a point-to-point benchmark",
                 [](const RunSource& run) { return value_of_figure(latency_of(run.measurement)); },
                 core::FigureColumn{"latency", "latency", 30, 1}});
  add_figures(all, scaling_figures(), "scaling",
              [](const RunSource& run) { return report_of(run) == nullptr ? nullptr : run.scaling; });
  add_host(all);
  return all;
}

}  // namespace

core::Figures<Bandwidth> bandwidth_figures() {
  static const std::vector<Figure<Bandwidth>> all{
      {"", "data_bytes", Unit::bytes, never, kInDocument, "S: the data of the operation",
       [](const Bandwidth& b) { return b.bytes; }},
      {"", "algbw", Unit::rate, never, kInDocument | kInRequirements, "S / T",
       [](const Bandwidth& b) { return b.algbw; }, core::FigureColumn{"algbw", "algbw", 110, 4}},
      {"", "busbw", Unit::rate, never, kInDocument | kInRequirements, "algbw in terms of a link's bandwidth",
       [](const Bandwidth& b) { return b.busbw; }, core::FigureColumn{"busbw", "busbw", 120, 3}}};
  return all;
}

core::Figures<Scaling> scaling_figures() {
  static const std::vector<Figure<Scaling>> all{
      {"", "serial_operations", Unit::count, never, kInDocument, "declared operations",
       [](const Scaling& s) { return s.serial_operations; }},
      {"", "serial_ticks", Unit::ticks, never, kInDocument, "time of these at the machine's flop, on one PE",
       [](const Scaling& s) { return s.serial.count; }},
      {"", "speed_up", Unit::ratio, null, kInDocument | kInRequirements,
       "serial time / T; null where nothing is declared",
       [](const Scaling& s) { return value_of_figure(s.speed_up()); },
       core::FigureColumn{"speed_up", "speed-up", 40, 1}},
      {"", "speed_up_per_pe", Unit::ratio, null, kInDocument | kInRequirements,
       "speed-up / p; null where nothing is declared",
       [](const Scaling& s) { return value_of_figure(s.speed_up_per_pe()); },
       core::FigureColumn{"speed_up_per_pe", "speed-up/p", 50, 1, true}},
      {"", "cost_ticks", Unit::ticks, null, kInDocument | kInRequirements, "p T; null above 63 bits",
       [](const Scaling& s) { return value_of_figure(s.cost()); },
       core::FigureColumn{"cost", "cost p T", 60, 9}}};
  return all;
}

core::Figures<RunSource> run_figures() {
  static const std::vector<RunFigure> all = make_figures();
  return all;
}

std::vector<std::string> keys_of_group(std::string_view group) {
  std::vector<std::string> keys;
  if (group.empty()) return keys;
  for (const RunFigure& f : run_figures())
    if (f.group == group && (f.places & kInDocument) != 0 && f.absence != left_out)
      keys.push_back(core::key_of(f.name, f.unit));
  return keys;
}

}  // namespace toruscope::cli
