// SPDX-License-Identifier: Apache-2.0
// What a run leaves when it has ended: the lines that PEs printed, and the report.

#include "runtime/core/check.hpp"
#include "runtime/engine/run.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <thread>
#include <utility>

namespace toruscope::core {

namespace {

/// Sums over many PEs may pass what 63 bits hold; they stop there.
void add_saturating(Ticks& sum, Ticks part) {
  if (__builtin_add_overflow(sum.count, part.count, &sum.count)) sum = kNever;
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

}  // namespace toruscope::core
