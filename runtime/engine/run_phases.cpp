// SPDX-License-Identifier: Apache-2.0
// What each worker does of a run: its PEs run until they wait, the network advances to the horizon; between them all meet.
//
// Source      docs/determinism.md, "Phases".

#include "runtime/core/check.hpp"
#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/pe/prefetch.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace toruscope::core {

void Perturbation::maybe_delay() {
  if (!is_on_) return;
  const std::uint64_t draw = random_();
  // No yield: on a busy computer it gives away a whole time slice, a thousand times longer than these.
  if (draw % 64 == 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(draw / 64 % 4));
  } else if (draw % 16 == 0) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(draw / 64 % 4096);
    while (std::chrono::steady_clock::now() < end) {
    }
  }
}

void Perturbation::shuffle(std::vector<Pe*>& pes) {
  if (is_on_) std::shuffle(pes.begin(), pes.end(), random_);
}

void Worker::note_refusal() {
  run->note_refusal(*this);
}

void Run::note_refusal(Worker& worker) {
  if (!worker.host_error) worker.host_error = std::current_exception();
  stop_asked_.store(true, std::memory_order_relaxed);
}

template <class Action>
void Run::keep_host_error(Worker& worker, const Action& action) {
  try {
    action();
  } catch (...) {
    note_refusal(worker);
  }
}

void Run::work(int index) {
  Worker& worker = *workers_[static_cast<std::size_t>(index)];
  worker.thread = std::this_thread::get_id();
  const FaultWatch watch(stacks_);
  for (;;) {
    run_batch(worker);
    barrier_.meet([this] { plan_if_well(); });
    if (next_ == Next::stop) break;
    if (next_ == Next::network) run_network(worker);
  }
  unwind_pes(index);
}

/// Once this computer has refused something, PEs and network may be torn: nobody looks at them any more.
void Run::plan_if_well() {
  const auto refusal = [&]() -> std::exception_ptr {
    for (const auto& worker : workers_)
      if (worker->host_error) return worker->host_error;
    return nullptr;
  };
  if (!refusal()) keep_host_error(*workers_[0], [this] { plan(); });
  if (const auto what = refusal()) ending_.end_by_host(what);
  if (ending_.why() == Ending::Why::not_yet) return;
  next_ = Next::stop;
  keep_host_error(*workers_[0], [this] {
    const bool has_failed = ending_.why() == Ending::Why::errors;
    ending_.prepare_last_words(ending_.error(has_failed ? earliest_failure() : std::nullopt));
  });
}

/// Those that can go on now.
void Run::run_batch(Worker& worker) {
  constexpr std::size_t kMany = 16;   // fewer than that find all they want in the host's caches
  constexpr std::size_t kFew = 1024;  // PEs of a worker have their stacks there (bench/EXPERIMENTS.md)
  Batch& batch = worker.batch;
  batch.pes.swap(worker.runnable);
  worker.perturbation.shuffle(batch.pes);
  batch.next = 0;
  batch.are_cold = batch.pes.size() >= kMany;
  const bool are_few = pes_.size() <= kFew * static_cast<std::size_t>(wiring_.workers());
  batch.switches_directly = execution_.engine == PeEngine::fibers && are_few && !worker.perturbation.refrains();
  while (Pe* pe = next_of_batch(worker)) {
    note_running(worker, *pe);
    keep_host_error(worker, [&] { pe->resume(); });
  }
  batch.switches_directly = false;  // a run that is ended is unwound PE by PE
  batch.pes.clear();
  if (worker.progress != nullptr) worker.progress->note_running(-1);
}

/// Null: it is over, or the run has to end.
Pe* Run::next_of_batch(Worker& worker) {
  Batch& batch = worker.batch;
  if (batch.to_start != nullptr) return std::exchange(batch.to_start, nullptr);
  if (batch.next == batch.pes.size() || must_stop() || worker.host_error) return nullptr;
  if (batch.are_cold) prefetch_after(batch.pes, batch.next);
  return batch.pes[batch.next++];
}

PeContext* Run::switch_from(Worker& worker, Pe& waiting) {
  // What is done here for another PE, be it to tell its error, must not be what uses up the stack of this one.
  constexpr std::ptrdiff_t kRoom = std::ptrdiff_t{16} << 10U;
  const auto* here = static_cast<const std::byte*>(__builtin_frame_address(0));
  if (here - stacks_.bottom(waiting.rank()) < kRoom) return nullptr;
  PeContext* next = nullptr;
  keep_host_error(worker, [&] {
    waiting.calls().post_round_sends();
    Pe* const pe = next_of_batch(worker);
    TORUSCOPE_CHECK(pe != &waiting, "it waits, and can go on: PE",
                    waiting.rank());  // nothing comes to it so early
    if (pe != nullptr && pe->body().has_started()) {
      note_running(worker, *pe);
      next = &pe->go_on();
    } else {
      worker.batch.to_start = pe;
    }
  });
  return next;
}

PeContext* Worker::next_after(Pe* waiting) {
  PeContext* const next = batch.has_direct_next() ? run->switch_from(*this, *waiting) : nullptr;
  if (next == nullptr) gave_back = waiting;
  return next;
}

void Run::note_running(Worker& worker, const Pe& pe) {
  worker.perturbation.maybe_delay();
  if (worker.progress != nullptr) worker.progress->note_running(pe.rank());
}

void Run::run_network(Worker& worker) {
  do {
    network_->advance(worker.index);
  } while (plan_next_network());
}

void Run::unwind_pes(int index) {
  for (Pe& pe : pes_)
    if (wiring_.pe_owner(pe.rank()) == index)
      keep_host_error(*workers_[static_cast<std::size_t>(index)], [&] { pe.unwind(); });
}

void Worker::inject(Message* message) {
  run->inject(*this, message);
}

void Worker::measure_way(Message& message) const {
  run->measure_way(message);
}

void Run::inject(Worker& worker, Message* message) {
  try {
    network_->inject(worker.index, message);
  } catch (...) {  // the message is lost, whatever its PE makes of that
    note_refusal(worker);
    throw;
  }
}

void Run::deliver(int worker, std::span<Message* const> messages) {
  constexpr std::size_t kAhead = 4;  // messages between two steps
  const auto receiver = [&](std::size_t i) -> Pe& {
    return pes_[static_cast<std::size_t>(messages[i]->destination)];
  };
  workers_[static_cast<std::size_t>(worker)]->delivered += static_cast<std::int64_t>(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (i + 2 * kAhead < messages.size()) prefetch_for_delivery(receiver(i + 2 * kAhead));
    if (i + kAhead < messages.size()) prefetch_awaited(receiver(i + kAhead));
    Pe& pe = receiver(i);
    if (pe.deliver(messages[i])) pe.host().runnable.push_back(&pe);
  }
}

void Run::resume_pes(int worker) {
  Worker& here = *workers_[static_cast<std::size_t>(worker)];
  if (goes_on_early_ && !here.runnable.empty()) run_batch(here);
}

void Run::tail_left(Message* message, Ticks when) {
  if (parameters_.injection == Injection::buffered) return;  // the router had taken it over
  Pe& pe = pes_[static_cast<std::size_t>(message->source)];
  if (pe.sends().tail_left(*message, when)) pe.host().runnable.push_back(&pe);
}

}  // namespace toruscope::core
