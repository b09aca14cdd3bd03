// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/strands.hpp"

#include "runtime/core/check.hpp"
#include "runtime/pe/completion_order.hpp"
#include "runtime/pe/group.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

bool is_receive(const RequestState* request) {
  return request->kind == RequestState::Kind::receive;
}

bool takes(std::span<RequestState* const> requests) {
  return std::any_of(requests.begin(), requests.end(), is_receive);
}

/// True if the call waits for ends of sends alone: it may turn out that its clock has stood still.
bool waits_for_sends(std::span<RequestState* const> requests) {
  return std::all_of(requests.begin(), requests.end(), [](const RequestState* r) {
    return !is_receive(r) && (r->is_known() || r->kind == RequestState::Kind::send);
  });
}

}  // namespace

Strands::Strands(PeCore& core, Body& body, std::function<void(Operation&)> run)
    : core_(core), body_(body), run_(std::move(run)) {
  all_.push_back(std::make_unique<Strand>());
  running_ = all_.front().get();
}

Strands::~Strands() = default;

// --- for the strand that runs --------------------------------------------------------------------

void Strands::start(Operation operation) {
  auto strand = std::make_unique<Strand>();
  strand->what = std::move(operation);
  strand->clock = core_.clock;
  strand->asks = Asks::processor;
  strand->asked = core_.clock.time;
  all_.push_back(std::move(strand));
  running_->kept.reset();
  core_.note_unusual(PeCore::has_strands);
}

bool Strands::park(Asks asks, Ticks asked, const PeWait& wait) {
  Strand& me = *running_;
  me.asks = asks;
  me.asked = asked;
  core_.waiting.begin(wait);
  const bool goes_on = body_.suspend(Body::State::waiting);
  core_.waiting.end();
  return goes_on;
}

bool Strands::begin() {
  Strand& me = *running_;
  if (under_way() == 0) {
    core_.note_unusual(PeCore::has_strands, false);
    core_.clock = later(core_.clock, processor_);
    me.left_meeting = kLeftNone;
    return true;
  }
  if (me.kept == core_.clock.time) return true;
  if (!park(Asks::processor, core_.clock.time, {PeWait::Until::turn_now, "processor"})) return false;
  core_.clock = later(core_.clock, processor_);
  me.kept = core_.clock.time;
  me.left_meeting = kLeftNone;
  return true;
}

void Strands::begin_operation() {
  core_.clock = later(core_.clock, processor_);
  running_->kept = core_.clock.time;
}

bool Strands::await(std::span<RequestState* const> requests, const char* operation, Ticks from,
                    Ticks deadline) {
  Strand& me = *running_;
  me.requests = requests;
  me.deadline = deadline;
  if (!waits_for_sends(requests)) me.kept.reset();
  if (!park(Asks::completion, from, {PeWait::Until::turn_all, operation, requests})) return false;
  const Ticks went_on = asks_at(me);
  me.asks = Asks::nothing;
  if (deadline != kNever)
    me.kept = core_.clock.time;  // its next call belongs to this one
  else if (takes(requests))
    me.kept = std::max(went_on, processor_.time);
  if (takes(requests)) me.left_meeting = kLeftNone;
  return true;
}

std::optional<Ticks> Strands::await_any(std::span<RequestState* const> requests, const char* operation,
                                        Ticks deadline) {
  Strand& me = *running_;
  me.requests = requests;
  me.deadline = deadline;
  me.kept.reset();
  me.takes_any = true;
  const bool goes_on = park(Asks::completion, core_.clock.time, {PeWait::Until::turn_all, operation, requests});
  const Ticks went_on = asks_at(me);
  me.takes_any = false;
  me.asks = Asks::nothing;
  return goes_on ? std::optional(went_on) : std::nullopt;
}

bool Strands::meet(const PeWait& wait) {
  running_->kept.reset();
  return park(Asks::meeting, kNever, wait);
}

void Strands::end() {
  running_->has_ended = true;
  body_.end_strand();
}

void Strands::cancel(RequestState& request) {
  for (const auto& strand : all_) {
    if (strand->what.request != &request) continue;
    if (strand.get() != running_) return cancel(*strand);
    strand->what.request = nullptr;  // an operation that drops its own request goes on
    return;
  }
}

void Strands::cancel_all() {
  while (under_way() != 0) cancel(*all_.back());
}

void Strands::cancel(Strand& strand) {
  strand.what.request = nullptr;
  if (strand.flow.context == nullptr) {  // it has not begun
    std::erase_if(all_, [&](const auto& one) { return one.get() == &strand; });
    return;
  }
  if (strand.asks == Asks::meeting && strand.asked == kNever) strand.waiting.now().meeting->withdraw();
  strand.flow.is_unwinding = true;
  urgent_.push_back(running_);
  urgent_.push_back(&strand);
  body_.give_way();
}

// --- for the plan --------------------------------------------------------------------------------

Ticks Strands::complete_at(const Strand& strand) const {
  Ticks when = strand.asked;
  if (strand.takes_any) {
    Ticks first = kNever;
    for (const RequestState* r : strand.requests)
      if (r->is_known()) first = std::min(first, completion_of(*r));
    return std::max(first, when);
  }
  const bool has_receives = takes(strand.requests);
  for (const RequestState* r : strand.requests) {
    if (!r->is_known()) return kNever;
    if (is_receive(r))
      when = std::max(when, r->message->asks);
    else if (!has_receives || r->kind == RequestState::Kind::started || core_.run.are_send_ends_unknown)
      when = std::max(when, r->completion().time);
  }
  return when;
}

