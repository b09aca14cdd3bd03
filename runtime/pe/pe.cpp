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
      body_(core_),
      requests_(this, host.messages),
      strict_(core_),
      sends_(core_, strict_),
      receives_(core_, requests_, strict_),
      turns_(core_, requests_, sends_, receives_.mailbox()),
      checks_(core_, round_),
      posting_(core_, requests_, sends_, receives_, checks_),
      calls_(core_, body_, round_, requests_, sends_, receives_, turns_, posting_, checks_),
      work_(core_, body_),
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
  if (last.state() == State::ended)
    last.body_.free_context();
  else if (!is_unwinding())
    last.calls_.post_round_sends();  // where the next one has not done it
}

PeContext& Pe::go_on() {
  set_current_pe(this);
  if (!is_unwinding()) calls_.finish_rest();
  body_.set_state(State::running);
  return body_.context();
}

void Pe::unwind() {
  body_.begin_unwinding();
  while (body_.has_started()) resume();
  body_.set_state(State::ended);
}

void Pe::run_program() {
  set_current_pe(this);
  body_.run([this] {
    const RunTerms& run = core_.run;
    Communicator world(this, run.world, run.world->context(), rank(), run.number);
    work_.enter_program();
    run.program(world);
    work_.leave_program();
    if (requests_.live() != 0 && !requests_.is_misused())
      requests_.note_misuse(fmt::format("request: {} were never waited for when the program of PE {} ended",
                                        requests_.live(), rank()));
    if (requests_.is_misused() && !is_unwinding()) fail(requests_.take_misuse());
  });
  try {
    calls_.give_up_receives();
  } catch (...) {
    core_.host.note_refusal();
  }
  requests_.leave_to_handles();
  body_.end();
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
