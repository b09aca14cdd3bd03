// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/reports.hpp"

#include "runtime/core/check.hpp"
#include "runtime/engine/deadlock_report.hpp"
#include "runtime/engine/network_deadlock.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace toruscope::core {

namespace {

/// Adds to a sum over many PEs, which may pass what 63 bits hold; it stops there.
void add_saturating(Ticks& sum, Ticks part) {
  if (__builtin_add_overflow(sum.count, part.count, &sum.count)) sum = kNever;
}

using MessageKey = std::pair<Rank, std::int64_t>;  // source, sequence
using LinkEnds = std::pair<Node, Node>;

MessageKey key_of(const Event& e) {
  return {e.source, e.sequence};
}

/// Hops recorded for each message. A message that nobody has taken yet may have fewer than its
/// route has.
std::map<MessageKey, int> count_hops(const std::vector<Event>& events) {
  std::map<MessageKey, int> hops;
  for (const Event& e : events)
    if (e.kind == Event::Kind::hop) ++hops[key_of(e)];
  return hops;
}

/// Keeps messages that were taken by `end`, with their hops and blocks; local work, cut at `end`;
/// and calls, rounds and synchronisations that had ended. How far the PEs came after `end` depends
/// on how they were run.
void keep_until(Report& report, Ticks end) {
  const std::map<MessageKey, int> hops = count_hops(report.events);
  std::set<MessageKey> kept;
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message || e.taken > end) continue;
    const auto found = hops.find(key_of(e));
    if ((found == hops.end() ? 0 : found->second) == e.hops) kept.insert(key_of(e));
  }
  std::erase_if(report.events, [&](const Event& e) {
    switch (e.kind) {
      case Event::Kind::message:
      case Event::Kind::hop:
        return !kept.contains(key_of(e));
      case Event::Kind::compute:
        return e.begin > end;
      case Event::Kind::synchronize:
      case Event::Kind::poll:
        return e.end > end;
    }
    return false;
  });
  for (Event& e : report.events) e.end = std::min(e.end, end);
  std::erase_if(report.spans, [&](const Span& span) { return span.end > end; });
  std::erase_if(report.blocks, [&](const CarriedBlock& block) {
    return !kept.contains({block.source, block.sequence});
  });
}

/// Counts what PEs and links did by the rows of a report; returns what each link carried.
std::map<LinkEnds, LinkReport> add_up(Report& report) {
  std::map<LinkEnds, LinkReport> links;
  std::map<MessageKey, std::int64_t> bytes;
  std::set<MessageKey> delayed;
  Totals& totals = report.totals;
  for (const Event& e : report.events) {
    if (e.kind == Event::Kind::message) {
      PeReport& sender = report.pes[static_cast<std::size_t>(e.source)];
      ++sender.messages_sent;
      sender.bytes_sent += e.bytes;
      ++report.pes[static_cast<std::size_t>(e.destination)].messages_received;
      ++totals.messages;
      totals.bytes += e.bytes;
      bytes[key_of(e)] = e.bytes;
    } else if (e.kind == Event::Kind::hop) {
      ++totals.hops;
      LinkReport& link = links[{e.from, e.to}];
      ++link.messages;
      link.bytes += bytes[key_of(e)];
      totals.max_link_bytes = std::max(totals.max_link_bytes, link.bytes);
      if (e.granted == e.asked) continue;
      add_saturating(link.wait, e.granted - e.asked);
      add_saturating(totals.header_wait, e.granted - e.asked);
      delayed.insert(key_of(e));
    }
  }
  totals.link_conflicts = static_cast<std::int64_t>(delayed.size());
  return links;
}

}  // namespace

std::vector<PrintedLine> Reports::take_output() {
  std::vector<PrintedLine> lines;
  for (Pe& pe : sources_.pes) std::move(pe.output().begin(), pe.output().end(), std::back_inserter(lines));
  if (const auto& failure = sources_.ending.failure())
    std::erase_if(lines,
                  // there by chance
                  [&](const PrintedLine& line) { return line.time > failure->when; });
  std::stable_sort(lines.begin(), lines.end(), [](const PrintedLine& a, const PrintedLine& b) {
    return std::pair(a.time, a.rank) < std::pair(b.time, b.rank);
  });
  return lines;
}

Report Reports::begin() const {
  Report report;
  report.topology = sources_.topology;
  report.parameters = sources_.terms.parameters;
  report.costs = sources_.terms.costs;
  report.is_reproducible = !sources_.terms.execution.measure_compute;
  return report;
}

std::vector<CollectiveUse> Reports::add_collectives() const {
  std::map<std::pair<std::string, std::string>, std::int64_t> calls;
  for (const PeHost* host : sources_.hosts)
    for (const CollectiveUse& use : host->collectives) calls[{use.operation, use.algorithm}] += use.calls;
  std::vector<CollectiveUse> all;
  for (const auto& [what, count] : calls) all.push_back({what.first, what.second, count});
  return all;
}