Ticks Strands::asks_at(const Strand& strand) const {
  switch (strand.asks) {
    case Asks::processor:
    case Asks::meeting:
      return strand.asked;
    case Asks::completion:
      return std::min(complete_at(strand), std::max(strand.deadline, strand.asked));
    case Asks::nothing:
      break;
  }
  return kNever;
}

/// True if the strand needs the processor to go on. None is needed after a meeting, after a call
/// without receives, or after a look for what is complete first.
bool Strands::needs_processor(const Strand& strand) {
  return strand.asks == Asks::processor ||
         (strand.asks == Asks::completion && !strand.takes_any && takes(strand.requests));
}

Strands::Strand* Strands::keeper() const {
  const auto keeper = std::find_if(all_.begin(), all_.end(), [](const auto& strand) {
    return strand->asks == Asks::completion && strand->kept.has_value();
  });
  return keeper == all_.end() ? nullptr : keeper->get();
}

Strands::Next Strands::next() const {
  Strand* const keeper = this->keeper();
  if (keeper != nullptr && asks_at(*keeper) == *keeper->kept) return {keeper, *keeper->kept};
  Next next;
  std::tuple<Ticks, bool, Ticks, bool> first;
  for (const auto& strand : all_) {
    const Ticks asks = asks_at(*strand);
    if (asks == kNever) continue;
    const bool waits = needs_processor(*strand);
    const Ticks when = waits ? std::max(asks, processor_.time) : asks;
    // One that leaves a meeting needs no processor, but comes after those who get it in this tick.
    const std::tuple key{when, waits || strand->asks == Asks::meeting, asks, asks == strand->left_meeting};
    if (next.strand != nullptr && key > first) continue;
    next = {strand.get(), keeper == nullptr ? when : std::max(when, *keeper->kept)};
    first = key;
  }
  return next;
}

Ticks Strands::when() {
  if (!core_.waiting.turn()) core_.waiting.set_turn(next().when);
  return *core_.waiting.turn();
}

void Strands::give() {
  chosen_ = next().strand;
  core_.waiting.forget_turn();
  is_in_turn_ = false;
  if (Strand* const keeper = this->keeper(); keeper != nullptr && keeper != chosen_) keeper->kept.reset();
}

Strands::Strand* Strands::at(const Group& group) const {
  for (const auto& strand : all_) {
    const Waiting& waiting = strand.get() == running_ ? core_.waiting : strand->waiting;
    if (strand->asks == Asks::meeting && waiting.now().meeting == &group) return strand.get();
  }
  return nullptr;
}

const Stamp& Strands::clock_at(const Group& group) const {
  const Strand* strand = at(group);
  return strand == running_ ? core_.clock : strand->clock;
}

void Strands::leave_meeting(const Group& group, const std::function<void()>& leave) {
  Strand& strand = *at(group);
  enter(strand);
  leave();
  strand.asked = strand.left_meeting = core_.clock.time;
  enter(*all_.front());
  core_.note_news();
}

// --- for the worker ------------------------------------------------------------------------------

/// Puts the state of a strand in the place of that of the strand that ran.
void Strands::enter(Strand& strand) {
  if (&strand == running_) return;
  const auto exchange = [this](Strand& with) {
    std::swap(core_.clock, with.clock);
    std::swap(core_.waiting, with.waiting);
    body_.exchange(with.flow);
    if (core_.spans != nullptr) core_.spans->exchange(with.spans);
  };
  exchange(*running_);
  running_ = &strand;
  exchange(strand);
}

PeContext& Strands::resume(Strand& strand) {
  if (&strand != running_ && strand.flow.context == nullptr)  // this computer may refuse it
    strand.flow.context = core_.host.make_strand_context(core_.rank, [this, &strand] { run_(strand.what); });
  enter(strand);
  body_.set_state(Body::State::running);
  return body_.context();
}

PeContext& Strands::enter_chosen() {
  TORUSCOPE_CHECK(chosen_ != nullptr, "no strand is to go on, PE", core_.rank);
  Strand& strand = *std::exchange(chosen_, nullptr);
  if (strand.asks != Asks::completion) strand.asks = Asks::nothing;
  return resume(strand);
}

PeContext& Strands::enter_urgent() {
  Strand& strand = *urgent_.back();
  urgent_.pop_back();
  return resume(strand);
}

void Strands::leave() {
  Strand& ran = *running_;
  enter(*all_.front());
  if (ran.has_ended) std::erase_if(all_, [&](const auto& one) { return one.get() == &ran; });
}

bool Strands::comes_in_turn() {
  return core_.is_shared() && !std::exchange(is_in_turn_, true);
}

void Strands::unwind() {
  while (under_way() != 0) {
    Strand& strand = *all_.back();
    strand.what.request = nullptr;
    if (strand.flow.context == nullptr) {
      all_.pop_back();
      continue;
    }
    strand.flow.is_unwinding = true;
    urgent_.push_back(&strand);
    while (is_urgent()) {
      enter_urgent().resume();
      leave();
    }
  }
  core_.note_unusual(PeCore::has_strands, false);
}

// --- for reports ---------------------------------------------------------------------------------

Ticks Strands::latest_clock() const {
  Ticks latest = core_.clock.time;
  for (const auto& strand : all_)
    if (strand.get() != running_) latest = std::max(latest, strand->clock.time);
  return latest;
}

}  // namespace toruscope::core
