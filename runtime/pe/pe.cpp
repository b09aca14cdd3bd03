// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/pe.hpp"

#include <fmt/format.h>
#include <string>

namespace toruscope::core {

namespace {

thread_local Pe* current = nullptr;

}  // namespace

// Not inlined: a fiber's caller must not keep the address of a thread's variable across a switch.
[[gnu::noinline]] Pe* current_pe() {
  return current;
}
[[gnu::noinline]] void set_current_pe(Pe* pe) {
  current = pe;
}

RequestState* state_of(const Request& handle) {
  return Pe::state_of(handle);
}

Pe::Pe(const RunTerms& run, PeHost& host, Rank rank)
    : core_(run, host, rank, this),
      work_(core_, body_),
      strict_(core_),
      body_(core_),
      checks_(core_, round_),
      posting_(core_, requests_, sends_, receives_, checks_),
      calls_(core_, body_, round_, requests_, sends_, receives_, turns_, posting_, checks_),
      requests_(this, host.messages),
      sends_(core_, strict_),
      receives_(core_, requests_, strict_),
      turns_(core_, requests_, sends_, receives_.mailbox()),
      meetings_(core_, body_),
      random_(RandomSource(run.execution.seed * 0x10001 + static_cast<std::uint64_t>(rank))()) {}

PeReport Pe::report() const {
  PeReport report = core_.book;
  report.finish = core_.clock;
  report.finish.path = nullptr;  // it ends with the run
  return report;
}

// --- control -----------------------------------------------------------------------------------------------------------

void Pe::resume() {
  if (!body_.has_started()) body_.start([this] { run_program(); });
  go_on().resume();
  set_current_pe(nullptr);
  Pe& last = *core_.host.gave_back;
  if (last.core_.is_shared) [[unlikely]]
    last.end_step();
  if (last.state() == State::ended)
    last.body_.free_context();
  else if (!is_unwinding())
    last.calls_.post_round_sends();  // where the next one has not done it
}

PeContext& Pe::go_on() {
  set_current_pe(this);
  if (core_.is_shared) [[unlikely]]
    return strands_->enter_chosen();
  if (!is_unwinding()) calls_.finish_rest();
  body_.set_state(State::running);
  return body_.context();
}

/// One of its strands has run until it waits, or ended.
void Pe::end_step() {
  strands_->leave();
  while (strands_->is_urgent()) {
    set_current_pe(this);
    strands_->enter_urgent().resume();
    set_current_pe(nullptr);
    strands_->leave();
  }
  if (state() != State::ended && strands_->comes_in_turn()) core_.host.in_turn.push_back(this);
}

void Pe::unwind() {
  if (core_.is_shared) {
    set_current_pe(this);
    strands_->unwind();
    set_current_pe(nullptr);
  }
  body_.begin_unwinding();
  while (body_.has_started()) resume();
  body_.set_state(State::ended);
}

void Pe::run_program() {
  set_current_pe(this);
  body_.run([this] {
    const RunTerms& run = core_.run;
    Communicator world(this, run.world, run.world->context(), rank(), run.number);
    enter_program();
    run.program(world);
    leave_program();
    note_live_requests();
    if (requests_.is_misused() && !is_unwinding()) fail(requests_.take_misuse());
  });
  if (core_.is_shared) strands_->cancel_all();
  try {
    calls_.give_up_receives();
  } catch (...) {
    core_.host.note_refusal();
  }
  requests_.leave_to_handles();
  body_.end();
}

void Pe::note_live_requests() {
  if (requests_.live() == 0 || requests_.is_misused()) return;
  if (const std::size_t operations = core_.is_shared ? strands_->under_way() : 0; operations != 0)
    return requests_.note_misuse(fmt::format(
        "start: {} operation(s) were never waited for when the program of PE {} ended", operations, rank()));
  requests_.note_misuse(fmt::format("request: {} were never waited for when the program of PE {} ended",
                                    requests_.live(), rank()));
}

// --- operations that are started -----------------------------------------------------------------------------------------

/// Where what comes first, or when a send ends, would hang on several strands at once nothing is started.
void Pe::check_start() const {
  const auto refuse = [&](const char* why) { core_.fail(fmt::format("start: {}", why)); };
  const RunTerms& run = core_.run;
  if (run.execution.measure_compute) refuse("not where work is measured; declare the work instead");
  if (run.is_strict()) refuse("not under the port policy strict; use the policy queue");
  if (run.parameters.eager) refuse("not on a machine with an eager limit; leave the limit out");
  if (sends_.may_hold_up_receptions())
    refuse("not where worms and receptions share ports (direct injection with the rule half or telephone)");
  if (sends_.has_waiting()) refuse("not while a synchronous send is under way; wait for that first");
  if (mailbox().has_unnamed()) refuse("not while a receive without a source is pending; wait for that first");
}

RequestState* Pe::start(Group& group, std::uint32_t context, Rank in_group,
                        std::function<void(Communicator&)> code) {
  check_start();
  if (strands_ == nullptr) {
    strands_ = std::make_unique<Strands>(core_, body_, [this](Strands::Operation& o) { run_operation(o); });
    core_.strands = strands_.get();
  }
  Group& own = core_.host.started_group(group, context, strands_->count_start(context));
  RequestState* request = requests_.add(RequestState::Kind::started, in_group, rank(), 0);
  request->complete.time = kNever;
  try {
    strands_->start({std::move(code), &own, in_group, request, core_.clock.time});
  } catch (...) {
    requests_.release(request);
    throw;
  }
  return request;
}

void Pe::run_operation(Strands::Operation& operation) {
  set_current_pe(this);
  strands_->begin_operation();
  bool is_complete = false;
  body_.run([&] {
    Communicator own(this, operation.group, operation.group->context(), operation.rank, core_.run.number);
    enter_program();
    operation.code(own);
    leave_program();
    if (requests_.is_misused() && !is_unwinding()) fail(requests_.take_misuse());
    is_complete = true;
  });
  operation.code = nullptr;
  if (is_complete && operation.request != nullptr) {
    operation.request->complete = core_.clock;
    requests_.note_known(*operation.request);
  }
  strands_->end();
}

bool Pe::is_at(const Group& group) const {
  return core_.is_shared ? strands_->is_at(group) : state() == State::waiting && waits_for().meeting == &group;
}

void Pe::leave_meeting(const Group& group, const Stamp& latest, Rank last) {
  if (core_.is_shared) return strands_->leave_meeting(group, [&] { meetings_.leave(latest, last); });
  meetings_.leave(latest, last);
  core_.host.runnable.push_back(this);
}

void Pe::print(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (;;) {
    const std::size_t end = text.find('\n');
    output_.push_back({core_.clock.time, rank(), std::string(text.substr(0, end))});
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace toruscope::core
