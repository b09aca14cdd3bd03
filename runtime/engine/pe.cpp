// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/pe_inline.hpp"
#include "runtime/model/clock.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace toruscope::detail {

namespace {

thread_local Pe* current = nullptr;

/// Links of the PE's node, if its ports are as many; else nobody counts them.
int counted_links(const Run& run, Rank rank) {
  return run.parameters().ports.rule == Ports::Rule::all ? run.links_of(rank) : 1;
}

}  // namespace

// Not inlined: a fiber's caller must not keep the address of a thread's variable across a switch.
[[gnu::noinline]] Pe* current_pe() {
  return current;
}
[[gnu::noinline]] void set_current_pe(Pe* pe) {
  current = pe;
}

Pe::Pe(Run& run, Worker& worker, Rank rank)
    : run_(run),
      worker_(worker),
      rank_(rank),
      paths_(worker.paths ? &*worker.paths : nullptr),
      watch_(run.is_strict() ? std::make_unique<PortWatch>(run.parameters().ports, counted_links(run, rank))
                             : nullptr),
      ports_(run.parameters().ports, counted_links(run, rank), rank, paths_),
      random_(RandomSource(run.execution().seed * 0x10001 + static_cast<std::uint64_t>(rank))()) {
  mailbox_.answer_in(worker.answered);
  if (run.execution().measure_compute)
    meter_ = std::make_unique<ComputeMeter>(run.parameters().tick, run.execution().compute_clock);
}

Pe::~Pe() {
  for (auto& request : requests_)
    if (request->message != nullptr) discard(request->message);
  if (heard_ != nullptr) discard(heard_);
  for (Message* m : round_sends_)
    if (m != nullptr) discard(m);
}

PeReport Pe::report() const {
  PeReport report = book_;
  report.finish = clock_;
  report.finish.path = nullptr;  // it ends with the run
  return report;
}

// --- control ---------------------------------------------------------------------------------------------------

void Pe::prefetch() const {
  constexpr std::size_t kCalls = 7;  // all before the ports, but what a gap needs
  prefetch_lines<kCalls>(this);
}

void Pe::prefetch_state() const {
  constexpr std::size_t kPorts = 5;  // without what a gap needs
  constexpr std::size_t kMailbox = 3;
  constexpr std::size_t kBook = 1;
  prefetch_lines<kPorts>(&ports_);
  prefetch_lines<kMailbox>(&mailbox_);
  prefetch_lines<kBook>(&book_);
  prefetch_lines<1>(context_.get());
  prefetch_lines<1>(wait_.requests.data());
}

void Pe::prefetch_frames() const {
  constexpr std::size_t kFrames = 12;  // from the switch to the program's call
  constexpr std::size_t kRequest = 2;
  if (context_) prefetch_lines<kFrames>(context_->frame());
  if (wait_.until == Wait::Until::matched)
    for (const RequestState* r : wait_.requests) prefetch_lines<kRequest>(r);
}

void Pe::prefetch_messages() const {
  constexpr std::size_t kMessage = 7;
  if (wait_.until == Wait::Until::matched)
    for (const RequestState* r : wait_.requests) {
      prefetch_lines<kMessage>(r->message);
      prefetch_lines<1>(r->into.bytes.data());
    }
  prefetch_lines<1>(reads_next_);
  prefetch_lines<1>(caller_);
}

void Pe::prefetch_mailbox() const {
  constexpr std::size_t kWait = 3;     // its state, and what it waits for
  constexpr std::size_t kMailbox = 3;  // to the end of its messages
  prefetch_lines<kWait>(this);
  prefetch_lines<kMailbox>(&mailbox_);
}

void Pe::prefetch_awaited() const {
  if (state_ == State::waiting && wait_.until == Wait::Until::matched)
    for (const RequestState* r : wait_.requests) prefetch_lines<1>(r);
}

void Pe::resume() {
  if (!context_) context_ = run_.make_context(rank_, [this] { main(); });
  go_on();
  context_->resume();
  set_current_pe(nullptr);
  Pe& last = *worker_.gave_back;
  if (last.state_ == State::ended)
    last.context_.reset();
  else if (!is_unwinding_)
    last.post_round_sends();  // those that hand_on() has not posted
}

PeContext& Pe::go_on() {
  set_current_pe(this);
  if (rest_.is_left && !is_unwinding_) finish_for_program();
  state_ = State::running;
  return *context_;
}

void Pe::unwind() {
  is_unwinding_ = true;
  while (context_) resume();
  state_ = State::ended;
}

void Pe::main() {
  set_current_pe(this);
  try {
    Group& all = run_.groups().world();
    Communicator world(this, &all, all.context(), rank_, run_.number());
    enter_program();
    run_.program()(world);
    leave_program();
    if (live_requests_ != 0 && !is_misused_)
      note_misuse(fmt::format("request: {} were never waited for when the program of PE {} ended",
                              live_requests_, rank_));
    if (is_misused_ && !is_unwinding_) fail_for_misuse();
  } catch (const Unwound&) {
    // the run is being ended; whoever ends it knows why
  } catch (...) {
    if (!is_unwinding_ || was_throwing_) record_error(std::current_exception());
  }
  try {
    give_up_receives();
  } catch (...) {
    run_.note_refusal(worker_);
  }
  for (auto& request : requests_)
    if (request->pe != nullptr && request->is_live) {
      leave_order(*request);
      if (request->message != nullptr) worker_.messages.put(std::exchange(request->message, nullptr));
      request->pe = nullptr;  // a Request that outlives its PE now owns its state
      static_cast<void>(request.release());
    }
  std::erase(requests_, nullptr);
  ++worker_.ended;
  worker_.gave_back = this;
  state_ = State::ended;
}

