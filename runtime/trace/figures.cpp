// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/figures.hpp"

#include "runtime/trace/text.hpp"

#include <toruscope/topology.hpp>

#include <fmt/core.h>
#include <numeric>
#include <vector>

namespace toruscope::core {

namespace {

using Read = std::function<FigureValue(const Report&)>;

Read of_path(std::int64_t Account::*count) {
  return [count](const Report& r) { return r.finish.account.*count; };
}
Read of_path(Ticks Account::*time) {
  return [time](const Report& r) { return (r.finish.account.*time).count; };
}
Read of_totals(std::int64_t Totals::*count) {
  return [count](const Report& r) { return r.totals.*count; };
}
Read of_totals(Ticks Totals::*time) {
  return [time](const Report& r) { return (r.totals.*time).count; };
}

/// Time that links dearer than the cheapest add, costs by size (T15) and handshakes (T16).
Read of_slow_links(Ticks Account::*time) {
  return [time](const Report& r) {
    const bool has_none =
        has_equal_links(*r.topology, r.parameters) && r.parameters.pieces.empty() && !r.parameters.rendezvous;
    return has_none ? FigureValue() : (r.finish.account.*time).count;
  };
}

FigureValue read_polling(const Report& r) {
  const bool has_any = r.costs.poll != Ticks{} || r.finish.account.polling != Ticks{};
  return has_any ? FigureValue(r.finish.account.polling.count) : FigureValue();
}

FigureValue read_detours(const Report& r) {
  return r.topology->is_altered() ? FigureValue(r.totals.detours) : FigureValue();
}

/// A whole number, or a fraction as text: "13/2".
FigureValue read_steps(const MachineTime& t) {
  const std::int64_t per_step = t.machine.ticks_per_step;
  if (!t.machine.tick.is_zero()) return {};
  if (t.time.count % per_step == 0) return t.time.count / per_step;
  const std::int64_t common = std::gcd(t.time.count, per_step);
  return fmt::format("{}/{}", t.time.count / common, per_step / common);
}

FigureValue read_seconds(const MachineTime& t) {
  const auto found = seconds_of(t.time, t.machine);
  return found ? FigureValue(*found) : FigureValue();
}

std::function<FigureValue(const Prediction&)> of_prediction(Count Prediction::*member) {
  return [member](const Prediction& p) { return p.*member ? FigureValue(*(p.*member)) : FigureValue(); };
}

FigureColumn in_column(const char* name, const char* title, int place, int rank) {
  return {name, title, place, rank};
}

}  // namespace

std::string name_of(std::string_view group, std::string_view name) {
  return group.empty() ? std::string(name) : fmt::format("{}.{}", group, name);
}

const char* name_of(Unit unit) {
  switch (unit) {
    case Unit::count:
      return "number";
    case Unit::bytes:
      return "bytes";
    case Unit::ticks:
      return "ticks";
    case Unit::seconds:
      return "seconds";
    case Unit::steps:
      return "steps";
    case Unit::ratio:
      return "ratio";
    case Unit::rate:
      return "bytes per second";
    case Unit::text:
      break;
  }
  return "text";
}

std::string key_of(std::string_view name, Unit unit) {
  return unit == Unit::rate ? fmt::format("{}_bytes_per_second", name) : std::string(name);
}

Figures<Report> report_figures() {
  using enum Unit;
  using enum Absence;
  constexpr const char* kPath = "critical_path";
  constexpr const char* kTotals = "totals";
  static const std::vector<Figure<Report>> all{
      {kPath, "startups", count, never, kInAll, "startups: times ts", of_path(&Account::startups),
       in_column("startups", "startups", 130, 6)},
      {kPath, "receives", count, never, kInAll, "receives: times tr", of_path(&Account::receives)},
      {kPath, "messages", count, never, kInAll, "messages: times tm", of_path(&Account::messages)},
      {kPath, "bytes", bytes, never, kInAll, "bytes: times tw", of_path(&Account::bytes),
       in_column("bytes", "bytes on path", 140, 7)},
      {kPath, "hops", count, never, kInAll, "hops: times th", of_path(&Account::hops),
       in_column("hops", "hops on path", 150, 11)},
      {kPath, "latencies", count, never, kInDocument | kInLog, "latencies: times L",
       of_path(&Account::latencies)},
      {kPath, "gap", ticks, never, kInAll, "waits for the gap g", of_path(&Account::gap)},
      {kPath, "sync", ticks, never, kInDocument | kInRequirements,
       "cost of synchronize itself; 0 on every machine so far", [](const Report&) { return std::int64_t{0}; }},
      {kPath, "compute", ticks, never, kInAll, "local work", of_path(&Account::compute)},
      {kPath, "link_wait", ticks, never, kInAll, "waits for links", of_path(&Account::link_wait),
       in_column("link_wait", "link wait", 160, 5)},
      {kPath, "slow_bytes", ticks, left_out, kInDocument,
       "what messages took beyond their costs, hops excepted; only where links or sizes differ in cost",
       of_slow_links(&Account::slow_bytes)},
      {kPath, "slow_hops", ticks, left_out, kInDocument,
       "what hops took beyond th, and R; only where links or sizes differ in cost, or with a rendezvous",
       of_slow_links(&Account::slow_hops)},
      {kPath, "polling", ticks, left_out, kInDocument,
       "polls without success; only on a machine with a cost of a poll", read_polling},
      {kTotals, "messages", count, never, kInAll | kOnPage, "messages from one PE to another",
       of_totals(&Totals::messages)},
      {kTotals, "bytes", bytes, never, kInAll | kOnPage, "bytes of these messages", of_totals(&Totals::bytes)},
      {kTotals, "hops", count, never, kInAll | kOnPage, "links that these messages crossed",
       of_totals(&Totals::hops)},
      {kTotals, "max_link_bytes", bytes, never, kInAll, "bytes over the most loaded link",
       of_totals(&Totals::max_link_bytes), in_column("max_link_bytes", "bytes on one link", 190, 14)},
      {kTotals, "link_conflicts", count, never, kInAll,
       "messages that found a link of their route taken, each once", of_totals(&Totals::link_conflicts),
       in_column("link_conflicts", "link conflicts", 170, 12)},
      {kTotals, "port_conflicts", count, never, kInAll, "transfers that found their port taken",
       of_totals(&Totals::port_conflicts), in_column("port_conflicts", "port conflicts", 180, 13)},
      {kTotals, "port_wait", ticks, never, kInDocument | kInRequirements,
       "waits of transfers for ports, summed over the PEs", of_totals(&Totals::port_wait)},
      {kTotals, "link_wait", ticks, never, kInDocument | kInRequirements,
       "waits of PEs for messages that had waited for links, summed over the PEs",
       of_totals(&Totals::link_wait)},
      {kTotals, "partner_wait", ticks, never, kInDocument | kInRequirements,
       "waits for partners otherwise, summed over the PEs", of_totals(&Totals::partner_wait)},
      {kTotals, "header_wait", ticks, never, kInLog, "waits of headers for links, summed over the links",
       of_totals(&Totals::header_wait)},
      {kTotals, "detours", count, left_out, kInDocument,
       "messages that went around a failed link; only with failed links or an embedding", read_detours},
      {"links", "used", count, never, kInDocument, "links that carried a message",
       [](const Report& r) { return std::ssize(r.links); }},
      {"links", "wait", ticks, never, kInDocument | kInRequirements,
       "waits of headers for links, summed over the links", of_totals(&Totals::header_wait)}};
  return all;
}

Figures<MachineTime> time_figures() {
  using enum Unit;
  using enum Absence;
  static const std::vector<Figure<MachineTime>> all{
      {"", "ticks", ticks, never, kInDocument | kInRequirements, "virtual time in ticks",
       [](const MachineTime& t) { return t.time.count; }},
      {"", "seconds", Unit::seconds, null, kInDocument, "virtual time in seconds; null on a machine of steps",
       read_seconds},
      {"", "steps", Unit::steps, left_out, kInDocument,
       "virtual time in steps, a text such as 13/2 where it is no whole number; only on a machine of steps",
       read_steps}};
  return all;
}

Figures<Prediction> prediction_figures() {
  using enum Unit;
  using enum Absence;
  static const std::vector<Figure<Prediction>> all{
      {"", "startups", count, null, kInDocument, "startups by formula", of_prediction(&Prediction::startups)},
      {"", "bytes", bytes, null, kInDocument, "bytes by formula", of_prediction(&Prediction::bytes)},
      {"", "hops", count, null, kInDocument, "hops by formula", of_prediction(&Prediction::hops)},
      {"", "ticks", ticks, never, kInDocument | kInRequirements, "T by formula",
       [](const Prediction& p) { return p.ticks.count; }, in_column("predicted", "predicted T", 70, 8)}};
  return all;
}

Figures<Bound> bound_figures() {
  using enum Unit;
  using enum Absence;
  static const std::vector<Figure<Bound>> all{
      {"", "startups", count, never, kInDocument | kInLog | kOnPage, "startups that some PE must make",
       [](const Bound& b) { return b.startups; }},
      {"", "bytes", bytes, never, kInDocument | kInLog | kOnPage,
       "bytes that the busiest port or link must carry", [](const Bound& b) { return b.bytes; }},
      {"", "ticks", ticks, never, kInAll, "ticks that T is not below",
       [](const Bound& b) { return b.ticks.count; }, in_column("bound", "lower bound", 80, 10)},
      {"", "source", text, never, kInDocument | kInLog, "the reason: authors, year, theorem",
       [](const Bound& b) { return b.source; }}};
  return all;
}

WaitTotals port_waits(const Totals& totals) {
  return {totals.port_conflicts, totals.port_wait};
}

WaitTotals link_waits(const Totals& totals) {
  return {totals.link_conflicts, totals.header_wait};
}

}  // namespace toruscope::core
