// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/measurement.hpp"

#include "collectives/operations.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::cli {

namespace {

std::string check_text(const Verdict& verdict) {
  if (verdict.ok()) {
    std::string text = verdict.data == Data::none ? "without data" : "data correct";
    if (verdict.predicted) text += ", predicted T met";
    if (verdict.bound) text += ", lower bound respected";
    return text;
  }
  if (!verdict.data_is_right) return "WRONG DATA";
  return verdict.beats_bound          ? "BOUND BEATEN"
         : verdict.faults.size() == 1 ? "1 FAULT"
                                      : fmt::format("{} FAULTS", verdict.faults.size());
}

/// The bound counts what any port or link must carry: it can have more than the path.
std::string more_or_less(std::int64_t measured, std::int64_t bound, const char* noun) {
  if (measured < bound)
    return fmt::format("{} on the path, {} fewer than the bound's", counted(measured, noun),
                       core::grouped(bound - measured));
  return fmt::format("{} more than the bound's {}", counted(measured - bound, noun), core::grouped(bound));
}

}  // namespace

void add_inputs(Measurement& m, const OperationTraits& operation, const Case& c, const Workload& workload) {
  if (operation.has_root) m.root = c.root;
  if (operation.combines) m.combine = name_of(workload.operands);
  if (operation.moves == Moves::values) m.values = c.values;
  if (operation.has_distance) m.distance = c.distance;
  if (operation.has_partner) m.partner = c.pairs->partner;
  if (operation.has_window) m.window = c.pairs->window;
  if (c.segment != 0) m.segment_bytes = c.segment;
}

Measurement measurement_of(Verdict verdict, const Workload& workload) {
  Measurement m;
  m.check = check_text(verdict);
  m.code = verdict.code();
  m.operation = std::move(verdict.operation);
  m.algorithm = std::move(verdict.algorithm);
  m.block_bytes = verdict.question.bytes;
  add_inputs(m, collectives::operation(m.operation).traits, verdict.question, workload);
  m.data = verdict.data;
  if (m.data == Data::carried || !verdict.ok()) m.verified = verdict.ok();
  m.report = std::move(verdict.report);
  m.predicted = verdict.predicted;
  if (verdict.data_is_right) m.bound = std::move(verdict.bound);
  m.yields_result = verdict.data_is_right && !verdict.beats_bound;
  m.faults = std::move(verdict.faults);
  return m;
}

Measurement measurement_of(const AppResult& result) {
  Measurement m;
  m.operation = result.operation;
  m.algorithm = result.algorithm;
  m.block_bytes = result.block_bytes;
  m.report = result.report;
  m.communication = result.predicted;
  if (result.report.finish.account.compute == Ticks{}) m.predicted = result.predicted;
  m.verified = result.verified;
  m.yields_result = result.verified;
  m.check = result.check;
  m.reading = result.reading;
  m.code = result.verified ? ExitCode::ok : ExitCode::wrong_result;
  return m;
}

Measurement failed_measurement(const Settings& settings, Failure failure) {
  Measurement m;
  m.report.topology = settings.topology;
  m.report.parameters = settings.parameters;
  m.report.costs = settings.costs;
  m.data = settings.execution.data;
  m.yields_result = false;
  m.check = failure.text;
  m.code = failure.code;
  m.failure = std::move(failure);
  const bool is_shown = m.code != ExitCode::usage && m.code != ExitCode::interrupted;
  if (is_shown && settings.failed_report) m.early = std::exchange(*settings.failed_report, std::nullopt);
  return m;
}

const collectives::Operation* operation_of(const Measurement& m) {
  const auto& all = collectives::operations();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const collectives::Operation& o) { return o.name == m.operation; });
  return found == all.end() ? nullptr : &*found;
}

namespace {

LeavingTimes leaving_times(const std::vector<PeReport>& pes) {
  if (pes.empty()) return {};
  LeavingTimes times{pes.front().finish.time, 0};
  for (const PeReport& pe : pes) {
    times.first = std::min(times.first, pe.finish.time);
    times.mean += static_cast<double>(pe.finish.time.count) / static_cast<double>(pes.size());
  }
  return times;
}

}  // namespace

void drop_details(Measurement& m) {
  Report& report = m.report;
  const LinkReport* most = core::most_loaded_link(report);
  report.links = most != nullptr ? std::vector{LinkReport(*most)} : std::vector<LinkReport>();
  m.leaving = leaving_times(report.pes);
  report.pes = std::vector<PeReport>();  // unlike {}, gives the memory back
  report.events = std::vector<Event>();
  report.blocks = std::vector<CarriedBlock>();
  report.output = std::vector<PrintedLine>();
  m.has_links = false;
}

