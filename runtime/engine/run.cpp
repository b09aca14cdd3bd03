// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/run.hpp"

#include "runtime/core/emptied.hpp"
#include "runtime/core/thread_limits.hpp"
#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/pe_context.hpp"
#include "runtime/engine/team.hpp"
#include "runtime/path/ring_router.hpp"
#include "runtime/path/single_hop_router.hpp"
#include "runtime/path/waiting_router.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

namespace {

std::uint64_t next_run_number() {
  static std::atomic<std::uint64_t> last{0};  // only to tell a communicator of another run
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

constexpr std::chrono::hours kLongestLimit{24 * 365};  // a clock's time point must not overflow
constexpr std::size_t kThreadsOwn = 64 * 1024;         // thread-local storage lies on an OS thread's stack

int count_workers(const Execution& execution, int pes) {
  const int cores = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
  const int wanted = execution.workers > 0 ? execution.workers : cores;
  return std::clamp(wanted, 1, std::min(pes, RunMonitor::kWorkers));
}

Grid grid_of(const Topology& topology) {
  return topology.is_torus() ? Grid::torus : topology.is_mesh() ? Grid::mesh : Grid::none;
}

}  // namespace

// --- life --------------------------------------------------------------------------------------------------------

Run::Run(TopologyPtr topology, const Parameters& parameters, const Costs& costs, const Execution& execution,
         const std::function<void(Communicator&)>& program)
    : topology_(std::move(topology)),
      parameters_(parameters),
      costs_(costs),
      execution_(execution),
      network_(*topology_, costs, parameters, count_workers(execution, topology_->pes()),
               execution.channel_capacity, execution.network == NetworkEngine::single),
      length_limit_(costs, network_.dearest(), topology_->diameter(),
                    parameters.switching == Switching::store_and_forward),
      terms_{.topology = *topology_,
             .parameters = parameters_,
             .costs = costs_,
             .execution = execution_,
             .length_limit = length_limit_,
             .program = program,
             .number = next_run_number(),
             .has_equal_links = network_.has_equal_links(),
             .are_send_ends_unknown =
                 parameters.switching == Switching::wormhole && parameters.injection == Injection::direct,
             .complete_before = complete_before_,
             .windows_known_before = windows_known_before_,
             .answers_singly = has_announced_,
             .answered_together_until = answered_together_until_,
             .stop_asked = stop_asked_},
      stacks_(topology_->pes(), execution.stack_bytes, execution.engine == PeEngine::threads ? kThreadsOwn : 0),
      pes_(static_cast<std::size_t>(topology_->pes())),
      barrier_(network_.workers()),
      has_announced_(parameters.eager.has_value()) {
  if (!carries_data()) static_cast<void>(no_data(0));  // addresses are reserved, or refused, before a PE runs
  for (int w = 0; w < network_.workers(); ++w) {
    workers_.push_back(std::make_unique<Worker>(*this, w, execution));
    if (execution.record_critical_path) workers_.back()->paths.emplace();
  }
  choose_network();
  for (int w = 0; w < network_.routers(); ++w) {
    routers_.push_back(make_router(w));
    Worker& worker = *workers_[static_cast<std::size_t>(w)];
    routers_.back()->wake_others = [this] { barrier_.wake(); };
    if (worker.perturbation.is_on())
      routers_.back()->perturb = [&worker] { worker.perturbation.maybe_delay(); };
  }
  Router::connect(routers_);
  terms_.world = &groups_.emplace_back(0U, std::vector<Rank>{}, topology_->sides(), grid_of(*topology_));
  for (Node node = 0; node < topology_->pes(); ++node) {
    Pe& pe = pes_.emplace_back(terms_, worker_of(node), node);
    pe.host().runnable.push_back(&pe);
  }
  // So that nothing is allocated to hold a PE that can go on, or has failed.
  for (const auto& worker : workers_) {
    worker->batch.pes.reserve(worker->runnable.size());
    worker->failed.reserve(worker->runnable.size());
  }
}

Run::~Run() = default;

/// How it is served: ring by ring where it can be, or in the way that was asked for.
void Run::choose_network() {
  const auto refuse_if = [](const char* how, const std::string& obstacle) {
    if (!obstacle.empty())
      throw ConfigError(
          fmt::format("network: cannot be served {}, for {}; use hop, or leave the choice", how, obstacle));
  };
  if (execution_.network == NetworkEngine::single) {
    refuse_if("as single hops", execution_.pace ? "the run waits for the wall time of each arrival"
                                                : SingleHopRouter::obstacle(network_, parameters_));
    handed_over_ = std::make_unique<HandOver>(network_.workers());
    terms_.serves_neighbours_only = topology_->diameter() > 1;
    terms_.allows_waiting_sends = false;
  } else if (execution_.network != NetworkEngine::hop) {
    const std::string obstacle = RingNetwork::obstacle(network_, parameters_);
    if (execution_.network == NetworkEngine::ring) refuse_if("ring by ring", obstacle);
    if (obstacle.empty()) rings_ = std::make_unique<RingNetwork>(network_);
  }
}

std::unique_ptr<Router> Run::make_router(int worker) {
  const bool record = execution_.record_events || execution_.record_critical_path;
  Worker& of = *workers_[static_cast<std::size_t>(worker)];
  const auto to_mailboxes = [this, &of](std::span<Message* const> messages) { eject(of, messages); };
  const auto must_end = [this] { return must_stop(); };
  const auto tail_has_left = [this](Message* m, Ticks when) { tail_left(m, when); };
  if (network_.holds_while_waiting())
    return std::make_unique<WaitingRouter>(network_, record, to_mailboxes, must_end, tail_has_left);
  if (handed_over_)
    return std::make_unique<SingleHopRouter>(network_, *handed_over_, worker, record, to_mailboxes, must_end);
  const auto go_on = [this, &of] {
    if (goes_on_early_) run_batch(of);
  };
  if (rings_)
    return std::make_unique<RingRouter>(network_, *rings_, worker, record, to_mailboxes, must_end, go_on);
  return std::make_unique<Router>(network_, worker, record, to_mailboxes, must_end);
}

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
  if (execution_.monitor != nullptr) execution_.monitor->pes.store(topology_->pes(), std::memory_order_relaxed);
  if (execution_.pace) pacer_.emplace(*execution_.pace, parameters_.tick, steady_wall_clock());
  run_team(network_.workers(), [this](int w) { work(w); });
  last_words_.reset();
  if (const auto pe = stacks_.overran())
    throw HostLimitError(
        fmt::format("stacks: PE {} used more than its stack of {}, and there are more PEs than "
                    "guards (vm.max_map_count); give a larger stack (--stack)",
                    *pe, bytes_to_string(stacks_.asked())));
  throw_if_failed();
  return make_report();
}

