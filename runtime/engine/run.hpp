// SPDX-License-Identifier: Apache-2.0
// One run of a program on a machine: PEs, routers, workers, and the alternation of their phases.
//
//   PE phase        every worker runs its PEs until each of them waits or has ended
//   plan            one worker, while all others wait: meetings, end, errors, turns, deadlock, horizon
//   network phase   every worker's router serves the headers that ask before the horizon; ring by ring, PEs go on meanwhile
//
// Threads     Everything in a node belongs to the worker that runs it; two workers share only the channels of links
//             and their bells, or what ring routers hand over, and the barrier (docs/determinism.md).
// Invariants  Nothing that the network does before the horizon can be influenced by what a PE does later.

#pragma once

#include "runtime/channel/team_barrier.hpp"
#include "runtime/core/fixed_array.hpp"
#include "runtime/engine/last_words.hpp"
#include "runtime/engine/pacer.hpp"
#include "runtime/engine/stack.hpp"
#include "runtime/model/length_limit.hpp"
#include "runtime/model/path_log.hpp"
#include "runtime/path/hand_over.hpp"
#include "runtime/path/network.hpp"
#include "runtime/path/ring_network.hpp"
#include "runtime/path/router.hpp"
#include "runtime/pe/group.hpp"
#include "runtime/pe/pe.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace toruscope::detail {

/// Host delays for tests: seeded, different for each worker, never seen by the program.
class Perturbation {
 public:
  Perturbation(std::optional<std::uint64_t> seed, int worker)
      : is_on_(seed.has_value()), random_(seed.value_or(0) * 1000003 + static_cast<std::uint64_t>(worker)) {}
  [[nodiscard]] bool is_on() const { return is_on_; }
  /// Now and then wastes a moment or gives the processor away.
  void maybe_delay();
  void shuffle(std::vector<Pe*>& pes);
  /// Whether to leave out what need not be done; false without a seed.
  [[nodiscard]] bool refrains() { return is_on_ && random_() % 2 == 0; }

 private:
  bool is_on_;
  RandomSource random_;
};

class OnTheirWay;  // engine/run_announcements.cpp

/// The PEs that one worker runs one after the other.
struct Batch {
  std::vector<Pe*> pes;    // could go on when it began
  std::size_t next = 0;    // of these
  bool are_cold = false;   // what they need is not in the host's caches
  bool is_handed = false;  // a PE that waits gives control to the next itself
  Pe* to_start = nullptr;  // the next, between hand_on() and its worker's next step: it has no context yet
  int left = 0;   // while it is positive, PEs besides go on in chains: each with a message of the one before
  int chain = 0;  // PEs in the present one

  [[nodiscard]] bool hands_on() const { return is_handed && (next != pes.size() || left > 0); }
};

/// What one worker owns besides its nodes.
struct Worker final : PeHost {
  Worker(Run& of, int i, const Execution& execution)
      : PeHost(&of, execution.data == Data::carried), index(i), perturbation(execution.perturb, i) {}

  void inject(Message* message) override;
  void measure_way(Message& message) const override;
  std::unique_ptr<PeContext> make_context(Rank rank, std::function<void()> body) override;
  PeContext* next_after(Pe* waiting) override;
  void note_refusal() override;

  const int index;
  Batch batch;                   // in this PE phase
  std::vector<Message*> outbox;  // for the router of another worker
  std::int64_t delivered = 0;
  std::thread::id thread;
  std::exception_ptr host_error;  // this computer has refused something
  Perturbation perturbation;
};

class Run {
 public:
  Run(TopologyPtr topology, const Parameters& parameters, const Costs& costs, const Execution& execution,
      const std::function<void(Communicator&)>& program);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run();

  /// Runs to the end. Errors: as Machine::run; the printed lines are kept.
  Report execute();
  /// The lines printed, ordered by (virtual time, rank, sequence).
  [[nodiscard]] std::vector<PrintedLine> take_output();

