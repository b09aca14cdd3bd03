// SPDX-License-Identifier: Apache-2.0
// Observation of a run: events of the emulated machine as plain data, and the sinks that get them.
//
//   emitter    a part of a PE, a network engine or the plan: passes events to its Observer, if any
//   Observer   forwards the events of one worker to the sinks of the run
//   Sink       keeps what it needs of the events for the report; each is a file beside this one
//
// Threads     An Observer belongs to one worker (in the plan, to the planning one). Several workers
//             call a sink at a time, each with its index: it keeps a part for each and merges them
//             in finish(), in an order independent of workers.
// Invariants  (1) No sink influences the machine: virtual times and counts are the same without it.
//             (2) An event is told once, when complete. A worker's events are unordered.
//             (3) Without a sink there is no Observer: emitters only check for a null pointer.
// Not here    The sinks of a run (trace/observers.hpp). Test taps, which change what they see
//             (pe/tap.hpp), and measured local work (pe/compute_meter.hpp).

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/topology.hpp>
#include <toruscope/units.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope {
struct PrintedLine;
struct Report;
}  // namespace toruscope

namespace toruscope::core {

// --- events of the machine -----------------------------------------------------------------------

/// A message between two PEs has been taken, with the times of its stations.
struct MessageTaken {
  Rank source = 0;
  std::int64_t sequence = 0;  ///< its index among the messages of its source
  Rank destination = 0;
  int tag = 0;
  std::int64_t bytes = 0;
  int hops = 0;
  int send_port = 0, receive_port = 0;  ///< among the k ports of each direction
  Ticks posted, start, left;            ///< posted; the port is granted; the tail has left the PE
  /// arrival at the mailbox; available through the port; taken by the PE
  Ticks arrival, available, taken;
  std::span<const std::byte> body;  ///< readable only during the call; in a run without data never
};

/// A message has crossed a link.
struct LinkCrossed {
  Rank source = 0;
  std::int64_t sequence = 0;
  int index = 0;  ///< index of the hop on the route
  Node from = 0, to = 0;
  int virtual_channel = 0;
  Ticks asked, granted;
  Ticks released;  ///< the tail has passed: the link, or the worm's virtual channel, is free again
};

struct Computed {
  Rank pe = 0;
  Ticks begin, end;
};

struct Synchronized {
  Rank pe = 0;
  Ticks begin, end;
};

/// A poll without success has taken its time, or a wait has ended with its deadline (T14).
struct Polled {
  Rank pe = 0;
  Ticks begin, end;
  std::int64_t count = 0;  ///< the n-th poll in its row; 0: a wait
};

/// A PE has left a collective call.
struct CollectiveLeft {
  Rank pe = 0;
  std::int64_t sequence = 0;  ///< index among the PE's collective calls, by begin
  std::int64_t outer = -1;    ///< the call that made this one; -1: the program did
  std::string_view operation, algorithm;
  std::uint32_t context = 0;  ///< context of the communicator
  Rank rank = 0, root = 0;    ///< in that communicator
  std::size_t bytes = 0;
  Ticks begin, end;
};

/// A PE has completed a round.
struct RoundCompleted {
  Rank pe = 0;
  std::int64_t sequence = 0;  ///< its index among the rounds of the PE
  std::int64_t call = -1;     ///< its collective call; -1: the program's own
  int index = 0;              ///< index of the round in that call
  Ticks begin, end;
};

/// A PE lets an algorithm of the library's tables run, or asks for its time.
struct TableUsed {
  std::string_view operation;
  bool runs = true;  ///< false: the algorithm is only asked for its time
};

// --- progress ------------------------------------------------------------------------------------

struct Progress {
  Ticks reached;  ///< nothing happens before this any more; kNever: unknown
  std::int64_t delivered = 0;
  int ended = 0;  ///< PEs
};

// --- who gets them -------------------------------------------------------------------------------

class Sink {
 public:
  struct Wants {
    bool events = false;
    bool progress = false;
  };

  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  [[nodiscard]] virtual Wants wants() const { return {.events = true}; }
  /// Called before the run.
  virtual void begin(int /*workers*/, int /*pes*/) {}

  virtual void on_message(int /*worker*/, const MessageTaken&) {}
  virtual void on_hop(int /*worker*/, const LinkCrossed&) {}
  virtual void on_compute(int /*worker*/, const Computed&) {}
  virtual void on_synchronize(int /*worker*/, const Synchronized&) {}
  virtual void on_poll(int /*worker*/, const Polled&) {}
  virtual void on_collective(int /*worker*/, const CollectiveLeft&) {}
  virtual void on_round(int /*worker*/, const RoundCompleted&) {}

  virtual void on_table(int /*worker*/, const TableUsed&) {}
  /// Called while the PE prints the line, so lines come in no order of time.
  virtual void on_print(int /*worker*/, const PrintedLine&) {}

  /// Called in the plan, before anything else. Errors: what the sink cannot keep, which ends the
  /// run. The functions on_... throw std::bad_alloc alone; the message that is on its way then
  /// is lost.
  virtual void check() const {}
  /// Called in the plan, or between two windows of the network, while no other worker runs.
  virtual void on_progress(const Progress&) {}
  /// Called when the worker begins to run this PE; -1: none.
  virtual void on_running(int /*worker*/, Rank /*pe*/) {}

  /// Called after a run without errors, to fill the report. `end`: clock of the PE that ended last.
  virtual void finish(Report&, const Stamp& /*end*/) {}
};

/// The sinks for one worker. Its calls are not inlined, so that emitters stay small.
class Observer {
 public:
  Observer(int worker, std::vector<Sink*> sinks) : worker_(worker), sinks_(std::move(sinks)) {}

  void tell(const MessageTaken& event) const;
  void tell(const LinkCrossed& event) const;
  void tell(const Computed& event) const;
  void tell(const Synchronized& event) const;
  void tell(const Polled& event) const;
  void tell(const CollectiveLeft& event) const;
  void tell(const RoundCompleted& event) const;
  void tell(const TableUsed& event) const;
  void tell(const PrintedLine& line) const;
  void tell(const Progress& progress) const;
  void note_running(Rank pe) const;

 private:
  const int worker_;
  const std::vector<Sink*> sinks_;
};

}  // namespace toruscope::core