Report Reports::make() {
  Report report = begin();
  const Stamp end = add_pes(report);
  add_network(report);
  for (const PeHost* host : sources_.hosts) {
    report.met.long_sends = report.met.long_sends || host->has_long_sends;
    report.met.pieces = report.met.pieces || host->has_pieces;
    report.met.handshakes = report.met.handshakes || host->has_handshakes;
    report.met.short_worms = report.met.short_worms || host->has_short_worms;
    report.met.failed_poll = report.met.failed_poll || host->has_failed_polls;
    report.met.declared_operations = report.met.declared_operations || host->has_operations;
    report.met.combined = report.met.combined || host->has_combined;
  }
  report.collectives = add_collectives();
  sources_.observers.finish(report, end);
  report.output = take_output();
  return report;
}

/// Returns the clock of the PE that ended last.
Stamp Reports::add_pes(Report& report) const {
  report.finish = {Ticks{-1}, {}};
  Totals& totals = report.totals;
  const Pe* last = nullptr;
  report.pes.reserve(sources_.pes.size());
  for (const Pe& pe : sources_.pes) {
    const PeReport& one = report.pes.emplace_back(pe.report());
    TORUSCOPE_CHECK(value(one.finish.account, report.costs) == one.finish.time, "account of PE", pe.rank(),
                    "time", one.finish.time.count);
    if (one.finish.time > report.finish.time) {
      report.finish = one.finish;
      last = &pe;
    }
    totals.messages += one.messages_sent;
    totals.bytes += one.bytes_sent;
    totals.port_conflicts += one.port_conflicts;
    totals.detours += one.detours;
    add_saturating(totals.port_wait, one.port_wait);
    add_saturating(totals.link_wait, one.link_wait);
    add_saturating(totals.partner_wait, one.partner_wait);
  }
  return last->clock();
}

void Reports::add_network(Report& report) {
  const NetworkStatistics network = sources_.network.statistics();
  report.totals.link_conflicts = network.conflicts;
  report.host.channel_waits = network.channel_waits;
  report.host.crossings = network.crossings;
  const Wiring& wiring = sources_.wiring;
  wiring.links().for_each_used([&](LinkIndex i, const Link& link) {
    report.links.push_back({wiring.tail(i), wiring.port(i), wiring.head(i), link.messages, link.bytes,
                            link.channel ? link.channel->pushes() : link.messages, link.waited});
    report.totals.hops += link.messages;
    add_saturating(report.totals.header_wait, link.waited);
    report.totals.max_link_bytes = std::max(report.totals.max_link_bytes, link.bytes);
  });
  const RoomUse room = sources_.network.room_use();
  report.met.lacked_channel = room.lacked_channel;
  report.met.took_further_channel = room.took_further_channel;
  report.met.waited_in_slot = room.waited_in_slot;
}

std::optional<Report> Reports::make_failed(Ticks end) const {
  Report report = begin();
  report.finish = {end, {}};
  for (const Pe& pe : sources_.pes)
    report.pes.emplace_back().finish.time = std::min(pe.report().finish.time, end);
  try {
    sources_.observers.finish_early(report);
  } catch (const ConfigError&) {
    return std::nullopt;
  }
  report.critical_path.clear();
  keep_until(report, end);
  std::map<LinkEnds, LinkReport> links = add_up(report);
  const Wiring& wiring = sources_.wiring;
  wiring.links().for_each_used([&](LinkIndex i, const Link&) {
    const auto carried = links.extract({wiring.tail(i), wiring.head(i)});
    if (carried.empty()) return;
    LinkReport& link = report.links.emplace_back(carried.mapped());
    link.from = wiring.tail(i);
    link.port = wiring.port(i);
    link.to = wiring.head(i);
  });
  return report;
}

void Reports::keep_failed() {
  using Why = Ending::Why;
  const Why why = sources_.ending.why();
  if (sources_.terms.execution.failed_report == nullptr || why == Why::finished || why == Why::host) return;
  const std::optional<RunFailure>& failure = sources_.ending.failure();
  std::vector<StuckMessage> stuck;
  if (why == Why::deadlock && sources_.network.is_stuck()) stuck = sources_.network.stuck();
  Ticks end = failure ? failure->when : latest_clock(sources_.pes);
  for (const StuckMessage& one : stuck) end = std::max(end, one.message->asks);
  failed_ = make_failed(end);
  if (!failed_) return;
  EarlyEnd& early = failed_->early_end.emplace();
  if (why == Why::deadlock) early.waiting = waiting_pes(sources_.pes);
  early.stuck = stuck_transfers(stuck, sources_.wiring);
}

std::optional<Report> Reports::take_failed(const std::string& reason) {
  // messages were left that nobody received
  if (!failed_ && sources_.ending.why() == Ending::Why::finished) {
    failed_ = make_failed(latest_clock(sources_.pes));
    if (failed_) failed_->early_end.emplace();
  }
  if (!failed_) return std::nullopt;
  failed_->early_end->reason = reason;
  return std::move(failed_);
}

}  // namespace toruscope::core
