// SPDX-License-Identifier: Apache-2.0
// One run of a program on a machine: PEs, network, workers, and the alternation of their phases.
//
//   PE phase        every worker runs its PEs until each of them waits or has ended
//   plan            one worker, while all others wait: meetings, end, errors, turns, deadlock, horizon
//   network phase   the network serves the headers that ask before the horizon, on all workers; PEs may go on meanwhile
//
// Threads     Everything in a node belongs to the worker that runs it; two workers share only what the network's engine says, and
//             the barrier. In the plan, one worker reaches into the nodes of others for meetings, groups, announcements (T11), turns
//             and sends that are due, and failures; all else that it knows of them is their summaries, plain data.
// Invariants  Nothing that the network does before the horizon can be influenced by what a PE does later.
// Not here    The decision (engine/planner.hpp), sends that wait for their receives (engine/announcements.hpp), why a run ends
//             (engine/ending.hpp).
// Source      docs/determinism.md.

#pragma once

#include "runtime/channel/team_barrier.hpp"
#include "runtime/engine/announcements.hpp"
#include "runtime/engine/ending.hpp"
#include "runtime/engine/group_table.hpp"
#include "runtime/engine/pe_array.hpp"
#include "runtime/engine/planner.hpp"
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
#include <functional>
#include <memory>
#include <optional>
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
  /// The lines printed, ordered by (virtual time, rank, sequence).
  [[nodiscard]] std::vector<PrintedLine> take_output();
  /// After execute() has thrown: what had happened by then, if it is known. `reason`: what the exception says.
  [[nodiscard]] std::optional<Report> take_failed_report(const std::string& reason);

  // --- what a PE needs -----------------------------------------------------------------------------------------
  void measure_way(Message& message) const { wiring_.measure_way(message); }
  void inject(Worker& worker, Message* message);
  std::unique_ptr<PeContext> make_context(Rank rank, std::function<void()> body);
  [[nodiscard]] GroupTable& groups() { return groups_; }
  [[nodiscard]] Worker& worker_of(Node node) {
    return *workers_[static_cast<std::size_t>(wiring_.pe_owner(node))];
  }
  /// While the run is being ended before all PEs have: why.
  [[nodiscard]] const LastWords* last_words() const { return ending_.last_words(); }

 private:
  enum class Next { pes, network, stop };

  [[nodiscard]] bool must_stop() const override { return terms_.must_stop(); }
  void work(int index);
  void run_network(Worker& worker);
  void plan_if_well();
  void plan();
  void start_announcements();
  /// What is known now, by all workers.
  [[nodiscard]] Summary summarise();
  /// Some PE has called another collective than its partners.
  [[nodiscard]] bool has_difference() const;
  [[nodiscard]] bool has_errors() const;
  void carry_out(const Decision& decision);
  void begin_network_phase(Ticks horizon);
  [[nodiscard]] bool plan_next_network();
  void end_early();
  void end_in_deadlock();
  void tell_progress(Ticks reached) const;
  [[nodiscard]] std::optional<RunFailure> earliest_failure() const;
  // NetworkClient
  void deliver(int worker, std::span<Message* const> messages) override;
  void tail_left(Message* message, Ticks when) override;
  void resume_pes(int worker) override;
  void note_reached(Ticks reached) override { tell_progress(reached); }
  void note_refusal(int worker) override { workers_[static_cast<std::size_t>(worker)]->note_refusal(); }
  [[nodiscard]] bool has_refused(int worker) const override {
    return workers_[static_cast<std::size_t>(worker)]->host_error != nullptr;
  }
  void delay(int worker) override { workers_[static_cast<std::size_t>(worker)]->perturbation.maybe_delay(); }

  Report make_report();
  /// Before the PEs are unwound, if somebody wants the report of a run that fails.
  void keep_failed_report();
  /// What had happened by `end`; nothing if there are more events than may be recorded.
  std::optional<Report> make_failed_report(Ticks end) const;

  const TopologyPtr topology_;
  const Parameters& parameters_;
  const Costs& costs_;
  const Execution execution_;
  /// PEs may go on in the network phase: what they send asks at the horizon or later.
  const bool goes_on_early_ = costs_.ts > Ticks{};

  Wiring wiring_;
  const LengthLimit length_limit_;
  GroupTable groups_;
  RunTerms terms_;
  const PlanTerms plan_terms_;
  const Observers observers_;
  StackPool stacks_;
  const PePhase pe_phase_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<PeHost*> hosts_;  // the workers, for code that knows PEs and no workers
  PeArray pes_;

  TeamBarrier barrier_;
  std::unique_ptr<Network> network_;
  std::atomic<bool> stop_asked_{
      false};  // by the time limit, by a sink, or because this computer has refused something
  // written in plan(), while all other workers wait
  Next next_ = Next::pes;
  Ending ending_;
  PlanKnowledge known_;
  std::optional<Announcements> announcements_;  // if a send may wait for its receive (T11)
  std::int64_t windows_ = 0;
  std::optional<Report> failed_report_;
};

/// The clock of the PE that is furthest.
[[nodiscard]] Ticks latest_clock(const PeArray& pes);

/// Who waits for whom; of a deadlock also the cycle and unclaimed messages. `title` is the first line.
std::string describe_waiting(const std::string& title, const PeArray& pes, bool is_deadlock);

/// The same as data, of a deadlock.
std::vector<WaitingPe> waiting_pes(const PeArray& pes);

/// Messages that wait for each other in the network: what each holds and wants, and the cycle.
std::string describe_stuck(const std::string& when, const std::vector<StuckMessage>& stuck,
                           const Wiring& wiring);
std::vector<StuckTransfer> stuck_transfers(const std::vector<StuckMessage>& stuck, const Wiring& wiring);

}  // namespace toruscope::core