std::unique_ptr<PeContext> Run::make_context(Rank rank, std::function<void()> body) {
  return execution_.engine == PeEngine::fibers ? make_fiber(stacks_, rank, std::move(body))
                                               : make_thread(stacks_, rank, std::move(body));
}
std::unique_ptr<PeContext> Worker::make_context(Rank rank, std::function<void()> body) {
  return run->make_context(rank, std::move(body));
}

std::string Run::time_text(Ticks time) const {
  return toruscope::detail::time_text(time, parameters_);
}

// --- the plan, on one worker while all others wait -------------------------------------------------------------------

void Run::plan() {
  resolve_meetings();
  flush_outboxes();
  announce_sends();
  int ended = 0;
  bool has_errors = differs_.load(std::memory_order_relaxed);
  bool is_anyone_runnable = false;
  for (const auto& w : workers_) {
    ended += w->ended;
    has_errors = has_errors || !w->failed.empty() || !w->violators.empty();
    is_anyone_runnable = is_anyone_runnable || !w->runnable.empty();
  }
  Ticks earliest_arrival = kNever;
  for (const auto& router : routers_) earliest_arrival = std::min(earliest_arrival, router->earliest_arrival());
  const Ticks turn = earliest_turn();
  const Due due = next_due();
  // A PE may go on with a message, or with the end of a send.
  const Ticks earliest_news = std::min(earliest_arrival, earliest_leave());
  // Nothing can happen before the earliest action: an error before it stays the earliest.
  const Ticks earliest = std::min({earliest_news, earliest_action(), turn, due.when});
  update_monitor(earliest);
  keep_pace(earliest);
  complete_before_ = std::max(complete_before_, earliest);
  windows_known_before_ = is_strict() ? std::min(earliest, earliest_window()) : earliest;
  const std::optional<Failure> failure = has_errors ? earliest_failure() : std::nullopt;
  if (failure && windows_known_before_ > failure->when) {
    stop_for(Stopping::errors);
  } else if (ended == topology_->pes() && earliest_arrival == kNever && due.when == kNever && !is_jammed()) {
    stop_for(Stopping::finished);
  } else if (must_stop()) {
    plan_stop();
  } else if (is_anyone_runnable) {
    next_ = Next::pes;
  } else if (is_due(due, earliest_news, turn)) {
    next_ = Next::pes;  // to plan again
    settle_due(due);
  } else if (turn < earliest_news && turn <= due.when && is_quiet(turn)) {
    next_ = Next::pes;
    give_turns(turn, std::min(earliest_news, due.when));
  } else if (earliest_arrival != kNever) {
    const auto after = [](Ticks tick) { return tick == kNever ? kNever : tick + Ticks{1}; };
    const Ticks may_send =
        std::min({earliest_news, after(turn), due.kind == Due::Kind::worm ? due.when : after(due.when)});
    plan_network(ended == topology_->pes() ? kNever : may_send);
  } else {
    stop_for(Stopping::deadlock);
    report_deadlock();
  }
}

