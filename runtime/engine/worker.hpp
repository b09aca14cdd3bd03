// SPDX-License-Identifier: Apache-2.0
// A worker: the PEs that it runs one after the other, and what else it owns besides its nodes.
//
// Threads     Belongs to its thread; in the plan, while all workers wait, to the plan.

#pragma once

#include "runtime/engine/pe_phase.hpp"
#include "runtime/engine/strand_stacks.hpp"
#include "runtime/pe/pe.hpp"
#include "runtime/trace/observers.hpp"

#include <toruscope/machine.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace toruscope::core {

class Network;
class Run;

/// Host delays for tests: seeded, different for each worker, never seen by the program.
class Perturbation {
 public:
  Perturbation(std::optional<std::uint64_t> seed, int worker)
      : is_on_(seed.has_value()), random_(seed.value_or(0) * 1000003 + static_cast<std::uint64_t>(worker)) {}
  [[nodiscard]] bool is_on() const { return is_on_; }
  /// Now and then wastes a moment or gives the processor away.
  void maybe_delay() {
    if (is_on_) [[unlikely]]
      delay();
  }
  /// Shuffles `pes`; clears `switches_directly` at random.
  [[gnu::noinline]] void disturb(std::vector<Pe*>& pes, bool& switches_directly);

 private:
  void delay();

  bool is_on_;
  RandomSource random_;
};

/// The PEs that one worker runs one after the other.
struct Batch {
  std::vector<Pe*> pes;            // could go on when it began
  std::size_t next = 0;            // of these
  std::size_t end = 0;             // of these
  int left = 0;                    // batches of this phase after it, at most
  bool switches_directly = false;  // a PE that waits gives control to the next itself
  // the next, between PePhase::switch_from() and its worker's next step: it has no context yet
  Pe* to_start = nullptr;
};

/// The things that one worker owns besides its nodes.
struct Worker final : PeHost {
  Worker(Run& of, int i, const Execution& execution, const Observers& observers, const PePhase& pe_phase,
         std::atomic<bool>& stop_asked)
      : PeHost(execution.data == Data::carried, observers.of(i), observers.paths(i)),
        run(of),
        index(i),
        progress(observers.progress(i)),
        phase(pe_phase),
        stop(stop_asked),
        strand_stacks(context_kind(execution.engine), execution.stack_bytes),
        perturbation(execution.perturb, i) {}

  /// Does something that this computer may refuse; then the run ends, for all workers.
  template <class Action>
  void keep_host_error(const Action& action) {
    try {
      action();
    } catch (...) {
      note_refusal();
    }
  }

  void inject(Message* message) override;
  void measure_way(Message& message) const override;
  void add_handshake(Stamp& stamp, Rank from, Rank to) const override;
  std::unique_ptr<PeContext> make_context(Rank rank, std::function<void()> body) override;
  std::unique_ptr<PeContext> make_strand_context(Rank rank, std::function<void()> body) override;
  Group& grid_within(const Group& group, Rank in_group, const std::vector<bool>& keep) override;
  GroupHandle next_group(const Group& parent, std::uint32_t context, Rank rank,
                         const Successor& successor) override;
  PeContext* next_after(Pe* waiting) override;
  void note_refusal() override;

  Run& run;
  Network* network = nullptr;  // the run's, once it is made
  const int index;
  const Observer* const progress;  // null: nobody watches
  const PePhase& phase;
  std::atomic<bool>& stop;  // of the run
  StrandStacks strand_stacks;
  Batch batch;  // in this PE phase
  std::int64_t delivered = 0;
  std::thread::id thread;
  std::exception_ptr host_error;  // this computer has refused something
  Perturbation perturbation;
};

}  // namespace toruscope::core
