// SPDX-License-Identifier: Apache-2.0
// One run of a program on a machine: PEs, network, workers, and the alternation of their phases.
//
//   PE phase        every worker runs its PEs until each of them waits or has ended
//   plan            one worker, while all others wait: meetings, end, errors, turns, deadlock,
//                   horizon
//   network phase   the network serves the headers that ask before the horizon, on all workers; PEs
//                   may go on meanwhile
//
// Threads     Everything in a node belongs to the worker that runs it; two workers share only what
//             the network's engine says, and the barrier. In the plan, one worker reaches into the
//             nodes of others for meetings, groups, announcements (T11), turns and sends that are
//             due, and failures; all else that it knows of them is their summaries, plain data.
// Not here    The plan (engine/plan.hpp), why a run ends (engine/ending.hpp), its report
//             (engine/reports.hpp).
// Source      docs/determinism.md.

#pragma once

#include "runtime/channel/team_barrier.hpp"
#include "runtime/engine/ending.hpp"
#include "runtime/engine/failures.hpp"
#include "runtime/engine/group_table.hpp"
#include "runtime/engine/line_sink.hpp"
#include "runtime/engine/pe_array.hpp"
#include "runtime/engine/plan.hpp"
#include "runtime/engine/reports.hpp"
#include "runtime/engine/stack.hpp"
#include "runtime/engine/worker.hpp"
#include "runtime/model/length_limit.hpp"
#include "runtime/network/network.hpp"
#include "runtime/network/wiring.hpp"
#include "runtime/pe/pe.hpp"
#include "runtime/trace/observers.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace toruscope::core {

class Run final : public NetworkClient {
 public:
  Run(TopologyPtr topology, const Parameters& parameters, const Costs& costs, const Execution& execution,
      const std::function<void(Communicator&)>& program);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() override;

  /// Runs to the end. Errors: as Machine::run; the printed lines are kept.
  Report execute();
  /// The reports, for use after execute() has thrown.
  [[nodiscard]] Reports& reports() { return reports_; }

  // --- what a PE needs ---------------------------------------------------------------------------
  void measure_way(Message& message) const { wiring_.measure_way(message); }
  void add_handshake(Stamp& stamp, Rank from, Rank to) const { wiring_.add_handshake(stamp, from, to); }
  std::unique_ptr<PeContext> make_context(Rank rank, std::function<void()> body);
  [[nodiscard]] GroupTable& groups() { return groups_; }
  /// The reason for ending the run while it ends before all PEs have.
  [[nodiscard]] const LastWords* last_words() const { return ending_.last_words(); }

 private:
  void check_set_up() const;
  [[nodiscard]] std::vector<std::unique_ptr<Worker>> make_workers();
  [[nodiscard]] std::jthread start_timer();
  void work(int index);
  void plan(Worker& worker);
  void plan_once();
  [[nodiscard]] bool can_run_alone(const Worker& worker) const;
  void advance_network(Worker& worker);
  /// Reports progress: nothing happens before `reached` any more.
  void tell_progress(Ticks reached) const;
  [[nodiscard]] std::exception_ptr refusal() const;
  void add_host(HostReport& host) const;
  // NetworkClient
  [[nodiscard]] bool must_stop() const override { return terms_.must_stop(); }
  void deliver(int worker, std::span<Message* const> messages) override;
  void deliver_one(int worker, Message* message) override;
  void tail_left(Message* message, Ticks when) override;
  void resume_pes(int worker) override;
  void hold_pes(bool hold) override { are_pes_held_ = hold; }
  void note_reached(Ticks reached) override { tell_progress(reached); }
  void note_refusal(int worker) override { workers_[static_cast<std::size_t>(worker)]->note_refusal(); }
  [[nodiscard]] bool has_refused(int worker) const override {
    return workers_[static_cast<std::size_t>(worker)]->host_error != nullptr;
  }
  void delay(int worker) override { workers_[static_cast<std::size_t>(worker)]->perturbation.maybe_delay(); }

  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  const TopologyPtr topology_;
  const Parameters& parameters_;
  const Costs& costs_;
  const Execution execution_;
  const ContextKind& kind_;  // of the PEs' contexts
  /// true: PEs may go on in the network phase, as what they send asks at the horizon or later
  const bool goes_on_early_ = costs_.least().ts > Ticks{};

  Wiring wiring_;
  const LengthLimit length_limit_;
  GroupTable groups_;
  PlanKnowledge known_;
  bool are_pes_held_ = false;  // a worker serves for others
  // by the time limit, by a sink, or because this computer has refused something
  std::atomic<bool> stop_asked_{false};
  const RunTerms terms_;
  const Observers observers_;
  StackPool stacks_;
  const PePhase pe_phase_;
  const std::vector<std::unique_ptr<Worker>> workers_;
  const std::vector<PeHost*> hosts_;  // the workers, for code that knows PEs and no workers
  PeArray pes_;
  const Failures failures_;

  TeamBarrier barrier_;
  const std::unique_ptr<Network> network_;
  Ending ending_;
  Plan plan_;
  Reports reports_;
  LineSink lines_;
};

}  // namespace toruscope::core
