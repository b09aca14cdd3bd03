// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/worker.hpp"

#include "runtime/engine/run.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace toruscope::core {

void Perturbation::delay() {
  const std::uint64_t draw = random_();
  // No yield: on a busy computer it gives away a whole time slice, a thousand times longer than
  // these.
  if (draw % 64 == 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(draw / 64 % 4));
  } else if (draw % 16 == 0) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(draw / 64 % 4096);
    while (std::chrono::steady_clock::now() < end) {
    }
  }
}

void Perturbation::disturb(std::vector<Pe*>& pes, bool& switches_directly) {
  std::shuffle(pes.begin(), pes.end(), random_);
  switches_directly = switches_directly && random_() % 2 != 0;
}

void Worker::note_refusal() {
  if (!host_error) host_error = std::current_exception();
  stop.store(true, std::memory_order_relaxed);
}

PeContext* Worker::next_after(Pe* waiting) {
  const bool may_switch = batch.switches_directly && waiting->has_one_strand();
  PeContext* const next = may_switch ? phase.switch_from(*this, *waiting) : nullptr;
  if (next == nullptr) gave_back = waiting;
  return next;
}

void Worker::inject(Message* message) {
  try {
    network->inject(index, message);
  } catch (...) {  // the message is lost, whatever its PE makes of that
    note_refusal();
    throw;
  }
}

void Worker::add_handshake(Stamp& stamp, Rank from, Rank to) const {
  run.add_handshake(stamp, from, to);
}

void Worker::measure_way(Message& message) const {
  run.measure_way(message);
}

std::unique_ptr<PeContext> Worker::make_context(Rank rank, std::function<void()> body) {
  return run.make_context(rank, std::move(body));
}

std::unique_ptr<PeContext> Worker::make_strand_context(Rank rank, std::function<void()> body) {
  return strand_stacks.make_context(rank, std::move(body));
}

Group& Worker::grid_within(const Group& group, Rank in_group, const std::vector<bool>& keep) {
  return run.groups().grid_within(group, in_group, keep);
}

GroupHandle Worker::next_group(const Group& parent, std::uint32_t context, Rank rank,
                               const Successor& successor) {
  return run.groups().next(parent, context, rank, successor);
}

}  // namespace toruscope::core
