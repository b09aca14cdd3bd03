// SPDX-License-Identifier: Apache-2.0
// The table of a run, for people.
//
// Invariants  All but the last line, on the host, is the same in every run.

#include "runtime/core/decimal.hpp"
#include "runtime/core/fold.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/trace/figures.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/report.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <ostream>

namespace toruscope {

namespace {

using core::counted;
using core::grouped;

void line(std::ostream& out, const char* label, const std::string& text) {
  constexpr std::size_t kLabels = 15;
  out << core::labelled(label, kLabels, text, core::kPageWidth);
}

std::string machine_text(const Parameters& m) {
  std::string text = fmt::format("{}: ports {}, {}", m.name, core::ports_text(m), core::rules_text(m));
  for (const core::NamedCost& cost : core::named_costs())
    if (const Time time = m.*cost.time; !time.is_zero())
      text += fmt::format(", {} {}{}", cost.symbol, to_string(time), core::textbook_name(cost));
  if (!m.tick.is_zero()) return text + ", tick " + to_string(m.tick);
  return text +
         (m.ticks_per_step == 1 ? ", tick: one step" : fmt::format(", tick: 1/{} step", m.ticks_per_step));
}

std::string virtual_time_text(const Report& report) {
  std::string text = core::time_text(report.finish.time, report.parameters);
  if (!report.parameters.tick.is_zero())
    text += fmt::format(" ({} {})", grouped(report.finish.time.count),
                        report.finish.time.count == 1 ? "tick" : "ticks");
  const auto last = std::find_if(report.pes.begin(), report.pes.end(),
                                 [&](const PeReport& pe) { return pe.finish.time == report.finish.time; });
  if (last != report.pes.end()) text += fmt::format(", PE {} last", last - report.pes.begin());
  return text;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Report& report) {
  if (!report.topology) {
    line(out, "run", "none: the report is empty");
    return out;
  }
  const Totals& totals = report.totals;
  const auto time = [&](Ticks t) { return core::time_text(t, report.parameters); };
  for (const PrintedLine& printed : report.output)
    out << core::printed_text(printed, report.parameters) << '\n';
  line(out, "topology", fmt::format("{}, {}", report.topology->name(), counted(report.topology->pes(), "PE")));
  line(out, "machine", machine_text(report.parameters));
  line(out, "T", virtual_time_text(report));
  if (!report.is_reproducible)
    line(out, "", "local work was measured on the host: times differ from run to run");
  line(out, "critical path", core::account_text(report.finish.account, report));
  if (report.finish.time != Ticks{}) line(out, "", "= " + core::worth_text(report));
  const core::Bottleneck bounds = core::bottleneck(report);
  if (!bounds.largest.empty()) line(out, "bounded by", bounds.largest);
  if (!bounds.wait.empty()) line(out, "waits most", bounds.wait);
  line(out, "totals",
       fmt::format("{}, {}, {}", counted(totals.messages, "message"), counted(totals.bytes, "byte"),
                   counted(totals.hops, "hop")));
  const auto waits = [&](const char* of, const core::WaitTotals& all) {
    return fmt::format("{} {} ({})", of, time(all.time), counted(all.conflicts, "conflict"));
  };
  line(out, "waits",
       fmt::format("{}, {}, partners {}", waits("ports", core::port_waits(totals)),
                   waits("links", core::link_waits(totals)), time(totals.partner_wait)));
  const std::string longest = core::port_wait_text(report);
  if (!longest.empty() && !bounds.wait.ends_with(longest)) line(out, "longest wait", "for a port: " + longest);
  const std::string loaded = core::loaded_link_text(report, true);
  line(out, "loaded most", loaded.empty() ? "none, no link was used" : loaded);
  if (!report.collectives.empty()) line(out, "collectives", core::collectives_text(report.collectives));
  if (!report.unclaimed.empty()) {
    const UnclaimedMessage& first = report.unclaimed.front();
    line(out, "unclaimed",
         fmt::format("{}; the first is {} -> {}, tag {}, {}, sent at {}",
                     counted(static_cast<std::int64_t>(report.unclaimed.size()), "message"), first.source,
                     first.destination, first.tag, counted(first.bytes, "byte"), time(first.posted)));
  }
  const HostReport& host = report.host;
  line(out, "host",
       fmt::format("{:.3f} s wall, {:.3f} s CPU, {}, {}, network {}, {} at most", host.wall_seconds,
                   host.cpu_seconds, counted(host.workers, "worker"), host.engine, host.network,
                   bytes_to_string(static_cast<std::size_t>(host.peak_rss_bytes))));
  return out;
}

}  // namespace toruscope