  // --- what a PE needs -----------------------------------------------------------------------------------------
  [[nodiscard]] const Topology& topology() const { return *topology_; }
  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] const Costs& costs() const { return costs_; }
  void measure_way(Message& message) const { network_.measure_way(message); }
  [[nodiscard]] const Execution& execution() const { return execution_; }
  [[nodiscard]] bool carries_data() const { return execution_.data == Data::carried; }
  [[nodiscard]] std::uint64_t number() const { return terms_.number; }
  /// Some PE has called another collective than its partners.
  void note_difference() { differs_.store(true, std::memory_order_relaxed); }
  /// Some PE has declared operations, which cost the machine's flop.
  void note_operations() {
    if (!has_operations_.load(std::memory_order_relaxed))
      has_operations_.store(true, std::memory_order_relaxed);
  }
  void inject(Worker& worker, Message* message);
  /// This computer has refused a thread or memory, by the exception that is being handled: the run ends, for all workers.
  void note_refusal(Worker& worker);
  [[nodiscard]] std::unique_ptr<Router> make_router(int worker);
  std::unique_ptr<PeContext> make_context(Rank rank, std::function<void()> body);
  /// Posts what `waiting` sends, chooses the PE that goes on next and finishes the call in which that waited. Null: the worker goes
  /// on, also where the stack of `waiting` is nearly used up.
  PeContext* hand_on(Worker& worker, Pe& waiting);
  /// The grid of the dimensions marked in `keep` through `world_rank`, one of `parent`'s members.
  Group& sub_group(const Group& parent, Rank rank_in_parent, const std::vector<bool>& keep);
  [[nodiscard]] Worker& worker_of(Node node) {
    return *workers_[static_cast<std::size_t>(network_.pe_owner(node))];
  }
  [[nodiscard]] std::string time_text(Ticks time) const;
  /// While the run is being ended before all PEs have: why.
  [[nodiscard]] const LastWords* last_words() const { return last_words_ ? &*last_words_ : nullptr; }

 private:
  enum class Next { pes, network, stop };
  enum class Stopping { no, finished, errors, deadlock, limit, interrupt, host };
  /// An error of a PE, or of two that disagree.
  struct Failure {
    Ticks when;
    Rank rank = 0;
    std::string text;  ///< of a disagreement: groups have no order that the host does not choose
    std::exception_ptr error;
  };

  [[nodiscard]] bool is_strict() const { return terms_.is_strict(); }
  [[nodiscard]] bool must_stop() const { return terms_.must_stop(); }
  void work(int index);
  void choose_network();
  void run_pes(Worker& worker);
  int run_batch(Worker& worker, int left = 0);
  void note_running(Worker& worker, const Pe& pe);
  [[nodiscard]] Pe* next_of_batch(Worker& worker);
  [[nodiscard]] Pe* next_in_chain(Worker& worker);
  [[nodiscard]] bool has_news(const Worker& worker) const;
  void run_network(Worker& worker);
  void serve_all(Router& router);
  void unwind_pes(int index);
  template <class Action>
  void keep_host_error(Worker& worker, const Action& action);
  void plan_if_well();
  void plan();
  void resolve_meetings();
  void resolve(Group& group);
  void make_split_groups(Group& group);
  void flush_outboxes();
  [[nodiscard]] Ticks earliest_turn();
  [[nodiscard]] Ticks earliest_window() const;
  [[nodiscard]] Ticks earliest_leave() const;
  void announce_sends();
  void announce(Message* message, OnTheirWay& on_their_way);
  void match_expected(OnTheirWay& on_their_way);
  void tell_senders();
  /// What comes next of what PEs that wait do not do themselves: a send begins, an announcement gets its receive.
  struct Due {
    /// In the order in which they come at one tick.
    enum class Kind {
      worm,      // a send begins, as soon as its port is free
      start,     // a send begins when its tick is quiet, as those that have waited for their receives do
      question,  // a PE that asks has an announcement found for one of its receives
      background,
    };
    Ticks when = kNever;
    Kind kind = Kind::background;
    Pe* pe = nullptr;
  };
  [[nodiscard]] Due next_due();
  [[nodiscard]] bool is_due(const Due& due, Ticks earliest_news, Ticks turn) const;
  void settle_due(const Due& due);
  void give_turns(Ticks first, Ticks until);
  void give_turn_to_lowest(Ticks tick);
  /// Serves the headers that no PE can influence any more, if none sends before `may_send`.
  void plan_network(Ticks may_send);
  [[nodiscard]] bool plan_next_network();
  [[nodiscard]] bool is_quiet(Ticks tick) const;
  void plan_window();
  [[nodiscard]] bool window_is_over() const { return window_end_ == Ticks{-1}; }
  void plan_stop();
  /// Slow motion: waits until nothing that happens next is early any more.
  void keep_pace(Ticks earliest);
  void stop_for(Stopping why);
  void report_deadlock();
  /// True if messages in the network wait for each other for ever; called when nothing else can happen.
  [[nodiscard]] bool is_jammed() const;
  void update_monitor(Ticks reached);
  [[nodiscard]] Ticks earliest_action() const;
  [[nodiscard]] std::optional<Failure> earliest_failure() const;
  void eject(Worker& worker, std::span<Message* const> messages);
  void tail_left(Message* message, Ticks when);
  /// Called with groups_mutex_ held, or while all other workers wait.
  Group& add_group(std::vector<Rank> members, std::vector<int> sides, Grid grid);
  [[nodiscard]] std::pair<Node, Node> nodes_of(int worker) const;

  void throw_if_failed() const;
  /// What throw_if_failed() would throw, as far as that is known before the PEs are unwound; null if nothing.
  [[nodiscard]] std::exception_ptr failure() const;
  void prepare_last_words();
  void check_unclaimed() const;
  Report make_report();
  /// Of a report that has all else: a sentence for each setting that could not matter (unused_settings.cpp).
  [[nodiscard]] std::vector<std::string> unused_settings(const Report& report) const;
  void add_unused_costs(std::vector<std::string>& unused, const Report& report) const;
  void add_unused_rules(std::vector<std::string>& unused, const Report& report) const;
  void add_unused_room(std::vector<std::string>& unused) const;

  const TopologyPtr topology_;
  const Parameters& parameters_;
  const Costs& costs_;
  const Execution execution_;
  /// PEs may go on in the network phase: what they send asks at the horizon or later, and they wait for no wall time.
  const bool goes_on_early_ = costs_.ts > Ticks{} && !execution_.pace;

  Network network_;
  const LengthLimit length_limit_;
  RunTerms terms_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<RingNetwork> rings_;     // where the network is served ring by ring
  std::unique_ptr<HandOver> handed_over_;  // where it is served as single hops
  std::vector<std::unique_ptr<Router>> routers_;
  StackPool stacks_;
  std::deque<Group> groups_;
  std::mutex groups_mutex_;  // guards groups_ and sub_groups_ (their elements stay where they are)
  std::map<std::pair<std::uint32_t, std::vector<int>>, Group*> sub_groups_;
  FixedArray<Pe> pes_;

  TeamBarrier barrier_;
  std::atomic<bool> stop_asked_{false};  // by the time limit, or because this computer has refused something
  std::atomic<bool> differs_{false};
  std::atomic<bool> has_operations_{false};
  // written in plan(), while all other workers wait
  Next next_ = Next::pes;
  Stopping stopping_ = Stopping::no;
  std::string stop_report_;
  DeadlockError::Where deadlock_ = DeadlockError::Where::program;
  bool has_announced_ = false;  // sends are known to their receivers in no time
  Ticks answered_together_until_{-1};
  std::vector<Pe*> expecting_;  // announcements that are not known yet
  Ticks windows_known_before_;
  Ticks complete_before_;  // every mailbox has all that arrives before it
  Ticks horizon_;          // the network phase ends here
  Ticks window_end_;       // its next step ends here; not after the phase's end
  Ticks reached_;          // virtual time so far, for reports
  std::int64_t windows_ = 0;
  std::optional<Pacer> pacer_;
  std::optional<LastWords> last_words_;
};

/// Who waits for whom; of a deadlock also the cycle and unclaimed messages. `title` is the first line.
std::string describe_waiting(const std::string& title, const FixedArray<Pe>& pes, bool is_deadlock);

/// Messages that wait for each other in the network: what each holds and wants, and the cycle.
std::string describe_jam(const std::string& when, const std::vector<Router::Jam>& jams, const Network& network);

}  // namespace toruscope::detail
