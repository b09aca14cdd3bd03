// SPDX-License-Identifier: Apache-2.0
// What each worker does of a run: its PEs run until they wait, the network advances to the horizon; between them all meet.
//
// Source      docs/determinism.md, "Phases".

#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/pe/prefetch.hpp"

#include <thread>

namespace toruscope::core {

void Run::work(int index) {
  Worker& worker = *workers_[static_cast<std::size_t>(index)];
  worker.thread = std::this_thread::get_id();
  const FaultWatch watch(stacks_);
  for (;;) {
    pe_phase_.run(worker);
    barrier_.meet([this] { plan_if_well(); });
    if (next_ == Next::stop) break;
    if (next_ == Next::network) run_network(worker);
  }
  PePhase::unwind(worker, pes_);
}

/// Once this computer has refused something, PEs and network may be torn: nobody looks at them any more.
void Run::plan_if_well() {
  const auto refusal = [&]() -> std::exception_ptr {
    for (const auto& worker : workers_)
      if (worker->host_error) return worker->host_error;
    return nullptr;
  };
  if (!refusal())
    workers_[0]->keep_host_error([this] {
      observers_.check();
      plan();
    });
  if (const auto what = refusal()) ending_.end_by_host(what);
  if (ending_.why() == Ending::Why::not_yet) return;
  next_ = Next::stop;
  workers_[0]->keep_host_error([this] {
    const bool has_failed = ending_.why() == Ending::Why::errors;
    ending_.prepare_last_words(ending_.error(has_failed ? earliest_failure() : std::nullopt));
    keep_failed_report();  // last: it may need more memory than there is
  });
}

void Run::run_network(Worker& worker) {
  do {
    network_->advance(worker.index);
  } while (plan_next_network());
}

void Run::inject(Worker& worker, Message* message) {
  try {
    network_->inject(worker.index, message);
  } catch (...) {  // the message is lost, whatever its PE makes of that
    worker.note_refusal();
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
    if (i + 3 * kAhead < messages.size()) prefetch_for_delivery(receiver(i + 3 * kAhead));
    if (i + 2 * kAhead < messages.size()) prefetch_wait(receiver(i + 2 * kAhead));
    if (i + kAhead < messages.size()) prefetch_awaited(receiver(i + kAhead));
    Pe& pe = receiver(i);
    if (pe.deliver(messages[i])) pe.host().runnable.push_back(&pe);
  }
}

void Run::resume_pes(int worker) {
  Worker& here = *workers_[static_cast<std::size_t>(worker)];
  if (goes_on_early_ && !here.runnable.empty()) pe_phase_.run(here);
}

void Run::tail_left(Message* message, Ticks when) {
  if (parameters_.injection == Injection::buffered) return;  // the router had taken it over
  Pe& pe = pes_[static_cast<std::size_t>(message->source)];
  if (pe.sends().tail_left(*message, when)) pe.host().runnable.push_back(&pe);
}

}  // namespace toruscope::core
