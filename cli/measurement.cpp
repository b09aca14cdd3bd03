// SPDX-License-Identifier: Apache-2.0

#include "cli/measurement.hpp"

#include "collectives/operations.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

namespace {

std::string check_text(const Verdict& verdict) {
  if (verdict.ok()) {
    std::string text = "data right";
    if (verdict.predicted) text += ", formula met";
    if (verdict.bound) text += ", bound kept";
    return text;
  }
  if (!verdict.data_is_right) return "WRONG DATA";
  return verdict.beats_bound ? "BOUND BEATEN" : fmt::format("{} FAULT(S)", verdict.faults.size());
}

std::string more_or_less(std::int64_t measured, std::int64_t bound, const char* noun) {
  return fmt::format("{} {} than the bound's {}", counted(std::abs(measured - bound), noun),
                     measured < bound ? "less" : "more", grouped(bound));
}

}  // namespace

void add_inputs(Measurement& m, const OperationTraits& operation, const Case& c, const Workload& workload) {
  if (operation.has_root) m.root = c.root;
  if (operation.combines) m.combine = name_of(workload.operands);
  if (operation.moves == Moves::values) m.values = c.values;
  if (operation.has_distance) m.distance = c.distance;
  if (c.segment != 0) m.segment_bytes = c.segment;
}

Measurement measurement_of(Verdict verdict, const Workload& workload) {
  Measurement m;
  m.check = check_text(verdict);
  m.code = verdict.code();
  m.operation = std::move(verdict.operation);
  m.algorithm = std::move(verdict.algorithm);
  m.block_bytes = verdict.question.bytes;
  add_inputs(m, operation(m.operation).traits, verdict.question, workload);
  m.verified = verdict.ok();
  m.report = std::move(verdict.report);
  m.predicted = verdict.predicted;
  m.bound = std::move(verdict.bound);
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
  m.check = result.check;
  m.code = result.verified ? ExitCode::ok : ExitCode::wrong_result;
  return m;
}

Measurement failed_measurement(const Settings& settings, Failure failure) {
  Measurement m;
  m.report.topology = settings.topology;
  m.report.parameters = settings.parameters;
  m.report.costs = settings.costs;
  m.verified = false;
  m.check = failure.text;
  m.code = failure.code;
  m.failure = std::move(failure);
  return m;
}

void drop_details(Report& report) {
  const LinkReport* most = most_loaded_link(report);
  report.links = most != nullptr ? std::vector{LinkReport(*most)} : std::vector<LinkReport>();
  report.pes = std::vector<PeReport>();  // unlike {}, gives the memory back
  report.events = std::vector<Event>();
  report.output = std::vector<PrintedLine>();
}

std::string counted(std::int64_t count, const char* noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::optional<std::int64_t> critical_blocks(const Measurement& m) {
  const auto block = static_cast<std::int64_t>(m.block_bytes);
  const std::int64_t bytes = m.report.finish.account.bytes;
  const bool sizes_differ = std::any_of(operations().begin(), operations().end(), [&](const Operation& o) {
    return o.name == m.operation && o.traits.sizes_differ;
  });
  if (sizes_differ || block == 0 || bytes % block != 0) return std::nullopt;
  return bytes / block;
}

std::string volume_text(const Measurement& m) {
  const auto blocks = critical_blocks(m);
  const std::int64_t count = blocks.value_or(m.report.finish.account.bytes);
  return counted(count, blocks ? "block" : "byte");
}

std::string efficiency_text(const Measurement& m) {
  const Ticks time = m.report.finish.time;
  if (!m.bound || time.count <= 0) return "-";
  const double percent = 100.0 * static_cast<double>(m.bound->ticks.count) / static_cast<double>(time.count);
  const std::string text = fmt::format("{:.1f}", percent);
  return (text == "100.0" && m.bound->ticks < time ? "99.9" : text) + " %";
}

std::vector<GapPart> gap_parts(const Measurement& m) {
  std::vector<GapPart> parts;
  if (!m.bound || m.bound->ticks == m.report.finish.time) return parts;
  const Bound& bound = *m.bound;
  const Costs& costs = m.report.costs;
  const Account& path = m.report.finish.account;
  const auto add = [&](Ticks ticks, std::string text) {
    if (ticks.count != 0) parts.push_back({ticks, std::move(text)});
  };
  if (bound.ticks == bound.bytes * costs.tw) {  // it counts bytes and nothing else, or messages and no bytes
    add((path.bytes - bound.bytes) * costs.tw, more_or_less(path.bytes, bound.bytes, "byte"));
    add(path.startups * costs.ts, counted(path.startups, "startup"));
  } else {
    add((path.startups - bound.startups) * costs.ts, more_or_less(path.startups, bound.startups, "startup"));
    add(path.bytes * costs.tw, counted(path.bytes, "byte"));
    add(bound.startups * costs.ts - bound.ticks,
        "of distance, tm, latencies and the like are in the bound, too");
  }
  add(path.link_wait, "waits for links");
  add(path.slow_bytes, "transmissions on links that cost more than the cheapest");
  add(path.slow_hops, "hops on links that cost more than the cheapest");
  add(path.hops * costs.th, "distance, " + counted(path.hops, "hop"));
  add(path.receives * costs.tr, counted(path.receives, "receive"));
  add(path.messages * costs.tm, "tm of " + counted(path.messages, "message"));
  add(path.latencies * costs.latency, "L of " + counted(path.latencies, "message"));
  add(path.gap, "gaps between sends");
  add(path.sync, "synchronisation");
  add(path.compute, "computation");
  std::stable_sort(parts.begin(), parts.end(),
                   [](const GapPart& a, const GapPart& b) { return a.ticks > b.ticks; });
  return parts;
}

}  // namespace toruscope::detail
