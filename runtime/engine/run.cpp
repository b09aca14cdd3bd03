// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/run.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/processors.hpp"
#include "runtime/core/thread_limits.hpp"
#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/team.hpp"
#include "runtime/pe/prefetch.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <condition_variable>
#include <fmt/core.h>
#include <mutex>
#include <set>
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

std::vector<PeHost*> hosts_of(const std::vector<std::unique_ptr<Worker>>& workers) {
  std::vector<PeHost*> hosts;
  for (const auto& worker : workers) hosts.push_back(worker.get());
  return hosts;
}

/// Messages that nobody received, by receiver.
std::vector<UnclaimedMessage> unclaimed_messages(const PeArray& pes) {
  std::vector<const Message*> all;
  for (const Pe& pe : pes) {
    const auto here = pe.mailbox().unclaimed();
    all.insert(all.end(), here.begin(), here.end());
  }
  const auto key = [](const Message* m) { return std::tuple(m->destination, m->source, m->sequence); };
  std::sort(all.begin(), all.end(), [&](const Message* a, const Message* b) { return key(a) < key(b); });
  std::vector<UnclaimedMessage> told;
  for (const Message* m : all)
    told.push_back(
        {m->source, m->destination, m->tag, static_cast<std::int64_t>(m->bytes), m->posted, m->asks});
  return told;
}

/// Refuses a run in which somebody was sent what nobody received.
void check_unclaimed(const std::vector<UnclaimedMessage>& unclaimed, const Parameters& parameters) {
  if (unclaimed.empty()) return;
  const UnclaimedMessage& first = unclaimed.front();
  throw ProgramError(
      fmt::format("end of run: {} {} never received; the first is {} -> {}, tag {}, {}, sent at {}",
                  counted(unclaimed.size(), "message"), unclaimed.size() == 1 ? "was" : "were", first.source,
                  first.destination, first.tag, counted(first.bytes, "byte"),
                  core::time_text(first.posted, parameters)),
      first.destination, first.arrival);
}

}  // namespace

// --- life ----------------------------------------------------------------------------------------

Run::Run(TopologyPtr topology, const Parameters& parameters, const Costs& costs, const Execution& execution,
         const std::function<void(Communicator&)>& program)
    : topology_(std::move(topology)),
      parameters_(parameters),
      costs_(costs),
      execution_(execution),
      kind_(context_kind(execution.engine)),
      wiring_(*topology_, costs, parameters, count_workers(execution, topology_->pes()),
              execution.channel_capacity),
      length_limit_(costs.most(), wiring_.dearest(), topology_->longest_route(),
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
             .may_overtake = costs.least().latency != costs.most().latency,
             .are_send_ends_unknown =
                 parameters.switching == Switching::wormhole && parameters.injection == Injection::direct,
             .known = known_,
             .stop_asked = stop_asked_},
      observers_(execution, wiring_.workers(), topology_->pes(), &stop_asked_),
      stacks_(topology_->pes(), execution.stack_bytes, kind_.stack_extra,
              PeArray::room_above_stack(topology_->pes()), [this] { check_set_up(); }),
      pe_phase_(terms_, wiring_.workers()),
      workers_(make_workers()),
      hosts_(hosts_of(workers_)),
      pes_(topology_->pes(), stacks_),
      failures_(hosts_, groups_, terms_),
      barrier_(wiring_.workers()),
      network_(make_network({.wiring = wiring_,
                             .parameters = parameters_,
                             .team = barrier_,
                             .client = *this,
                             .observers = observers_,
                             .is_perturbed = execution.perturb.has_value()},
                            execution.network)),
      plan_({.terms = terms_,
             .wiring = wiring_,
             .hosts = hosts_,
             .pes = pes_,
             .groups = groups_,
             .network = *network_,
             .known = known_,
             .failures = failures_,
             .ending = ending_}),
      reports_({.terms = terms_,
                .topology = topology_,
                .wiring = wiring_,
                .hosts = hosts_,
                .pes = pes_,
                .network = *network_,
                .observers = observers_,
                .ending = ending_}),
      lines_(execution_.line_sink, hosts_) {
  for (const auto& worker : workers_) worker->network = network_.get();
  for (Node node = 0; node < topology_->pes(); ++node) {
    check_set_up();
    Worker& worker = *workers_[static_cast<std::size_t>(wiring_.pe_owner(node))];
    worker.runnable.push_back(&pes_.add(terms_, worker, node));
  }
  // So that nothing is allocated to hold a PE that can go on, or has failed.
  for (const auto& worker : workers_) {
    worker->batch.pes.reserve(worker->runnable.size());
    worker->failed.reserve(worker->runnable.size());
  }
}

