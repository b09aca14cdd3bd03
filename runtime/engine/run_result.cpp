// SPDX-License-Identifier: Apache-2.0
// What a run leaves when it has ended: the lines that PEs printed, and the report.

#include "runtime/core/check.hpp"
#include "runtime/engine/run.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <thread>
#include <utility>

namespace toruscope::core {

namespace {

/// Sums over many PEs may pass what 63 bits hold; they stop there.
void add_saturating(Ticks& sum, Ticks part) {
  if (__builtin_add_overflow(sum.count, part.count, &sum.count)) sum = kNever;
}

using MessageKey = std::pair<Rank, std::int64_t>;  // source, sequence
using LinkEnds = std::pair<Node, Node>;

MessageKey key_of(const Event& e) {
  return {e.source, e.sequence};
}

/// Of each message that has hops here, how many: those of a message that nobody has taken yet may be fewer than its route has.
std::map<MessageKey, int> count_hops(const std::vector<Event>& events) {
  std::map<MessageKey, int> hops;
  for (const Event& e : events)
    if (e.kind == Event::Kind::hop) ++hops[key_of(e)];
  return hops;
}

/// Keeps messages that were taken by `end`, with their hops and blocks; local work, cut at `end`; and calls, rounds and
/// synchronisations that had ended. How far the PEs came after `end` depends on how they were run.
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

std::vector<PrintedLine> Run::take_output() {
  std::vector<PrintedLine> lines;
  for (Pe& pe : pes_) std::move(pe.output().begin(), pe.output().end(), std::back_inserter(lines));
  if (const auto failure = ending_.why() == Ending::Why::errors ? earliest_failure() : std::nullopt)
    std::erase_if(lines,
                  [&](const PrintedLine& line) { return line.time > failure->when; });  // there by chance
  std::stable_sort(lines.begin(), lines.end(), [](const PrintedLine& a, const PrintedLine& b) {
    return std::pair(a.time, a.rank) < std::pair(b.time, b.rank);
  });
  return lines;
}

Report Run::make_report() {
  Report report;
  report.topology = topology_;
  report.parameters = parameters_;
  report.costs = costs_;
  report.finish = {Ticks{-1}, {}};
  Totals& totals = report.totals;
  const Pe* last = nullptr;
  report.pes.reserve(pes_.size());
  for (const Pe& pe : pes_) {
    const PeReport& one = report.pes.emplace_back(pe.report());
    TORUSCOPE_CHECK(value(one.finish.account, costs_) == one.finish.time, "account of PE", pe.rank(), "time",
                    one.finish.time.count);
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
  const NetworkStatistics network = network_->statistics();
  totals.link_conflicts = network.conflicts;
  report.host.channel_waits = network.channel_waits;
  report.host.crossings = network.crossings;
  wiring_.links().for_each_used([&](LinkIndex i, const Link& link) {
    report.links.push_back({wiring_.tail(i), wiring_.port(i), wiring_.head(i), link.messages, link.bytes,
                            link.channel ? link.channel->pushes() : link.messages, link.waited});
    totals.hops += link.messages;
    add_saturating(totals.header_wait, link.waited);
    totals.max_link_bytes = std::max(totals.max_link_bytes, link.bytes);
  });
  std::set<std::thread::id> threads;
  for (const auto& worker : workers_) {
    threads.insert(worker->thread);
    report.met.long_sends = report.met.long_sends || worker->has_long_sends;
  }
  const RoomUse room = network_->room_use();
  report.met.lacked_channel = room.lacked_channel;
  report.met.took_further_channel = room.took_further_channel;
  report.met.waited_in_slot = room.waited_in_slot;
  report.met.declared_operations =
      std::any_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->has_operations; });
  observers_.finish(report, last->clock());
  report.output = take_output();
  report.is_reproducible = !execution_.measure_compute;
  report.host.workers = wiring_.workers();
  report.host.threads =
      execution_.engine == PeEngine::fibers ? static_cast<int>(threads.size()) : topology_->pes();
  report.host.engine = execution_.engine == PeEngine::fibers ? "fibers" : "threads";
  report.host.network = network_->name();
  report.host.stacks_per_guard = stacks_.guards_every();
  report.host.windows = windows_;
  return report;
}

std::optional<Report> Run::make_failed_report(Ticks end) const {
  Report report;
  report.topology = topology_;
  report.parameters = parameters_;
  report.costs = costs_;
  report.finish = {end, {}};
  for (const Pe& pe : pes_) report.pes.emplace_back().finish.time = std::min(pe.report().finish.time, end);
  try {
    observers_.finish_early(report);
  } catch (const ConfigError&) {
    return std::nullopt;
  }
  report.critical_path.clear();
  keep_until(report, end);
  std::map<LinkEnds, LinkReport> links = add_up(report);
  wiring_.links().for_each_used([&](LinkIndex i, const Link&) {
    const auto carried = links.extract({wiring_.tail(i), wiring_.head(i)});
    if (carried.empty()) return;
    LinkReport& link = report.links.emplace_back(carried.mapped());
    link.from = wiring_.tail(i);
    link.port = wiring_.port(i);
    link.to = wiring_.head(i);
  });
  report.is_reproducible = !execution_.measure_compute;
  return report;
}

void Run::keep_failed_report() {
  using Why = Ending::Why;
  if (execution_.failed_report == nullptr || ending_.why() == Why::finished || ending_.why() == Why::host)
    return;
  const auto failure = ending_.why() == Why::errors ? earliest_failure() : std::nullopt;
  const std::vector<StuckMessage> stuck =
      ending_.why() == Why::deadlock && network_->is_stuck() ? network_->stuck() : std::vector<StuckMessage>{};
  Ticks end = failure ? failure->when : latest_clock(pes_);
  for (const StuckMessage& one : stuck) end = std::max(end, one.message->asks);
  failed_report_ = make_failed_report(end);
  if (!failed_report_) return;
  EarlyEnd& early = failed_report_->early_end.emplace();
  if (ending_.why() == Why::deadlock) early.waiting = waiting_pes(pes_);
  early.stuck = stuck_transfers(stuck, wiring_);
}

std::optional<Report> Run::take_failed_report(const std::string& reason) {
  if (!failed_report_ && ending_.why() == Ending::Why::finished) {  // messages were left that nobody received
    failed_report_ = make_failed_report(latest_clock(pes_));
    if (failed_report_) failed_report_->early_end.emplace();
  }
  if (!failed_report_) return std::nullopt;
  failed_report_->early_end->reason = reason;
  failed_report_->output = take_output();
  return std::move(failed_report_);
}

}  // namespace toruscope::core
