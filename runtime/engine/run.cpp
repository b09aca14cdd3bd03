// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/run.hpp"

#include "runtime/core/processors.hpp"
#include "runtime/core/thread_limits.hpp"
#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/group_meetings.hpp"
#include "runtime/engine/pe_context.hpp"
#include "runtime/engine/summaries.hpp"
#include "runtime/engine/team.hpp"
#include "runtime/engine/turn_taking.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

std::uint64_t next_run_number() {
  static std::atomic<std::uint64_t> last{0};  // only to tell a communicator of another run
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

constexpr std::chrono::hours kLongestLimit{24 * 365};  // a clock's time point must not overflow

int count_workers(const Execution& execution, int pes) {
  const int wanted = execution.workers > 0 ? execution.workers : processors();
  return std::clamp(wanted, 1, std::min(pes, RunMonitor::kWorkers));
}

/// Nobody must have been sent what nobody received.
void check_unclaimed(const PeArray& pes, const Parameters& parameters) {
  const Message* first = nullptr;
  std::size_t count = 0;
  const auto key = [](const Message* m) { return std::tuple(m->destination, m->source, m->sequence); };
  for (const Pe& pe : pes)
    for (const Message* m : pe.mailbox().unclaimed()) {
      ++count;
      if (first == nullptr || key(m) < key(first)) first = m;
    }
  if (first == nullptr) return;
  throw ProgramError(
      fmt::format(
          "end of run: {} message(s) were never received; the first is {} -> {}, tag {}, {} bytes, sent at {}",
          count, first->source, first->destination, first->tag, first->bytes,
          core::time_text(first->posted, parameters)),
      first->destination, first->asks);
}

}  // namespace

// --- life --------------------------------------------------------------------------------------------------------

Run::Run(TopologyPtr topology, const Parameters& parameters, const Costs& costs, const Execution& execution,
         const std::function<void(Communicator&)>& program)
    : topology_(std::move(topology)),
      parameters_(parameters),
      costs_(costs),
      execution_(execution),
      wiring_(*topology_, costs, parameters, count_workers(execution, topology_->pes()),
              execution.channel_capacity),
      length_limit_(costs, wiring_.dearest(), topology_->longest_route(),
                    parameters.switching == Switching::store_and_forward),
      groups_(*topology_),
      terms_{.topology = *topology_,
             .parameters = parameters_,
             .costs = costs_,
             .execution = execution_,
             .length_limit = length_limit_,
             .program = program,
             .number = next_run_number(),
             .world = &groups_.world(),
             .has_equal_links = wiring_.has_equal_links(),
             .are_send_ends_unknown =
                 parameters.switching == Switching::wormhole && parameters.injection == Injection::direct,
             .known = known_,
             .stop_asked = stop_asked_},
      plan_terms_{.pes = topology_->pes(),
                  .startup = costs.ts,
                  .least_flight = costs.ts + costs.transmission(0) + costs.th + costs.latency,
                  .is_strict = terms_.is_strict(),
                  .crosses_in_no_time = wiring_.lookahead() == Ticks{}},
      observers_(execution, wiring_.workers(), topology_->pes(), &stop_asked_),
      stacks_(topology_->pes(), execution.stack_bytes, stack_extra(execution.engine),
              PeArray::room_above_stack(topology_->pes())),
      pe_phase_(terms_, stacks_, wiring_.workers()),
      pes_(topology_->pes(), stacks_),
      barrier_(wiring_.workers()) {
  if (execution_.data == Data::none)
    static_cast<void>(detail::no_data(0));  // addresses are reserved, or refused, before a PE runs
  for (int w = 0; w < wiring_.workers(); ++w) {
    workers_.push_back(std::make_unique<Worker>(*this, w, execution, observers_, pe_phase_, stop_asked_));
    hosts_.push_back(workers_.back().get());
  }
  network_ = make_network({.wiring = wiring_,
                           .parameters = parameters_,
                           .team = barrier_,
                           .client = *this,
                           .observers = observers_,
                           .is_perturbed = execution.perturb.has_value()},
                          execution.network);
  for (Node node = 0; node < topology_->pes(); ++node) {
    Pe& pe = pes_.add(terms_, worker_of(node), node);
    pe.host().runnable.push_back(&pe);
  }
  if (parameters.eager) start_announcements();
  // So that nothing is allocated to hold a PE that can go on, or has failed.
  for (const auto& worker : workers_) {
    worker->batch.pes.reserve(worker->runnable.size());
    worker->failed.reserve(worker->runnable.size());
  }
}

Run::~Run() = default;

Report Run::execute() {
  std::jthread timer;
  if (execution_.time_limit)
    timer = within_thread_limits([this] {
      return std::jthread([this](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any alarm;
        std::unique_lock lock(mutex);
        const auto limit = std::min<std::chrono::milliseconds>(*execution_.time_limit, kLongestLimit);
        alarm.wait_for(lock, stop, limit, [] { return false; });
        if (!stop.stop_requested()) stop_asked_.store(true, std::memory_order_relaxed);
      });
    });
  run_team(wiring_.workers(), [this](int w) { work(w); });
  ending_.forget_last_words();
  if (const auto pe = stacks_.overran())
    throw HostLimitError(
        fmt::format("stacks: PE {} used more than its stack of {}, and there are more PEs than "
                    "guards (vm.max_map_count); give a larger stack (--stack)",
                    *pe, bytes_to_string(stacks_.asked())));
  ending_.throw_error(earliest_failure());
  check_unclaimed(pes_, parameters_);
  return make_report();
}