Run::~Run() = default;

/// Ends a run that is to stop before it begins: very many PEs take seconds.
void Run::check_set_up() const {
  if (terms_.must_stop())
    throw InterruptedError(fmt::format("interrupted while {} were set up; none of them had begun",
                                       counted(topology_->pes(), "PE")));
  if (execution_.time_limit && std::chrono::steady_clock::now() - begun_ > *execution_.time_limit)
    throw HostLimitError(fmt::format("time limit: {} ms had passed while {} were set up; give a longer one",
                                     execution_.time_limit->count(), counted(topology_->pes(), "PE")));
}

std::vector<std::unique_ptr<Worker>> Run::make_workers() {
  std::vector<std::unique_ptr<Worker>> workers;
  for (int w = 0; w < wiring_.workers(); ++w)
    workers.push_back(std::make_unique<Worker>(*this, w, execution_, observers_, pe_phase_, stop_asked_));
  return workers;
}

Report Run::execute() {
  const std::jthread timer = start_timer();
  run_team(wiring_.workers(), [this](int w) { work(w); });
  ending_.forget_last_words();
  if (const auto pe = stacks_.overran())
    throw HostLimitError(
        fmt::format("stacks: PE {} used more than its stack of {}, and there are more PEs than "
                    "guards (vm.max_map_count); give a larger stack (--stack)",
                    *pe, bytes_to_string(stacks_.asked())));
  // of a failure what was printed later is there by chance
  lines_.pass_on_before(ending_.failure() ? ending_.failure()->when + Ticks{1} : kNever);
  ending_.throw_error(failures_.earliest());
  std::vector<UnclaimedMessage> unclaimed = unclaimed_messages(pes_);
  if (!execution_.tell_unclaimed) check_unclaimed(unclaimed, parameters_);
  Report report = reports_.make();
  report.unclaimed = std::move(unclaimed);
  add_host(report.host);
  return report;
}

/// Asks the run to stop when its time is over; empty without a time limit.
std::jthread Run::start_timer() {
  if (!execution_.time_limit) return {};
  return within_thread_limits([this] {
    return std::jthread([this](const std::stop_token& stop) {
      std::mutex mutex;
      std::condition_variable_any alarm;
      std::unique_lock lock(mutex);
      const auto limit = std::min<std::chrono::milliseconds>(*execution_.time_limit, kLongestLimit);
      alarm.wait_for(lock, stop, limit, [] { return false; });
      if (!stop.stop_requested()) stop_asked_.store(true, std::memory_order_relaxed);
    });
  });
}

void Run::add_host(HostReport& host) const {
  std::set<std::thread::id> threads;
  for (const auto& worker : workers_) threads.insert(worker->thread);
  host.workers = wiring_.workers();
  host.threads = kind_.is_thread ? topology_->pes() : static_cast<int>(threads.size());
  host.engine = kind_.name;
  host.network = network_->name();
  host.stacks_per_guard = stacks_.guards_every();
  host.windows = plan_.windows();
}

// --- phases --------------------------------------------------------------------------------------

void Run::work(int index) {
  Worker& worker = *workers_[static_cast<std::size_t>(index)];
  worker.thread = std::this_thread::get_id();
  const FaultWatch watch(stacks_);
  for (;;) {
    pe_phase_.run(worker);
    barrier_.meet([&] { plan(worker); });
    if (ending_.has_come()) break;
    if (plan_.is_network_next()) advance_network(worker);
  }
  PePhase::unwind(worker, pes_);
}

