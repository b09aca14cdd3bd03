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
  /// an event for each turn and each delay: dimension-ordered routes, cut-through, equal links
  ring,
};

/// Contents of messages.
enum class Data {
  carried,  ///< bytes
  /// Their lengths: every virtual time stays as it is, and nobody's data is moved
  /// (toruscope/buffer.hpp). A receive leaves its buffer as it was, or gives zeros; but vectors
  /// that are moved into a message arrive, as they take no copy.
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

/// Settings of the emulating computer. None may change a result, but for `data` (what is received)
/// and measure_compute (times).
struct Execution {
  PeEngine engine = PeEngine::fibers;                ///< body of a PE on this computer
  NetworkEngine network = NetworkEngine::automatic;  ///< engine that serves the network
  int workers = 0;                                   ///< 0: as many as the computer has cores
  std::size_t channel_capacity = 8;                  ///< messages per link channel
  std::size_t stack_bytes = 256 * 1024;              ///< virtual, per PE
  std::uint64_t seed = 1;                            ///< seed of Communicator::random()
  /// contents of messages: bytes, or lengths only
  Data data = Data::carried;
  /// The tables from which collective calls choose, by name or "auto"; null: those that come with
  /// Toruscope.
  std::shared_ptr<const Catalogue> algorithms{};
  std::optional<std::uint64_t> perturb{};  ///< inject random host delays, seeded: for tests
  /// Report::events; takes memory for each message and hop of the run
  bool record_events = false;
  /// The run is ended with a ConfigError when it has recorded more; after a few times as much at
  /// most, by several workers.
  EventLimit event_limit{};
  /// Collective calls and their rounds (Report::spans); events then also tell ports, and when links
  /// are released.
  bool record_spans = false;
  /// Reads the blocks in the body of a message, with record_spans, in their order (source, sequence
  /// and index are filled in by the recorder); none if it cannot tell. A PE's worker calls it when
  /// the message is taken; not in a run without data.
  std::function<std::vector<CarriedBlock>(std::span<const std::byte> body)> read_blocks{};
  bool record_critical_path = false;  ///< takes memory for each message and hop of the run
  /// Local work costs what it takes on this computer: the processor time of a PE's program between
  /// two calls of the library, in place of what it declares by compute(). Times differ from run to
  /// run then. Only where a tick has a length.
  bool measure_compute = false;
  std::function<std::chrono::nanoseconds()>
      compute_clock{};  ///< clock for tests, in place of the processor time of a thread
  /// Limit of wall time, at least 1 ms; HostLimitError with a report when it passes.
  std::optional<std::chrono::milliseconds> time_limit{};
  /// InterruptedError with a report once it is true
  const std::atomic<bool>* interrupt = nullptr;
  RunMonitor* monitor = nullptr;  ///< is told how far the run is, if given
  /// sink for tests, which gets all events of the run
  core::Sink* sink = nullptr;
  /// gets the lines printed by a run that fails, if given
  std::vector<PrintedLine>* failed_output = nullptr;
  /// Gets the report of a run that fails, if given (Report::early_end). Nothing where this computer
  /// was the reason, or where the run has more events than may be recorded. Must live as long as
  /// the machine runs.
  std::optional<Report>* failed_report = nullptr;
  std::string name{};  ///< name of the run, told if the program of a PE ends the whole process
};

/// A machine may run many times, and two machines at once in two host threads.
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
  /// Errors    the earliest by (virtual time, rank) of the PEs' errors as ProgramError, wrapping
  ///           what() of whatever was thrown (a toruscope::Error is thrown as it is);
  ///           DeadlockError; PortViolationError; HostLimitError; InterruptedError. The PEs are
  ///           unwound first; the machine stays usable.
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

/// Bytes that a run on this machine needs without what the program allocates and sends: stacks,
/// PEs, links. `partners`: to so many others each PE sends, which tells how many links of a
/// complete graph there will be; as many as it can.
std::size_t estimate_bytes(const Topology& topology, const Parameters& parameters, const Execution& execution,
                           std::size_t partners = SIZE_MAX);
/// Bytes that each message takes that has been sent and not received, without its body.
std::size_t bytes_per_message();

}  // namespace toruscope
