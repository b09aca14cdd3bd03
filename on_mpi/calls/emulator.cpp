// SPDX-License-Identifier: Apache-2.0
// What the description of machines and the command line ask of the emulator, where there is none:
// a machine is checked, not run; local work is what the computer does; observers are told nothing.

#include "on_mpi/calls/transport.hpp"
#include "runtime/local_work.hpp"
#include "runtime/pe/can_start.hpp"
#include "runtime/pe/wait_note.hpp"
#include "runtime/pe/work_beside.hpp"
#include "runtime/port_wait.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/note.hpp>

#include <algorithm>
#include <utility>

namespace toruscope {

bool core::can_start() {
  return false;
}

std::optional<std::size_t> core::work_until(Ticks, std::span<Request* const>) {
  throw ConfigError("work that lasts until a time of the emulated machine has no meaning over real MPI");
}

// --- Machine -------------------------------------------------------------------------------------

struct Machine::State {
  TopologyPtr topology;
  Parameters parameters;
  Costs costs;
  Execution execution;
  std::vector<PrintedLine> output;
};

Machine::Machine(TopologyPtr topology, Parameters parameters, Execution execution) {
  if (topology == nullptr) throw ConfigError("machine: it needs a topology");
  const Costs costs = resolve(parameters, *topology);
  parameters.ports = ports_on(*topology, parameters.ports);
  state_ = std::make_unique<State>(
      State{std::move(topology), std::move(parameters), costs, std::move(execution), {}});
}

Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

Report Machine::run(const std::function<void(Communicator&)>&) {
  throw ConfigError(
      "machine: this program runs over real MPI, and emulates none; link toruscope::toruscope to emulate one");
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
  return state_->output;
}

/// Stacks and messages are the operating system's and MPI's.
std::size_t estimate_bytes(const Topology&, const Parameters&, const Execution&, std::size_t) {
  return 0;
}
std::size_t bytes_per_message() {
  return 0;
}

// --- notes ---------------------------------------------------------------------------------------

Note::Note(const Communicator&, std::string) {}
Note::Note(const Communicator&, std::function<std::string()>) {}
Note::~Note() = default;

namespace core {

WaitNote::WaitNote(std::function<std::vector<std::string>()> lines)
    : pe_(Pe::here()), lines_(std::move(lines)), next_(nullptr) {}
WaitNote::~WaitNote() = default;

// --- local work ----------------------------------------------------------------------------------

LibraryCall::LibraryCall(const char*, std::initializer_list<std::size_t>) : pe_(nullptr) {}
LibraryCall::~LibraryCall() {
  static_cast<void>(pe_);  // fields of the emulator
  static_cast<void>(open_spans_);
}
CollectiveSpan::CollectiveSpan(const Communicator&, const char*, const std::string&, Rank, std::size_t)
    : pe_(nullptr) {}
CollectiveSpan::~CollectiveSpan() {
  static_cast<void>(pe_);  // fields of the emulator
  static_cast<void>(open_spans_);
}

void note_table(const char*, bool) {}
bool has_given_up() {
  return false;
}
bool is_work_measured() {
  return false;
}
void call_program(const std::function<void()>& work) {
  work();
}
Ticks call_program_untimed(const std::function<void()>& work) {
  work();
  return Ticks{};
}
void take_time(Ticks) {}

/// Here: the message is there by now.
bool message_before_port(const Communicator&, const Request& receive, Rank, Ticks) {
  RequestState* const state = Pe::state_of(receive);
  return state != nullptr && Transport::here().test(*state);
}

}  // namespace core
}  // namespace toruscope