std::optional<std::int64_t> critical_blocks(const Measurement& m) {
  const auto block = static_cast<std::int64_t>(m.block_bytes);
  const std::int64_t bytes = m.report.finish.account.bytes;
  const collectives::Operation* operation = operation_of(m);
  const bool sizes_differ = operation != nullptr && operation->traits.sizes_differ;
  if (sizes_differ || block == 0 || bytes % block != 0) return std::nullopt;
  return bytes / block;
}

const char* block_noun(const OperationTraits& operation) {
  switch (operation.moves) {
    case Moves::vector:
      return "vector";
    case Moves::values:
      return "value";
    case Moves::message:
      return "message";
    case Moves::nothing:
    case Moves::blocks:
      break;
  }
  return "block";
}

const char* block_noun(const Measurement& m) {
  const collectives::Operation* operation = operation_of(m);
  return operation == nullptr ? "block" : block_noun(operation->traits);
}

std::string volume_text(const Measurement& m) {
  const auto blocks = critical_blocks(m);
  return core::grouped(m.report.finish.account.bytes) + (blocks ? " = " + counted(*blocks, block_noun(m)) : "");
}

std::optional<double> efficiency_of(const Measurement& m) {
  const std::int64_t time = m.report.finish.time.count;
  if (m.failure || !m.bound || time <= 0) return std::nullopt;
  return static_cast<double>(m.bound->ticks.count) / static_cast<double>(time);
}

std::string percent_text(double ratio) {
  const std::string text = fmt::format("{:.1f}", 100 * ratio);
  return text == "100.0" && ratio < 1 ? "99.9" : text;
}

std::optional<std::string> efficiency_percent(const Measurement& m) {
  const std::optional<double> efficiency = efficiency_of(m);
  return efficiency ? std::optional(percent_text(*efficiency)) : std::nullopt;
}

namespace {

/// What the path has beside startups, bytes and waits, as far as it costs anything.
std::vector<GapPart> small_parts(const Account& path, const Costs& costs) {
  std::vector<GapPart> parts;
  const auto add = [&](Ticks ticks, std::string text) {
    if (ticks != Ticks{}) parts.push_back({ticks, std::move(text)});
  };
  add(path.hops * costs.th, "distance, " + counted(path.hops, "hop"));
  add(path.receives * costs.tr, counted(path.receives, "receive"));
  add(path.messages * costs.tm, "tm of " + counted(path.messages, "message"));
  add(path.latencies * costs.latency, "L of " + counted(path.latencies, "message"));
  add(path.gap, "gaps between sends");
  return parts;
}

/// Takes the first `least` parts and further ones until they have `ticks`, as one part.
GapPart take_first(std::vector<GapPart>& parts, std::size_t least, Ticks ticks) {
  GapPart all;
  std::size_t count = 0;
  for (; count < parts.size() && (count < least || all.ticks < ticks); ++count) {
    const GapPart& part = parts[count];
    if (part.ticks == Ticks{}) continue;
    all.ticks += part.ticks;
    all.text += (all.text.empty() ? "" : "; ") + part.text;
  }
  parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count));
  return all;
}

/// Joins the path's first `alike` parts, with as many further ones as it takes, less what a bound
/// that holds more than its startups has of them.
void subtract_bound(std::vector<GapPart>& parts, Ticks in_bound, std::size_t alike, const Parameters& machine) {
  const GapPart path = take_first(parts, alike, in_bound);
  parts.insert(parts.begin(),
               {path.ticks - in_bound,
                fmt::format("{}: {}, of which {} are in the bound", path.text,
                            core::time_text(path.ticks, machine), core::time_text(in_bound, machine))});
}

/// Drops those of no length.
void sort_largest_first(std::vector<GapPart>& parts) {
  std::erase_if(parts, [](const GapPart& part) { return part.ticks == Ticks{}; });
  std::stable_sort(parts.begin(), parts.end(),
                   [](const GapPart& a, const GapPart& b) { return a.ticks > b.ticks; });
}

/// Takes from the largest parts what the bound counts more of a cost than the path has.
/// Precondition: sorted; at most the last part is negative, and the sum of all is not.
void subtract_negative(std::vector<GapPart>& parts, const Parameters& machine) {
  if (parts.empty() || parts.back().ticks > Ticks{}) return;
  const GapPart negative = parts.back();
  const Ticks less = Ticks{} - negative.ticks;
  parts.pop_back();
  const GapPart largest = take_first(parts, 1, less);
  const bool says_how_much = largest.text.find(": ") != std::string::npos;
  const std::string of = says_how_much ? "" : ": " + core::time_text(largest.ticks, machine);
  parts.insert(parts.begin(),
               {largest.ticks - less, fmt::format("{}{}, less {} for {}", largest.text, of,
                                                  core::time_text(less, machine), negative.text)});
  sort_largest_first(parts);
}

}  // namespace