void Run::keep_pace(Ticks earliest) {
  if (!pacer_) return;
  Ticks next = earliest;
  if (earliest == kNever)  // the run ends
    for (const Pe& pe : pes_) next = std::max(next == kNever ? Ticks{} : next, pe.clock().time);
  pacer_->wait_until(next, [this] { return must_stop(); });
}

void Run::stop_for(Stopping why) {
  stopping_ = why;
  next_ = Next::stop;
}

/// The earliest clock of a PE that can go on now.
Ticks Run::earliest_action() const {
  Ticks earliest = kNever;
  for (const auto& worker : workers_)
    for (const Pe* pe : worker->runnable) earliest = std::min(earliest, pe->clock().time);
  return earliest;
}

/// When a PE learns, at the earliest, that a worm of its has left.
Ticks Run::earliest_leave() const {
  return parameters_.injection == Injection::direct ? routers_[0]->earliest_leave() : kNever;
}

/// When the reception of a message under way begins at the earliest (policy strict).
Ticks Run::earliest_window() const {
  const Ticks startup = parameters_.injection == Injection::direct ? costs_.ts : Ticks{};
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest_reception(startup));
  return earliest;
}

/// The run is ended from outside: by the time limit or by Ctrl-C.
void Run::plan_stop() {
  const bool is_limit = stop_asked_.load(std::memory_order_relaxed);
  stop_for(is_limit ? Stopping::limit : Stopping::interrupt);
  for (const Pe& pe : pes_) reached_ = std::max(reached_, pe.clock().time);
  const std::string why =
      is_limit ? fmt::format("time limit: the run was ended after {} ms", execution_.time_limit->count())
               : "interrupted";
  stop_report_ = describe_waiting(fmt::format("{} at {}", why, time_text(reached_)), pes_, false);
}

void Run::flush_outboxes() {
  for (const auto& worker : workers_) {
    const Emptied emptied(worker->outbox);
    for (Message* m : worker->outbox) routers_[0]->inject(m);
  }
}

void Run::plan_network(Ticks may_send) {
  next_ = Next::network;
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest());
  // No PE goes on before may_send, and its header asks ts later. If that is now (no lookahead at all), the headers of
  // this tick are served, then the PEs go on, until the tick is quiet (T7).
  horizon_ = may_send == kNever ? kNever : std::max(may_send + costs_.ts, earliest + Ticks{1});
  ++windows_;
  plan_window();
}

/// Of a single worker whose PEs have gone on already: if messages are all that can come next, as plan() would find by asking
/// for all else, the next network phase is planned.
bool Run::plan_next_network() {
  const Worker& all = *workers_[0];
  const bool is_watched = is_strict() || execution_.monitor != nullptr;
  if (!rings_ || !goes_on_early_ || network_.workers() != 1 || has_announced_ || is_watched) return false;
  const bool waits_for_messages = all.runnable.empty() && all.met.empty() && all.in_turn.empty() &&
                                  all.senders.empty() && all.announced.empty();
  const bool is_well = all.failed.empty() && !all.host_error && !differs_.load(std::memory_order_relaxed);
  const Ticks arrival = routers_[0]->earliest_arrival();
  if (!waits_for_messages || !is_well || must_stop() || arrival == kNever || all.ended == topology_->pes())
    return false;
  complete_before_ = windows_known_before_ = std::max(complete_before_, arrival);
  plan_network(arrival);
  return true;
}

/// Nothing happens before `reached` any more.
void Run::update_monitor(Ticks reached) {
  if (execution_.monitor == nullptr) return;
  std::int64_t delivered = 0;
  int ended = 0;
  for (const auto& w : workers_) {
    delivered += w->delivered;
    ended += w->ended;
  }
  RunMonitor& monitor = *execution_.monitor;
  if (reached != kNever) monitor.virtual_time.store(reached.count, std::memory_order_relaxed);
  monitor.messages.store(delivered, std::memory_order_relaxed);
  monitor.finished.store(ended, std::memory_order_relaxed);
}

void Run::plan_window() {
  Ticks earliest = kNever;
  for (const auto& router : routers_) earliest = std::min(earliest, router->earliest());
  update_monitor(earliest);
  if (earliest >= horizon_ || must_stop()) {
    window_end_ = {-1};
  } else if (const Ticks ahead = network_.lookahead(); rings_ || ahead == Ticks{} || ahead == kNever) {
    window_end_ = horizon_;
  } else {
    window_end_ = std::min(horizon_, earliest + ahead);
  }
}

}  // namespace toruscope::detail
