// SPDX-License-Identifier: Apache-2.0
// What remains of a run: the earliest failure, or the report.

#include "runtime/core/check.hpp"
#include "runtime/engine/critical_path.hpp"
#include "runtime/engine/run.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <set>
#include <tuple>

namespace toruscope::detail {

namespace {

std::string call_text(const Group::Call& call) {
  const CollectiveCall& what = call.what;
  std::string text = what.operation;
  if (!what.algorithm.empty()) text += " by " + what.algorithm;
  text += fmt::format(" (root {}, {} bytes", what.root, what.bytes);
  if (what.distance != 0) text += fmt::format(", distance {}", what.distance);
  if (what.segment != 0) text += fmt::format(", segment {} bytes", what.segment);
  return text + ")";
}

/// Sums over many PEs may pass what 63 bits hold; they stop there.
void add_saturating(Ticks& sum, Ticks part) {
  if (__builtin_add_overflow(sum.count, part.count, &sum.count)) sum = kNever;
}

std::string text_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "something that is not a std::exception";
  }
}

bool comes_before(const Event& a, const Event& b) {
  return std::tuple(a.kind, a.source, a.sequence, a.index, a.begin, a.end) <
         std::tuple(b.kind, b.source, b.sequence, b.index, b.begin, b.end);
}

}  // namespace

std::optional<Run::Failure> Run::earliest_failure() const {
  std::optional<Failure> earliest;
  const auto consider = [&](const Failure& f) {
    const auto key = [](const Failure& of) { return std::tie(of.when, of.rank, of.text); };
    if (!earliest || key(f) < key(*earliest)) earliest = f;
  };
  for (const auto& worker : workers_)
    for (const Pe* pe : worker->failed) consider({pe->body().error_time(), pe->rank(), "", pe->body().error()});
  for (const auto& worker : workers_)
    for (const Pe* pe : worker->violators)
      consider({pe->strict().broken_at(), pe->rank(), "ports", pe->strict().violation()});
  if (!differs_.load(std::memory_order_relaxed)) return earliest;
  groups_.for_each([&](const Group& group) {
    const auto difference = group.difference();
    if (!difference) return;
    const auto& [first, second] = *difference;
    const Ticks when = std::max(first.when, second.when);
    const Rank rank = group.world_rank(second.rank);
    const std::string text = fmt::format(
        "collectives differ: PE {} called {} at {}, PE {} called {} at {}, on the same communicator of {} PEs; "
        "all its PEs must call the same collectives in the same order",
        group.world_rank(first.rank), call_text(first), time_text(first.when), rank, call_text(second),
        time_text(second.when), group.size());
    consider({when, rank, text, std::make_exception_ptr(ProgramError(text, rank, when))});
  });
  return earliest;
}

std::exception_ptr Run::failure() const {
  switch (stopping_) {
    case Stopping::errors:
      return earliest_failure()->error;
    case Stopping::deadlock:
      return std::make_exception_ptr(DeadlockError(stop_report_, reached_, deadlock_));
    case Stopping::limit:
      return std::make_exception_ptr(HostLimitError(stop_report_));
    case Stopping::interrupt:
      return std::make_exception_ptr(InterruptedError(stop_report_));
    case Stopping::host:
      for (const auto& worker : workers_)
        if (worker->host_error) return worker->host_error;
      break;
    case Stopping::finished:
    case Stopping::no:
      break;
  }
  return nullptr;
}

/// Before PEs are unwound.
void Run::prepare_last_words() {
  const std::exception_ptr error = failure();
  if (!error) return;
  try {
    std::rethrow_exception(error);
  } catch (const Error& e) {
    last_words_.emplace(e.what(), e.code());
  } catch (const std::bad_alloc&) {
    last_words_.emplace("memory: this computer has no more", ExitCode::host_limit);
  } catch (...) {  // told() has made Errors of all others
  }
}

void Run::throw_if_failed() const {
  // Errors that were on their way when PEs were unwound: of a deadlock the cause, for it is their destructors that waited.
  const auto under_way = stopping_ == Stopping::errors ? std::nullopt : earliest_failure();
  if (under_way && !stop_report_.empty()) {
    const std::string error = text_of(under_way->error);
    if (stopping_ == Stopping::deadlock)
      throw ProgramError(
          fmt::format("{}\nas this left the program, a destructor waited: {}", error, stop_report_),
          under_way->rank, under_way->when);
    const std::string report = fmt::format("{}\n{}", stop_report_, error);
    if (stopping_ == Stopping::limit) throw HostLimitError(report);
    if (stopping_ == Stopping::interrupt) throw InterruptedError(report);
  }
  if (const std::exception_ptr error = failure()) std::rethrow_exception(error);
  if (stopping_ == Stopping::finished) check_unclaimed();
}

void Run::check_unclaimed() const {
  const Message* first = nullptr;
  std::size_t count = 0;
  const auto key = [](const Message* m) { return std::tuple(m->destination, m->source, m->sequence); };
  for (const Pe& pe : pes_)
    for (const Message* m : pe.mailbox().unclaimed()) {
      ++count;
      if (first == nullptr || key(m) < key(first)) first = m;
    }
  if (first == nullptr) return;
  throw ProgramError(
      fmt::format(
          "end of run: {} message(s) were never received; the first is {} -> {}, tag {}, {} bytes, sent at {}",
          count, first->source, first->destination, first->tag, first->bytes, time_text(first->posted)),
      first->destination, first->asks);
}

std::vector<PrintedLine> Run::take_output() {
  std::vector<PrintedLine> lines;
  for (Pe& pe : pes_) std::move(pe.output().begin(), pe.output().end(), std::back_inserter(lines));
  if (const auto failure = stopping_ == Stopping::errors ? earliest_failure() : std::nullopt)
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
    totals.max_link_bytes = std::max(totals.max_link_bytes, link.bytes);
  });
  std::set<std::thread::id> threads;
  for (const auto& worker : workers_) {
    std::move(worker->events.begin(), worker->events.end(), std::back_inserter(report.events));
    threads.insert(worker->thread);
    report.met.long_sends = report.met.long_sends || worker->has_long_sends;
  }
  network_->move_hop_events(report.events);
  const RoomUse room = network_->room_use();
  report.met.lacked_channel = room.lacked_channel;
  report.met.took_further_channel = room.took_further_channel;
  report.met.waited_in_slot = room.waited_in_slot;
  report.met.declared_operations = has_operations_.load(std::memory_order_relaxed);
  std::sort(report.events.begin(), report.events.end(), comes_before);
  if (execution_.record_critical_path)
    report.critical_path = critical_path(last->clock(), *topology_, parameters_, costs_, report.events);
  if (!execution_.record_events) report.events = {};
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

}  // namespace toruscope::detail
