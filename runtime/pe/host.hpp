// SPDX-License-Identifier: Apache-2.0
// Host of a PE, as the PE sees it: what the PEs of one worker share, what they tell the plan, and
// the few things that they ask for.
//
// Threads     Belongs to one worker, whose PEs run one after the other; in the plan, while all
//             workers wait, to the plan.

#pragma once

#include "runtime/model/path_log.hpp"
#include "runtime/path/message.hpp"
#include "runtime/pe/context.hpp"
#include "runtime/pe/turn_queue.hpp"
#include "runtime/trace/observer.hpp"

#include <toruscope/detail/group_handle.hpp>
#include <toruscope/report.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::core {

class Group;
class Pe;
struct Successor;

struct PeHost {
  explicit PeHost(bool carries_data, const Observer* observed_by = nullptr, PathLog* kept_paths = nullptr)
      : observer(observed_by), paths(kept_paths), messages(carries_data) {}
  PeHost(const PeHost&) = delete;
  PeHost& operator=(const PeHost&) = delete;

  const Observer* const observer;  ///< is told the events of its PEs; null: nobody watches
  PathLog* const paths;            ///< null unless the run is asked for its critical path

  // shared
  /// the stacks of its PEs are not in the caches of this computer; its own stack is
  bool are_stacks_cold = true;
  MessagePool messages;
  Route route;              ///< route of the message that a PE sends
  Pe* gave_back = nullptr;  ///< the last PE that gave control to the worker

  // told to the plan
  std::vector<Pe*> runnable;            ///< PEs to be resumed in the next PE phase
  TurnQueue in_turn;                    ///< wait until the plan lets them go on (T10)
  std::vector<Pe*> senders;             ///< have posted sends that have not begun
  std::vector<Pe*> answering;           ///< have, or had, announcements in their mailboxes
  std::vector<Pe*> failed;              ///< ended by an error
  std::vector<Pe*> violators;           ///< have broken their port rule (policy strict)
  std::vector<Message*> announced;      ///< posted sends that wait for their receives
  std::vector<RequestState*> answered;  ///< receives that have been found for such
  std::vector<Message*> lost;           ///< announcements that may have lost their receives
  std::vector<Group*> met;              ///< meetings that a PE of this worker completed
  std::vector<PrintedLine> lines;       ///< printed, for Execution::line_sink
  bool has_difference = false;          ///< a PE has called another collective than its partners
  int ended = 0;
  /// True if the plan has nothing to do for these PEs but to count those that have ended, in a run
  /// without announcements (T11).
  [[nodiscard]] bool has_told_nothing() const {
    return runnable.empty() && in_turn.is_empty() && senders.empty() && failed.empty() && violators.empty() &&
           announced.empty() && met.empty() && !has_difference;
  }

  /// True if a PE has done what others may know at once, or what ends the run.
  [[nodiscard]] bool has_told() const {
    return !announced.empty() || !answered.empty() || !lost.empty() || !met.empty() || !failed.empty() ||
           !violators.empty() || has_difference;
  }

  // told by the plan
  /// Turns that the worker gives in their order (engine/turn_taking.hpp).
  struct TurnsInOrder {
    bool are_given = false;
    TurnQueue::Turn limit{};  ///< those that come before this one
    TurnQueue::Turn last{};   ///< the last one that was given
  };
  TurnsInOrder turns_in_order;

  // told to the report
  bool has_long_sends = false;    ///< longer than the eager limit
  bool has_short_worms = false;   ///< shorter than a flit
  bool has_operations = false;    ///< a PE has declared operations, which cost the machine's flop
  bool has_combined = false;      ///< a PE has combined bytes, which cost the machine's gamma
  bool has_failed_polls = false;  ///< a poll of a PE was without success
  bool has_pieces = false;        ///< the costs of a message were those of a piece (T15)
  bool has_handshakes = false;    ///< a send waited for its receive, by a handshake (T16)
  std::vector<CollectiveUse> collectives;
  void count_collective(const char* operation, std::string_view algorithm);

  // rare
  /// The last arrival at each of its PEs from each source, where a later message may be sooner at
  /// its end (T15): by {source, destination}.
  std::map<std::pair<Rank, Rank>, Ticks> last_arrivals;

  // asked
  /// Injects the message of a send that is booked: its header asks at `asks`.
  virtual void inject(Message* message) = 0;
  /// Measures what the message's route takes. Called where links differ.
  virtual void measure_way(Message& message) const = 0;
  /// Adds the time of a message of a handshake between these PEs (T16).
  virtual void add_handshake(Stamp& stamp, Rank from, Rank to) const = 0;
  virtual std::unique_ptr<PeContext> make_context(Rank rank, std::function<void()> body) = 0;
  /// Makes the context of an operation that the PE has started (T13).
  virtual std::unique_ptr<PeContext> make_strand_context(Rank rank, std::function<void()> body) = 0;
  /// The grid of the dimensions marked in `keep`, through one member of `group`.
  virtual Group& grid_within(const Group& group, Rank in_group, const std::vector<bool>& keep) = 0;
  /// The group that a PE makes next on the parent's communicator with this context; `rank` is the
  /// PE's in the new group.
  virtual detail::GroupHandle next_group(const Group& parent, std::uint32_t context, Rank rank,
                                         const Successor& successor) = 0;
  /// The context that gets control when a PE waits. Null: the worker.
  virtual PeContext* next_after(Pe* waiting) = 0;
  /// Ends the run: this computer has refused memory, by the exception that is being handled.
  virtual void note_refusal() = 0;

 protected:
  ~PeHost() = default;
};

}  // namespace toruscope::core