/// Of an ended program: the mailbox forgets all that were never waited for.
void Pe::give_up_receives() {
  const auto for_each = [this](auto&& use) {
    for (const auto& r : requests_)
      if (r->pe != nullptr && r->is_live && r->kind == RequestState::Kind::receive) use(*r);
  };
  for_each([this](RequestState& receive) {
    if (!receive.is_known()) withdraw(receive);
  });
  for_each([this](RequestState& receive) { mailbox_.complete(receive, clock_); });
}

void Pe::record_error(const std::exception_ptr& error) {
  error_time_ = clock_.time;
  worker_.failed.push_back(this);
  error_ = error;
  try {
    error_ = told(error);
  } catch (...) {  // no memory for words
  }
}

/// An error of the program as the run ends with it: with its PE and time.
std::exception_ptr Pe::told(const std::exception_ptr& error) const {
  const auto by_program = [this](const char* what) {
    return std::make_exception_ptr(ProgramError(
        fmt::format("PE {} threw at {}: {}", rank_, run_.time_text(clock_.time), what), rank_, clock_.time));
  };
  try {
    std::rethrow_exception(error);
  } catch (const Error&) {
    return error;
  } catch (const std::bad_alloc&) {
    return std::make_exception_ptr(HostLimitError(
        fmt::format("memory: this computer has no more for PE {} at {}", rank_, run_.time_text(clock_.time))));
  } catch (const std::exception& e) {
    return by_program(*e.what() == '\0' ? "an exception without a text" : e.what());
  } catch (...) {
    return by_program("something that is not a std::exception");
  }
}

bool Pe::suspend(State state) {
  state_ = state;
  PeContext* const next = worker_.batch.hands_on() ? run_.hand_on(worker_, *this) : nullptr;
  if (next == nullptr) worker_.gave_back = this;
  context_->suspend(next);
  if (!is_unwinding_) return true;
  if (std::uncaught_exceptions() == 0) throw Unwound{};
  was_throwing_ = true;
  return false;
}

bool Pe::check_at_length(const char* operation, int patience) {
  if (is_unwinding_ && std::uncaught_exceptions() > 0) return false;
  if (is_unwinding_) throw Unwound{};
  if (run_.must_stop() && brief_calls_++ >= patience) {
    wait_ = {Wait::Until::matched, operation};
    if (!suspend(State::paused)) return false;
  }
  if (is_misused_) fail_for_misuse();
  if (is_in_round_)
    fail(fmt::format(
        "{}: called while a round is being described; a round's transfers are named by its own send and "
        "recv",
        operation));
  return true;
}

void Pe::note_misuse(std::string what) {
  is_misused_ = true;
  misuse_ = std::move(what);
}
void Pe::fail_for_misuse() {
  is_misused_ = false;
  fail(std::exchange(misuse_, {}));
}

void Pe::fail(const std::string& message) const {
  throw ProgramError(fmt::format("{} (PE {} at {})", message, rank_, run_.time_text(clock_.time)), rank_,
                     clock_.time);
}

// --- time and meetings -----------------------------------------------------------------------------------------

void Pe::compute(Ticks duration) {
  if (!meter_) work(duration);
}

void Pe::charge_work() {
  const Ticks worked = meter_->stop();
  if (worked == Ticks{} || is_unwinding_) return;
  try {
    work(worked);
  } catch (...) {
    meter_->start();  // the call has not begun
    throw;
  }
}

void Pe::work(Ticks duration) {
  if (duration > kLongest - clock_.time)
    fail(fmt::format("compute: {} more ticks are longer than the longest virtual time", duration.count));
  if (postponed_ != nullptr) {
    *postponed_ += duration;
    return;
  }
  if (run_.execution().record_events && duration > Ticks{}) {
    Event& event = worker_.events.emplace_back();
    event.kind = Event::Kind::compute;
    event.source = rank_;
    event.begin = clock_.time;
    event.end = clock_.time + duration;
  }
  add_compute(clock_, duration);
  note(clock_, Moment::Kind::compute);
}

bool Pe::meet(Group& group, const char* operation) {
  wait_ = {Wait::Until::met, operation, {}, &group};
  if (group.arrive()) worker_.met.push_back(&group);
  return suspend(State::waiting);
}

void Pe::leave_meeting(const Stamp& latest, Rank last) {
  if (run_.execution().record_events) {
    Event& event = worker_.events.emplace_back();
    event.kind = Event::Kind::synchronize;
    event.source = rank_;
    event.begin = clock_.time;
    event.end = latest.time;
  }
  if (latest.time > clock_.time) {
    book_.partner_wait += latest.time - clock_.time;
    clock_ = latest;
    note(clock_, Moment::Kind::synchronize, last);
  }
  state_ = State::runnable;
}

void Pe::synchronize(Group& group, Rank rank) {
  enter_collective(group, rank, {.operation = "synchronize"});
  static_cast<void>(meet(group, "synchronize"));
}

std::pair<Group*, Rank> Pe::split(Group& group, Rank rank, int colour, int key) {
  enter_collective(group, rank, {.operation = "split"});
  split_by_ = {colour, key};
  split_result_ = {};
  if (!meet(group, "split")) return {};
  return split_result_;
}

void Pe::enter_collective(Group& group, Rank rank, CollectiveCall call) {
  if (!group.enter(calls_[&group]++, std::move(call), rank, clock_.time)) run_.note_difference();
}

void Pe::print(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (;;) {
    const std::size_t end = text.find('\n');
    output_.push_back({clock_.time, rank_, std::string(text.substr(0, end))});
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace toruscope::detail
