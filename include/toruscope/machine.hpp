// SPDX-License-Identifier: Apache-2.0
// The front door: a described machine on which SPMD programs run.
//
// Link        toruscope::core

#pragma once

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>
#include <toruscope/report.hpp>
#include <toruscope/topology.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toruscope {

class Catalogue;
namespace core {
class Sink;
}

enum class PeEngine { fibers, threads };
/// Engine that serves the network; results are the same.
enum class NetworkEngine {
  automatic,  ///< ring where it can be, else hop
  hop,        ///< an event for each hop, through the link's channel
  ring,       ///< an event per turn and delay: dimension-ordered, cut-through, equal links
};

/// Contents of messages.
enum class Data {
  carried,  ///< bytes
  /// Their lengths: virtual times stay, and no data are moved (toruscope/buffer.hpp). A receive
  /// leaves its buffer, or gives zeros; vectors that are moved into a message do arrive.
  none,
};

/// State of a run, readable from other threads while it runs (progress, a watchdog).
struct RunMonitor {
  std::atomic<std::int64_t> virtual_time{0};  ///< ticks: the horizon reached
  std::atomic<std::int64_t> messages{0};      ///< messages delivered so far
  std::atomic<int> finished{0};               ///< PEs that have ended
  std::atomic<int> pes{0};                    ///< PEs in all
  static constexpr int kWorkers = 64;         ///< workers of which `running` tells
  std::atomic<int> running[kWorkers]{};       ///< 1 + the PE that each worker runs now, 0 if none
};

/// The most messages and hops that a run may record.
struct EventLimit {
  std::int64_t most = INT64_MAX;  ///< messages and hops together
  std::string refusal{};          ///< words of the ConfigError
};

/// Settings of the emulating computer. Results depend only on `data` and measure_compute.
struct Execution {
  PeEngine engine = PeEngine::fibers;                ///< body of a PE on this computer
  NetworkEngine network = NetworkEngine::automatic;  ///< engine that serves the network
  int workers = 0;                                   ///< 0: as many as the computer has cores
  std::size_t channel_capacity = 8;                  ///< messages per link channel
  std::size_t stack_bytes = 256 * 1024;              ///< virtual, per PE
  std::uint64_t seed = 1;                            ///< seed of Communicator::random()
  Data data = Data::carried;                         ///< contents of messages: bytes, or lengths
  /// Tables from which collective calls choose, by name or "auto"; null: those of Toruscope.
  std::shared_ptr<const Catalogue> algorithms{};
  std::optional<std::uint64_t> perturb{};  ///< inject random host delays, seeded: for tests
  bool record_events = false;              ///< Report::events; memory for messages and hops
  /// Ends a run that has recorded more with a ConfigError; with several workers later.
  EventLimit event_limit{};
  /// Collective calls and their rounds (Report::spans); events then have ports and link releases.
  bool record_spans = false;
  /// Reads the blocks in a message's body, with record_spans, in their order (the recorder fills in
  /// source, sequence and index); none if unknown. A PE's worker calls it when the message is
  /// taken; not in a run without data.
  std::function<std::vector<CarriedBlock>(std::span<const std::byte> body)> read_blocks{};
  bool record_critical_path = false;  ///< takes memory for each message and hop of the run
  /// Charges local work by the processor time of a PE's program between two calls of the library,
  /// in place of compute(). Times then differ from run to run. Only where a tick has a length.
  bool measure_compute = false;
  std::function<std::chrono::nanoseconds()>
      compute_clock{};  ///< clock for tests, in place of the processor time of a thread
  /// Limit of wall time, at least 1 ms; a HostLimitError reports when it passes.
  std::optional<std::chrono::milliseconds> time_limit{};
  const std::atomic<bool>* interrupt = nullptr;       ///< true: InterruptedError with a report
  RunMonitor* monitor = nullptr;                      ///< is told how far the run is, if given
  core::Sink* sink = nullptr;                         ///< gets all events, for tests
  std::vector<PrintedLine>* failed_output = nullptr;  ///< gets the lines of a run that fails
  /// Gets each printed line as soon as no earlier one can come, in order; the rest, up to the
  /// failure, when the run ends. Called by one thread at a time. What it throws ends the run.
  std::function<void(const PrintedLine&)> line_sink{};
  /// True: messages that nobody received are told (Report::unclaimed) in place of an error.
  bool tell_unclaimed = false;
  /// Gets the report of a run that fails (Report::early_end), unless this computer was the reason
  /// or too many events were recorded. Must live as long as the machine runs.
  std::optional<Report>* failed_report = nullptr;
  std::string name{};  ///< name of the run, told if the program of a PE ends the whole process
};

/// A described machine. It may run many times, and two of them at once in two host threads.
class Machine {
 public:
  /// Errors    ConfigError as resolve() and the topology say, or for an impossible execution.
  explicit Machine(TopologyPtr topology, Parameters parameters = {}, Execution execution = {});
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  Machine(Machine&&) noexcept;             ///< takes over the machine
  Machine& operator=(Machine&&) noexcept;  ///< takes over the machine
  ~Machine();

  /// Runs the program once on every PE. Returns when all have ended.
  /// Errors    the earliest by (virtual time, rank) of the PEs' errors as ProgramError, with what()
  ///           of the exception (a toruscope::Error as it is); DeadlockError; PortViolationError;
  ///           HostLimitError; InterruptedError. PEs are unwound first; the machine stays usable.
  Report run(const std::function<void(Communicator&)>& program);

  [[nodiscard]] const TopologyPtr& topology() const;   ///< the network
  [[nodiscard]] const Parameters& parameters() const;  ///< parameters as described
  [[nodiscard]] const Costs& costs() const;            ///< in ticks
  [[nodiscard]] const Execution& execution() const;    ///< settings of this computer

  /// Lines printed by the last run that failed (a run that succeeds returns them in its report).
  [[nodiscard]] const std::vector<PrintedLine>& output_of_failed_run() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The port rule on this topology: `all` gets its k, the most links that a node has.
Ports ports_on(const Topology& topology, Ports ports);

/// Bytes that a run on this machine needs besides the program's own and its messages: stacks, PEs,
/// links. `partners` of each PE determine the links of a complete graph; default: all.
std::size_t estimate_bytes(const Topology& topology, const Parameters& parameters, const Execution& execution,
                           std::size_t partners = SIZE_MAX);
/// Bytes of each message under way, without its body.
std::size_t bytes_per_message();

}  // namespace toruscope