std::vector<GapPart> gap_parts(const Measurement& m) {
  std::vector<GapPart> parts;
  if (!m.bound || m.bound->ticks == m.report.finish.time) return parts;
  const Bound& bound = *m.bound;
  const Costs& costs = m.report.costs;
  if (!costs.pieces.empty())
    return {{m.report.finish.time - bound.ticks,
             "costs by size, of which the bound counts the least of each kind, distance and waits"}};
  const Account& path = m.report.finish.account;
  const auto add = [&](Ticks ticks, std::string text) { parts.push_back({ticks, std::move(text)}); };
  const Bound::Counted& in_bound = bound.counted;
  const Ticks startups = in_bound.startups * costs.ts;
  const Ticks bytes = in_bound.bytes * costs.tw;
  const Ticks rest = bound.ticks - startups - bytes;
  const auto add_startups = [&] {
    add(path.startups * costs.ts - startups, in_bound.startups > 0
                                                 ? more_or_less(path.startups, in_bound.startups, "startup")
                                                 : counted(path.startups, "startup"));
  };
  const bool rest_has_startup = in_bound.startups == 0;
  if (rest_has_startup) add_startups();
  for (GapPart& part : small_parts(path, costs)) parts.push_back(std::move(part));
  const std::size_t alike = parts.size();
  if (!rest_has_startup) add_startups();
  add(path.bytes * costs.tw - bytes,
      in_bound.bytes > 0 ? more_or_less(path.bytes, in_bound.bytes, "byte") : counted(path.bytes, "byte"));
  add(path.link_wait, "waiting for links");
  add(path.slow_bytes, "transmissions on links that cost more than the cheapest");
  add(path.slow_hops, m.report.parameters.rendezvous
                          ? "handshakes, and hops on links that cost more than the cheapest"
                          : "hops on links that cost more than the cheapest");
  add(path.polling, "polls without success");
  add(path.compute, "computation");
  if (rest != Ticks{}) subtract_bound(parts, rest, alike, m.report.parameters);
  sort_largest_first(parts);
  subtract_negative(parts, m.report.parameters);
  return parts;
}

namespace {

bool has_bandwidth(const OperationTraits& traits) {
  return (traits.moves == Moves::blocks && !traits.sizes_differ) || traits.moves == Moves::vector ||
         traits.moves == Moves::message;
}

}  // namespace

std::optional<Bandwidth> bandwidth_of(const Measurement& m) {
  const collectives::Operation* operation = operation_of(m);
  if (operation == nullptr || m.failure || !has_bandwidth(operation->traits)) return std::nullopt;
  const auto seconds = core::seconds_of(m.report.finish.time, m.report.parameters);
  if (!seconds || *seconds <= 0) return std::nullopt;
  const std::int64_t p = m.report.topology->pes();
  Bandwidth found;
  found.bytes =
      operation->traits.moves == Moves::message
          ? collectives::counted_bytes(operation->traits, m.block_bytes, m.window.value_or(1))
          : static_cast<std::int64_t>(m.block_bytes) * (operation->traits.moves == Moves::blocks ? p : 1);
  found.algbw = static_cast<double>(found.bytes) * operation->traits.trips / *seconds;
  found.busbw = found.algbw * operation->bus_factor(static_cast<double>(p));
  return found;
}

std::optional<Ticks> latency_of(const Measurement& m) {
  const collectives::Operation* operation = operation_of(m);
  if (operation == nullptr || m.failure || operation->traits.moves != Moves::message) return std::nullopt;
  return Ticks{m.report.finish.time.count / operation->traits.trips};
}

std::vector<const Report*> reports_of(const std::vector<Row>& rows) {
  std::vector<const Report*> reports;
  for (const Row& row : rows)
    if (!row.measurement.failure) reports.push_back(&row.measurement.report);
  return reports;
}

ViewFacts view_facts(const Measurement& m, const Session& session) {
  ViewFacts facts;
  facts.operation = m.operation;
  facts.algorithm = m.algorithm;
  facts.command = session.command;
  const collectives::Operation* operation = operation_of(m);
  const bool moves_nothing = operation != nullptr && operation->traits.moves == Moves::nothing;
  if (m.knows_block && !m.operation.empty() && !moves_nothing)
    facts.block_bytes = static_cast<std::int64_t>(m.block_bytes);
  facts.predicted = m.predicted;
  facts.bound = m.bound;
  facts.verified = m.verified;
  return facts;
}

}  // namespace toruscope::cli
