// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/host_advice.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/processors.hpp"
#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/pe_array.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/model/switching.hpp"
#include "runtime/network/waiting_network.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/description.hpp"
#include "runtime/trace/unused_settings.hpp"

#include <toruscope/machine.hpp>

#include <algorithm>
#include <ctime>
#include <fmt/core.h>
#include <new>
#include <sys/resource.h>
#include <utility>

namespace toruscope {

namespace {

/// Wall time, processor time and peak memory since construction.
class HostMeter {
 public:
  void read(HostReport& report) const {
    report.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
    report.cpu_seconds = processor_seconds() - cpu_;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    report.peak_rss_bytes = std::int64_t{usage.ru_maxrss} * 1024;
  }

 private:
  static double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  double cpu_ = processor_seconds();
};

/// Runs `action` and turns refusals of this computer into a HostLimitError.
template <class Action>
auto within_host_limits(int pes, const Action& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    throw HostLimitError(
        fmt::format("memory: this computer has no more for {} PEs{}", pes, core::less_memory_advice()));
  }
}

void check_execution(const Execution& execution) {
  static_assert(RunMonitor::kWorkers <= UINT8_MAX, "network/wiring.cpp keeps a worker in a byte");
  if (execution.workers < 0 || execution.workers > RunMonitor::kWorkers)
    throw ConfigError(fmt::format("workers: {} asked for; 1..{} are possible, 0 means one per core",
                                  execution.workers, RunMonitor::kWorkers));
  if (execution.channel_capacity < 1 || execution.channel_capacity > 65536)
    throw ConfigError(fmt::format("channel capacity: {} asked for; 1..65536 messages are possible",
                                  execution.channel_capacity));
  if (execution.stack_bytes < 16 * 1024 || execution.stack_bytes > (std::size_t{1} << 32U))
    throw ConfigError(fmt::format("stack: {} asked for; 16 KiB to 4 GiB are possible",
                                  bytes_to_string(execution.stack_bytes)));
  if (execution.time_limit && *execution.time_limit <= std::chrono::milliseconds{0})
    throw ConfigError(
        fmt::format("time limit: {} ms asked for; give at least 1 ms, or none", execution.time_limit->count()));
}

/// Refuses measured work without data: it would not be the program's.
void check_data(const Execution& execution) {
  if (execution.data == Data::none && execution.measure_compute)
    throw ConfigError(
        "measure compute: a run without data does not do the work that would be measured; run with data, or "
        "declare the work");
}

/// Refuses measured work where virtual time cannot be compared with this computer's.
void check_clocks(const Execution& execution, const Parameters& parameters) {
  if (execution.measure_compute && parameters.tick.is_zero())
    throw ConfigError(
        fmt::format("measure compute: the machine {} counts steps, and the work of this computer takes "
                    "seconds; take one whose tick has a length, or declare the work",
                    parameters.name));
}

/// True if the routes' dependencies on these channels let a machine with these costs run.
bool has_order(const core::ChannelGraph& graph, const Costs& costs) {
  return graph.cycle.empty() && (costs.th > Ticks{} || graph.out_of_order.empty());
}

/// The least number of channels above `channels` that suffices for the routes.
int least_channels(const Topology& topology, int channels, const Costs& costs) {
  const int needed = topology.virtual_channels();
  for (int more = channels + 1; more < needed; ++more)
    if (has_order(core::channel_graph(topology, more), costs)) return more;
  return needed;
}

/// Checks routes that are dealt to fewer virtual channels than they need.
void check_dealt_routes(const Topology& topology, int channels, const Costs& costs) {
  const int needed = topology.virtual_channels();
  if (topology.pes() > core::kMostWalkedPes)
    throw ConfigError(fmt::format(
        "virtual channels: {} asked for, the routes of {} are on {}, and those of more than {} PEs are "
        "not searched for cyclic dependencies; give --virtual-channels {}",
        channels, topology.name(), needed, core::kMostWalkedPes, needed));
  const core::ChannelGraph graph = core::channel_graph(topology, channels);
  if (has_order(graph, costs)) return;
  const int enough = least_channels(topology, channels, costs);
  if (!graph.cycle.empty())
    throw ConfigError(
        fmt::format("virtual channels: with {} the routes of {} have a cyclic dependency: {}; give "
                    "--virtual-channels {}",
                    channels, topology.name(), to_string(graph.cycle), enough));
  throw ConfigError(fmt::format(
      "virtual channels: with {} the channels of {} have no order in which a tick could serve {}, so "
      "a hop must take time; give --th, or --virtual-channels {}",
      channels, topology.name(), to_string(graph.out_of_order), enough));
}

/// Checks the routes of a network that does not promise an order, on all channels of a run.
void check_own_routes(const Topology& topology, const Parameters& parameters, const Costs& costs, bool holds) {
  if (topology.pes() > core::kMostWalkedPes) return;
  const int channels = std::max(parameters.virtual_channels, topology.virtual_channels());
  const core::ChannelGraph graph =
      holds ? core::channel_graph(topology, channels) : core::channel_graph(topology);
  if (!has_order(graph, costs)) check_routes(topology, graph);
}

/// Refuses routes on which messages that hold channels could wait for each other for ever; not a
/// torus with too few channels if hops take time: its deadlock is reported.
void check_cycles(const Topology& topology, const Parameters& parameters, const Costs& costs) {
  const bool holds = core::holds_while_waiting(parameters);
  if (const auto links = topology.cyclic_links(); !links.empty() && (holds || costs.th == Ticks{}))
    throw ConfigError(fmt::format(
        "virtual channels: the routes of {} have a cyclic dependency: {}; {}", topology.name(),
        core::joined(links, ", ",
                     [](const LinkEnds& link) { return fmt::format("{} -> {}", link.first, link.second); }),
        holds ? "messages that hold what they wait behind could wait for ever: take --switching cut-through "
                "without --buffers, or other routes"
              : "a hop must take time: give --th, or other routes"));
  if (!topology.is_acyclic() && (holds || costs.th == Ticks{}))
    check_own_routes(topology, parameters, costs, holds);
  if (!holds) return;
  const int channels = parameters.virtual_channels;
  if (channels >= topology.virtual_channels()) return;
  if (!topology.may_fill_up()) return check_dealt_routes(topology, channels, costs);
  if (costs.th > Ticks{}) return;
  if (!topology.is_torus() || topology.is_embedded() || !topology.is_acyclic())
    return check_dealt_routes(topology, channels, costs);
  if (const auto side =
          std::find_if(topology.sides().begin(), topology.sides().end(), [](int n) { return n >= 4; });
      side != topology.sides().end())
    throw ConfigError(fmt::format(
        "virtual channels: with 1 the links of a ring of {} have a cyclic dependency, so a hop must "
        "take time; give --th, or --virtual-channels 2",
        *side));
}

/// Words of the exception that is being handled.
std::string current_reason() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

struct Machine::State {
  TopologyPtr topology;
  Parameters parameters;
  Costs costs;
  Execution execution;
  std::vector<PrintedLine> output_of_failed_run;
};

Machine::Machine(TopologyPtr topology, Parameters parameters, Execution execution) {
  if (!topology) throw ConfigError("machine: no topology was given");
  core::check_description(*topology);
  check_execution(execution);
  check_data(execution);
  check_clocks(execution, parameters);
  parameters = completed(std::move(parameters));
  parameters.ports = ports_on(*topology, parameters.ports);
  const Costs costs = resolve(parameters, *topology);
  check_cycles(*topology, parameters, costs);
  state_ = std::make_unique<State>(
      State{std::move(topology), std::move(parameters), costs, std::move(execution), {}});
}
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;
Machine::~Machine() = default;

Report Machine::run(const std::function<void(Communicator&)>& program) {
  if (const core::Pe* pe = core::current_pe()) pe->fail("run: a PE cannot run a machine");
  if (!program) throw ConfigError("run: no program was given");
  const HostMeter meter;
  state_->output_of_failed_run.clear();
  if (state_->execution.failed_report != nullptr) state_->execution.failed_report->reset();
  const int pes = state_->topology->pes();
  const core::FaultHandlers handlers;
  auto run = within_host_limits(pes, [&] {
    return std::make_unique<core::Run>(state_->topology, state_->parameters, state_->costs, state_->execution,
                                       program);
  });
  try {
    Report report = within_host_limits(pes, [&] {
      Report all = run->execute();
      all.unused = core::unused_settings(all);
      return all;
    });
    run.reset();  // the caller waits for the PEs' end, too
    meter.read(report.host);
    return report;
  } catch (...) {
    try {
      state_->output_of_failed_run = run->reports().take_output();
      if (state_->execution.failed_output != nullptr)
        *state_->execution.failed_output = state_->output_of_failed_run;
      if (state_->execution.failed_report != nullptr) {
        std::optional<Report> report = run->reports().take_failed(current_reason());
        if (report) report->output = state_->output_of_failed_run;
        *state_->execution.failed_report = std::move(report);
      }
    } catch (const std::bad_alloc&) {  // the run's own error matters more
    }
    throw;
  }
}

const TopologyPtr& Machine::topology() const {
  return state_->topology;
}
const Parameters& Machine::parameters() const {
  return state_->parameters;
}
const Costs& Machine::costs() const {
  return state_->costs;
}
const Execution& Machine::execution() const {
  return state_->execution;
}
const std::vector<PrintedLine>& Machine::output_of_failed_run() const {
  return state_->output_of_failed_run;
}

std::size_t estimate_bytes(const Topology& topology, const Parameters& parameters, const Execution& execution,
                           std::size_t partners) {
  constexpr std::size_t kProcess = 12U << 20U;  // for any machine
  constexpr std::size_t kPage = 4 * 1024;       // of its stack: as a small program touches
  constexpr std::size_t kBeside = 256;          // data of workers and the allocator per PE
  constexpr std::size_t kOfWiring = 40;         // tables of a link
  constexpr std::size_t kOfAllocation = 16;     // the allocator's own
  const auto pes = static_cast<std::size_t>(topology.pes());
  const bool shares_page = core::PeArray::room_above_stack(topology.pes()) != 0;
  const std::size_t pe = (shares_page ? 0 : sizeof(core::Pe)) + std::min(kPage, execution.stack_bytes) +
                         sizeof(PeReport) + kBeside + core::context_kind(execution.engine).bytes_beside_stack +
                         (partners == 0 ? 0 : sizeof(core::Message) + sizeof(core::RequestState));
  const std::size_t ring = (execution.channel_capacity + 1) * sizeof(void*);
  const bool holds = core::holds_while_waiting(parameters);
  const std::size_t gate =
      holds ? core::WaitingNetwork::bytes_per_link(static_cast<std::size_t>(parameters.virtual_channels)) : 0;
  // Links to a PE of another worker have channels: few in a torus, most in a complete graph.
  const auto workers =
      static_cast<std::size_t>(execution.workers == 0 ? core::processors() : execution.workers);
  const bool are_many = static_cast<std::size_t>(topology.ports()) >= core::PerLink<core::Link>::kBlock;
  const std::size_t channel =
      are_many ? (sizeof(core::LinkChannel) + 3 * kOfAllocation + ring) * (workers - 1) / workers : 0;
  const std::size_t link = sizeof(LinkReport) + kOfWiring + channel + gate;
  return kProcess + pes * pe + core::LinkTable::bytes_for(topology.nodes(), topology.ports(), partners, link);
}

std::size_t bytes_per_message() {
  constexpr std::size_t kOfAllocation = 16;  // the allocator's own
  constexpr std::size_t kInRouter = 64;      // header of an element of a growing vector
  return sizeof(core::Message) + sizeof(core::RequestState) + 2 * kOfAllocation + 2 * kInRouter;
}

}  // namespace toruscope
