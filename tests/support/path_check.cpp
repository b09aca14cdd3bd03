// SPDX-License-Identifier: Apache-2.0

#include "tests/support/path_check.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace toruscope::test {

namespace {

using EventKind = PathEvent::Kind;

std::string text_of(const PathEvent& e) {
  return fmt::format("{} [{}, {}) {} {} of {} bytes, {} times", to_string(e.kind), e.begin.count, e.end.count,
                     e.pe, e.peer, e.bytes, e.count);
}

void count(Account& sum, const PathEvent& e) {
  const Ticks length = e.end - e.begin;
  if (e.kind == EventKind::startup) sum.startups += e.count;
  if (e.kind == EventKind::receive) sum.receives += e.count;
  if (e.kind == EventKind::transmission) sum.messages += e.count;
  sum.bytes += e.bytes;
  if (e.kind == EventKind::hop) sum.hops += e.count;
  if (e.kind == EventKind::latency) sum.latencies += e.count;
  if (e.kind == EventKind::gap) sum.gap += length;
  if (e.kind == EventKind::compute) sum.compute += length;
  if (e.kind == EventKind::polling) sum.polling += length;
  if (e.kind == EventKind::link_wait) sum.link_wait += length;
}

/// What it takes where all links and sizes cost the same; that of a wait or of work is not the
/// machine's to say.
Ticks cost_of(const PathEvent& e, const Costs& costs) {
  switch (e.kind) {
    case EventKind::startup:
      return e.count * costs.ts;
    case EventKind::hop:
      return e.count * costs.th;
    case EventKind::transmission:
      return e.count * costs.tm + e.bytes * costs.tw;
    case EventKind::latency:
      return e.count * costs.latency;
    case EventKind::receive:
      return e.count * costs.tr;
    case EventKind::link_wait:
    case EventKind::gap:
    case EventKind::compute:
    case EventKind::polling:
      return e.end - e.begin;
    case EventKind::port_wait:
    case EventKind::receive_wait:
    case EventKind::synchronize:
    case EventKind::partner_wait:
      return {};
  }
  return {};
}

bool is_in_log(const PathEvent& hop, const Report& report) {
  return std::any_of(report.events.begin(), report.events.end(), [&](const Event& e) {
    return e.kind == Event::Kind::hop && e.granted == hop.begin && e.from == hop.pe && e.to == hop.peer;
  });
}

}  // namespace

std::string path_fault(const Report& report) {
  const std::vector<PathEvent>& path = report.critical_path;
  const Parameters& parameters = report.parameters;
  const bool is_equal =  // and no message of a handshake, which crosses no link, is in the path
      has_equal_links(*report.topology, parameters) && parameters.pieces.empty() && !parameters.rendezvous;
  Account sum;
  Ticks now;
  for (const PathEvent& e : path) {
    if (e.begin != now) return fmt::format("{} begins at another time than {}", text_of(e), now.count);
    if (is_equal && e.end - e.begin != cost_of(e, report.costs)) return text_of(e) + " costs something else";
    // the end of a reception
    const bool may_be_undone = parameters.ports.rule == Ports::Rule::half;
    if (is_equal && !may_be_undone && e.kind == EventKind::hop && !report.events.empty() &&
        !is_in_log(e, report))
      return text_of(e) + " is not in the event log";
    count(sum, e);
    now = e.end;
  }
  if (now != report.finish.time)
    return fmt::format("it ends at {}, T is {}", now.count, report.finish.time.count);
  sum.slow_bytes = report.finish.account.slow_bytes;
  sum.slow_hops = report.finish.account.slow_hops;
  if (sum != report.finish.account)
    return fmt::format("it counts {}, T is made of {}", to_string(sum), to_string(report.finish.account));
  const auto last = std::find_if(report.pes.begin(), report.pes.end(),
                                 [&](const PeReport& pe) { return pe.finish.time == report.finish.time; });
  if (now != Ticks{} && path.back().pe != last - report.pes.begin())
    return fmt::format("{} is the last, but PE {} ends last", text_of(path.back()), last - report.pes.begin());
  return {};
}

}  // namespace toruscope::test