/// Plans, and carries out for all workers the phases that are this one's alone: the others need not
/// come for them.
void Run::plan(Worker& worker) {
  for (;;) {
    plan_once();
    if (ending_.has_come()) return;
    if (plan_.is_network_next()) {
      if (!network_->advance_alone()) return;
    } else {
      if (!can_run_alone(worker)) return;
      pe_phase_.run(worker);
    }
  }
}

/// True if no PE of another worker can go on.
bool Run::can_run_alone(const Worker& worker) const {
  return workers_.size() > 1 && std::all_of(workers_.begin(), workers_.end(), [&](const auto& other) {
           return other.get() == &worker || other->runnable.empty();
         });
}

/// Plans the next phase. Once this computer has refused something, PEs and network may be torn:
/// nobody looks at them any more.
void Run::plan_once() {
  if (!refusal())
    workers_[0]->keep_host_error([this] {
      observers_.check();
      plan_.make();
      // else the network has told it
      if (!plan_.is_network_next()) tell_progress(known_.complete_before);
      if (!ending_.has_come()) lines_.pass_on_before(known_.complete_before);
    });
  if (const auto what = refusal()) ending_.end_by_host(what);
  if (!ending_.has_come()) return;
  workers_[0]->keep_host_error([this] {
    ending_.prepare_last_words();
    reports_.keep_failed();  // last: it may need more memory than there is
  });
}

std::exception_ptr Run::refusal() const {
  for (const auto& worker : workers_)
    if (worker->host_error) return worker->host_error;
  return nullptr;
}

void Run::advance_network(Worker& worker) {
  do {
    network_->advance(worker.index);
  } while (plan_.plan_next_network_phase());
}

void Run::tell_progress(Ticks reached) const {
  if (workers_[0]->progress == nullptr) return;
  Progress progress{.reached = reached};
  for (const auto& worker : workers_) {
    progress.delivered += worker->delivered;
    progress.ended += worker->ended;
  }
  workers_[0]->progress->tell(progress);
}

// --- for PEs and network -------------------------------------------------------------------------

std::unique_ptr<PeContext> Run::make_context(Rank rank, std::function<void()> body) {
  return kind_.make(rank, stacks_, rank, std::move(body));
}

namespace {

[[gnu::always_inline]] inline void deliver_to(Pe& pe, Message* message) {
  if (pe.deliver(message)) pe.host().runnable.push_back(&pe);
}

}  // namespace

void Run::deliver(int worker, std::span<Message* const> messages) {
  constexpr std::size_t kAhead = 4;  // messages between two steps
  const auto receiver = [&](std::size_t i) -> Pe& {
    return pes_[static_cast<std::size_t>(messages[i]->destination)];
  };
  workers_[static_cast<std::size_t>(worker)]->delivered += static_cast<std::int64_t>(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (pe_phase_.are_cold()) {
      if (i + 3 * kAhead < messages.size()) prefetch_for_delivery(receiver(i + 3 * kAhead));
      if (i + 2 * kAhead < messages.size()) prefetch_wait(receiver(i + 2 * kAhead));
      if (i + kAhead < messages.size()) prefetch_awaited(receiver(i + kAhead));
    }
    deliver_to(receiver(i), messages[i]);
  }
}

void Run::deliver_one(int worker, Message* message) {
  ++workers_[static_cast<std::size_t>(worker)]->delivered;
  deliver_to(pes_[static_cast<std::size_t>(message->destination)], message);
}

void Run::resume_pes(int worker) {
  Worker& here = *workers_[static_cast<std::size_t>(worker)];
  if (goes_on_early_ && !are_pes_held_ && !here.runnable.empty()) pe_phase_.run(here);
}

void Run::tail_left(Message* message, Ticks when) {
  if (parameters_.injection == Injection::buffered) return;  // the router had taken it over
  Pe& pe = pes_[static_cast<std::size_t>(message->source)];
  if (pe.sends().tail_left(*message, when)) pe.host().runnable.push_back(&pe);
}

}  // namespace toruscope::core