std::unique_ptr<PeContext> Run::make_context(Rank rank, std::function<void()> body) {
  return execution_.engine == PeEngine::fibers ? make_fiber(stacks_, rank, std::move(body))
                                               : make_thread(stacks_, rank, std::move(body));
}
// --- the plan, on one worker while all others wait -------------------------------------------------------------------

void Run::plan() {
  resolve_meetings(hosts_, pes_, groups_);
  network_->collect();
  const auto has_announced = [](const PeHost* host) { return !host->announced.empty(); };
  if (!announcements_ && std::any_of(hosts_.begin(), hosts_.end(), has_announced)) start_announcements();
  if (announcements_) announcements_->announce_sends();
  const Decision decision = decide(summarise(), plan_terms_, must_stop());
  tell_progress(decision.earliest);
  known_.complete_before = std::max(known_.complete_before, decision.earliest);
  known_.windows_known_before = decision.windows_known_before;
  carry_out(decision);
}

void Run::start_announcements() {
  announcements_.emplace(hosts_, pes_, *network_);
  known_.answers_singly = true;
}

Summary Run::summarise() {
  Summary all;
  for (const PeHost* host : hosts_) all = combine(all, summary_of_pes(*host, known_.complete_before));
  if (announcements_) all = combine(all, announcements_->summary(known_.complete_before));
  for (const PeHost* host : hosts_) all = combine(all, summary_of_sends(*host));
  all = combine(all, summary_of_network(*network_, terms_));
  if (has_errors())
    if (const auto failure = earliest_failure()) all.error = failure->when;
  return all;
}

std::optional<RunFailure> Run::earliest_failure() const {
  return core::earliest_failure(hosts_, has_difference() ? &groups_ : nullptr, terms_);
}

bool Run::has_difference() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->has_difference; });
}

bool Run::has_errors() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& w) {
    return w->has_difference || !w->failed.empty() || !w->violators.empty();
  });
}

void Run::carry_out(const Decision& decision) {
  next_ = Next::pes;
  switch (decision.kind) {
    case Decision::Kind::run:
      break;
    case Decision::Kind::due:
      carry_out_due(hosts_, pes_, decision.due);  // then the workers plan again
      network_->collect();
      break;
    case Decision::Kind::give_turns:
      give_turns(hosts_, known_, decision.until);
      break;
    case Decision::Kind::give_turn:
      give_turn(hosts_, pes_, decision.rank, decision.when);
      break;
    case Decision::Kind::advance:
      begin_network_phase(decision.until);
      break;
    case Decision::Kind::finished:
      ending_.end(Ending::Why::finished);
      break;
    case Decision::Kind::failed:
      ending_.end(Ending::Why::errors);
      break;
    case Decision::Kind::stopped:
      end_early();
      break;
    case Decision::Kind::deadlock:
      end_in_deadlock();
      break;
  }
}

Ticks latest_clock(const PeArray& pes) {
  Ticks latest;
  for (const Pe& pe : pes) latest = std::max(latest, pe.latest_clock());
  return latest;
}

/// The time limit or Ctrl-C ends the run.
void Run::end_early() {
  const bool is_limit = stop_asked_.load(std::memory_order_relaxed);
  const std::string why =
      is_limit ? fmt::format("time limit: the run was ended after {} ms", execution_.time_limit->count())
               : "interrupted";
  ending_.end_early(
      is_limit ? Ending::Why::limit : Ending::Why::interrupt,
      describe_waiting(fmt::format("{} at {}", why, terms_.time_text(latest_clock(pes_))), pes_, false));
}

void Run::begin_network_phase(Ticks horizon) {
  next_ = Next::network;
  ++windows_;
  network_->set_horizon(horizon);
}

/// Of a single worker whose PEs have gone on already: if messages are all that can come next, as plan() would find by asking
/// for all else, the next network phase is planned. Without it a ping-pong of 2 PEs takes some
/// 23 % more processor time, a ring shift on 64 PEs 0.6 % more instructions.
bool Run::plan_next_network() {
  const Worker& all = *workers_[0];
  const bool is_watched = terms_.is_strict() || all.progress != nullptr;
  if (!goes_on_early_ || wiring_.workers() != 1 || announcements_ || is_watched) return false;
  const bool waits_for_messages = all.runnable.empty() && all.met.empty() && all.in_turn.empty() &&
                                  all.senders.empty() && all.announced.empty();
  const bool is_well = all.failed.empty() && !all.host_error && !all.has_difference;
  const Ticks arrival = network_->earliest_arrival();
  const bool is_direct = parameters_.injection == Injection::direct;
  const Ticks news = is_direct ? std::min(arrival, network_->earliest_tail()) : arrival;
  if (!waits_for_messages || !is_well || must_stop() || arrival == kNever || all.ended == topology_->pes())
    return false;
  known_.complete_before = known_.windows_known_before = std::max(known_.complete_before, news);
  begin_network_phase(horizon_for(news, network_->earliest_asking(), plan_terms_));
  return true;
}

/// Nothing happens before `reached` any more.
void Run::tell_progress(Ticks reached) const {
  if (workers_[0]->progress == nullptr) return;
  Progress progress{.reached = reached};
  for (const auto& worker : workers_) {
    progress.delivered += worker->delivered;
    progress.ended += worker->ended;
  }
  workers_[0]->progress->tell(progress);
}

}  // namespace toruscope::core
