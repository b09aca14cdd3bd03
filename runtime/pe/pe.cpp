// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/pe.hpp"

#include "runtime/model/port_rules.hpp"

#include <fmt/core.h>
#include <string>

namespace toruscope::core {

constinit thread_local Pe* running_pe = nullptr;

RequestState* state_of(const Request& handle) {
  return Pe::state_of(handle);
}

Pe::Pe(const RunTerms& run, PeHost& host, Rank rank)
    : PeParts(run, host, rank, this),
      random_(RandomSource(run.execution.seed * 0x10001 + static_cast<std::uint64_t>(rank))()) {}

PeReport Pe::report() const {
  PeReport report{core().book, core().clock};
  report.finish.path = nullptr;  // it ends with the run
  return report;
}

// --- control -------------------------------------------------------------------------------------

void Pe::start_program() {
  body().start([this] { run_program(); });
}

/// Ends a step: a strand of the PE has run until it waits, or ended.
void Pe::end_step() {
  strands_->leave();
  while (strands_->is_urgent()) {
    set_current_pe(this);
    strands_->enter_urgent().resume();
    set_current_pe(nullptr);
    strands_->leave();
  }
  if (state() != State::ended && strands_->comes_in_turn()) core().host.in_turn.add(this, true);
}

void Pe::unwind() {
  if (!has_one_strand()) {
    set_current_pe(this);
    strands_->unwind();
    set_current_pe(nullptr);
  }
  body().begin_unwinding();
  while (body().has_started()) resume();
  body().set_state(State::ended);
}

void Pe::run_program() {
  set_current_pe(this);
  body().run([this] {
    const RunTerms& run = core().run;
    Communicator world(this, *run.world, run.world->context(), rank(), run.number);
    enter_program();
    run.program(world);
    leave_program();
    note_live_requests();
    if (requests().is_misused() && !is_unwinding()) fail(requests().take_misuse());
  });
  if (!has_one_strand()) strands_->cancel_all();
  try {
    calls().give_up_receives();
  } catch (...) {
    core().host.note_refusal();
  }
  requests().leave_to_handles();
  body().end();
}

void Pe::note_live_requests() {
  if (requests().live() == 0 || requests().is_misused()) return;
  if (const std::size_t operations = has_one_strand() ? 0 : strands_->under_way(); operations != 0)
    return requests().note_misuse(fmt::format(
        "start: {} operation(s) were never waited for when the program of PE {} ended", operations, rank()));
  requests().note_misuse(fmt::format("request: {} were never waited for when the program of PE {} ended",
                                     requests().live(), rank()));
}

// --- operations that are started -----------------------------------------------------------------

/// Refuses to start an operation where what comes first, or when a send ends, would depend on
/// several strands at once.
void Pe::check_start() const {
  const auto refuse = [&](const std::string& why) { core().fail(fmt::format("start: {}", why)); };
  const RunTerms& run = core().run;
  if (run.execution.measure_compute) refuse("not where work is measured; declare the work instead");
  if (run.is_strict()) refuse(std::string("not under the port policy strict") + kPolicyAdvice);
  if (run.parameters.eager) refuse("not on a machine with an eager limit; leave the limit out");
  if (sends().may_hold_up_receptions())
    refuse("not where worms and receptions share ports (direct injection with the rule half or telephone)");
  if (sends().wait_for_receives()) refuse("not while a synchronous send is under way; wait for that first");
  if (mailbox().has_unnamed()) refuse("not while a receive without a source is pending; wait for that first");
}

RequestState* Pe::start(Group& group, std::uint32_t context, Rank in_group,
                        std::function<void(Communicator&)> code) {
  check_start();
  polls().begin_anew();
  if (strands_ == nullptr) {
    strands_ = std::make_unique<Strands>(core(), body(), [this](Strands::Operation& o) { run_operation(o); });
    core().strands = strands_.get();
  }
  const GroupHandle own = core().host.next_group(group, context, in_group, {Successor::Kind::started, {}});
  RequestState* request = requests().add(RequestState::Kind::started, in_group, rank(), 0);
  request->completion().time = kNever;
  try {
    strands_->start({std::move(code), own, in_group, request, core().clock.time});
  } catch (...) {
    requests().release(request);
    throw;
  }
  return request;
}

void Pe::run_operation(Strands::Operation& operation) {
  set_current_pe(this);
  strands_->begin_operation();
  bool is_complete = false;
  body().run([&] {
    Communicator own(this, *operation.group, operation.group->context(), operation.rank, core().run.number);
    enter_program();
    operation.code(own);
    leave_program();
    if (requests().is_misused() && !is_unwinding()) fail(requests().take_misuse());
    is_complete = true;
  });
  operation.code = nullptr;
  operation.group = {};
  if (is_complete && operation.request != nullptr) {
    operation.request->completion() = core().clock;
    requests().note_known(*operation.request);
  }
  strands_->end();
}

bool Pe::is_at(const Group& group) const {
  return has_one_strand() ? state() == State::waiting && waits_for().meeting == &group : strands_->is_at(group);
}

void Pe::leave_meeting(const Group& group, const Stamp& latest, Rank last) {
  if (!has_one_strand()) return strands_->leave_meeting(group, [&] { meetings().leave(latest, last); });
  meetings().leave(latest, last);
  core().host.runnable.push_back(this);
}

void Pe::print(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (;;) {
    const std::size_t end = text.find('\n');
    output_.push_back({core().clock.time, rank(), std::string(text.substr(0, end))});
    if (terms().execution.line_sink) host().lines.push_back(output_.back());
    if (host().observer != nullptr) host().observer->tell(output_.back());
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace toruscope::core
