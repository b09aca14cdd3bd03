// SPDX-License-Identifier: Apache-2.0
// The network of one run: takes messages from senders' workers, serves the links of their routes up
// to a horizon, and delivers them to mailboxes.
//
//   PE phase        inject(), by the worker that runs the sender
//   plan            collect(), the forecast, set_horizon(), advance_alone(): one worker, while all
//                   others wait
//   network phase   advance(), by every worker, until all have served what asks before the horizon
//
// Threads     As above. Each engine divides the network phase, and meets in it, in its own way.
// Invariants  (1) Grants, arrivals and counts are those of T3 and T7 to T9, with all engines.
//             (2) After collect() the forecast is a lower bound on askings, arrivals and leavings.
// Not here    Who runs when (engine/), the order of receives (path/mailbox.hpp).

#pragma once

#include "runtime/channel/team_barrier.hpp"
#include "runtime/network/wiring.hpp"
#include "runtime/path/message.hpp"
#include "runtime/trace/observers.hpp"

#include <toruscope/machine.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace toruscope::core {

/// The run that a network serves: it gets arrived messages and left tails, and says when to stop.
class NetworkClient {
 public:
  NetworkClient() = default;
  NetworkClient(const NetworkClient&) = delete;
  NetworkClient& operator=(const NetworkClient&) = delete;
  virtual ~NetworkClient() = default;

  /// Puts arrived messages into their mailboxes at `asks`. In one network phase the messages of a
  /// PE all come from one worker.
  virtual void deliver(int worker, std::span<Message* const> messages) = 0;
  /// Delivers one message.
  virtual void deliver_one(int worker, Message* message) = 0;
  /// Tells that the tail of a worm leaves its PE at `when`.
  virtual void tail_left(Message* message, Ticks when) = 0;
  /// Lets PEs of this worker go on that need wait no more: their sends ask at the horizon or later.
  virtual void resume_pes(int worker) = 0;
  /// Holds PEs from now on, or ends that: this worker serves for others, whose PEs it must not run.
  virtual void hold_pes(bool /*hold*/) {}
  /// Notes that no header asks before `reached` any more. Called while all other workers wait.
  virtual void note_reached(Ticks reached) = 0;
  /// True if the run is to be ended: a network phase may end with headers left.
  [[nodiscard]] virtual bool must_stop() const = 0;
  /// Notes a refusal of memory, the handled exception: this worker's part is torn.
  virtual void note_refusal(int worker) = 0;
  [[nodiscard]] virtual bool has_refused(int worker) const = 0;
  /// Simulates a delay of the host, for tests.
  virtual void delay(int worker) = 0;
};

/// A message that waits in the network for ever: channels and buffer slots that it holds and wants.
struct StuckMessage {
  struct Held {
    LinkIndex link = 0;
    int channel = 0;
    bool is_slot = false;  ///< true: a slot of the buffer at the link's end
  };
  const Message* message = nullptr;
  std::vector<Held> holds;
  LinkIndex wants = 0;
  int channel = 0;
};

/// Use of virtual channels and buffer slots by messages that had to wait.
struct RoomUse {
  bool lacked_channel = false;        ///< a header found no channel or slot on a free link
  bool took_further_channel = false;  ///< a header went on another channel than the first two
  bool waited_in_slot = false;        ///< a worm waited in a buffer
};

struct NetworkStatistics {
  std::int64_t conflicts = 0;      ///< messages that waited for a link
  std::int64_t channel_waits = 0;  ///< waits of a producer for room in a link's channel
  std::int64_t crossings = 0;      ///< messages from worker to worker
};

class Network {
 public:
  Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  virtual ~Network() = default;

  /// The engine's name, for `host.network`.
  [[nodiscard]] virtual std::string name() const = 0;

  /// Takes a message whose header asks for its first link at `asks`. `worker` runs the sender.
  virtual void inject(int worker, Message* message) = 0;

  // --- in the plan -------------------------------------------------------------------------------
  /// Collects all injected messages.
  virtual void collect() {}
  /// The next header's time of asking; kNever if there is none.
  [[nodiscard]] virtual Ticks earliest_asking() const = 0;
  /// The earliest mailbox arrival that any header can have.
  [[nodiscard]] virtual Ticks earliest_arrival() const = 0;
  /// The earliest time at which a worm's tail may leave its PE, if unknown yet.
  [[nodiscard]] virtual Ticks earliest_tail() const { return kNever; }
  /// Adds messages on their way that waited for no receive (T11).
  virtual void add_in_flight(std::vector<Message*>& messages) const = 0;
  /// True if messages wait here that can never go on.
  [[nodiscard]] virtual bool is_stuck() const { return false; }
  /// The stuck messages, ordered by (source, send count).
  [[nodiscard]] virtual std::vector<StuckMessage> stuck() const { return {}; }
  virtual void set_horizon(Ticks horizon) = 0;

  /// Serves by this worker alone what is not worth sharing, while the others wait. True: the
  /// network phase is over; else all advance().
  virtual bool advance_alone() { return false; }

  // --- in the network phase ----------------------------------------------------------------------
  /// Serves headers that ask before the horizon. Ends early if the run stops, or PEs go on by then.
  virtual void advance(int worker) = 0;

  // --- when the run is over ----------------------------------------------------------------------
  /// Sums up, and notes in the wiring's links their loads.
  [[nodiscard]] virtual NetworkStatistics statistics() = 0;
  [[nodiscard]] virtual RoomUse room_use() const { return {}; }
};

/// Parameters of an engine from its run.
struct NetworkSetup {
  Wiring& wiring;
  const Parameters& parameters;
  TeamBarrier& team;  ///< barrier of all workers
  NetworkClient& client;
  const Observers& observers;  ///< get hops
  bool is_perturbed = false;
};

/// Makes the engine asked for; `automatic`: rings where possible and messages cross several links,
/// else hops.
/// Errors    ConfigError: the engine cannot serve the machine's network.
[[nodiscard]] std::unique_ptr<Network> make_network(const NetworkSetup& setup, NetworkEngine engine);

}  // namespace toruscope::core
