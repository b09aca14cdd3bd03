// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/polls.hpp"

#include "runtime/core/check.hpp"
#include "runtime/model/clock.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <fmt/core.h>
#include <iterator>

namespace toruscope::core {

namespace {

/// Requests of a poll, for its waits.
using States = boost::container::small_vector<RequestState*, 8>;

States states_of(std::span<const Asked> asked) {
  States states;
  for (const Asked& one : asked) states.push_back(one.request);
  return states;
}

std::span<RequestState* const> span_of(const States& states) {
  return {states.data(), states.size()};
}

/// The order of wait_any, which may be asked about handles anywhere: sends as the list has them.
bool comes_first(const Asked& a, const Asked& b) {
  if (a.request == b.request) return a.index < b.index;
  const auto is_receive = [](const Asked& one) { return one.request->kind == RequestState::Kind::receive; };
  if (is_receive(a) || is_receive(b) || completion_of(*a.request) != completion_of(*b.request))
    return completes_first(*a.request, *b.request);
  return a.index < b.index;
}

}  // namespace

bool Polls::is_complete(const RequestState& request, Ticks by) {
  return request.is_known() && completion_of(request) <= by;
}

std::size_t Polls::put_complete_first(std::span<Asked> asked, Ticks by) {
  const auto end = std::partition(asked.begin(), asked.end(),
                                  [by](const Asked& one) { return is_complete(*one.request, by); });
  std::sort(asked.begin(), end, comes_first);
  return static_cast<std::size_t>(end - asked.begin());
}

RequestState Polls::pattern_of(const Place& place, Rank from, int tag) {
  RequestState pattern;
  pattern.kind = RequestState::Kind::receive;
  pattern.partner = from;
  pattern.world_partner = from == any_source ? any_source : place.group.world_rank(from);
  pattern.tag = tag;
  pattern.context = place.context;
  return pattern;
}

// --- polls ---------------------------------------------------------------------------------------

Polls::Deeds Polls::deeds() const {
  return {core_.clock.time, core_.book.messages_sent, calls_.sends().sent_to_self(),
          calls_.receives().mailbox().posts(), calls_.requests().live()};
}

/// Begins the row anew if the PE has done something else since its last poll.
void Polls::continue_row() {
  if (row_ == nullptr) row_ = std::make_unique<Row>();
  if (row_->after != deeds()) row_->polls = 0;
}

/// True if the poll is a success: then look() has said so, at its begin or at its end.
template <class Look>
bool Polls::poll(const char* operation, std::span<RequestState* const> asked, Look&& look) {
  if (!calls_.begin_alone(operation)) return false;
  const bool takes_time = core_.run.costs.poll != Ticks{};
  if (takes_time) continue_row();
  if (!calls_.await_turn({PeWait::Until::turn_now, operation, asked})) return false;
  bool is_there = look();
  if (takes_time) {
    if (!is_there) {
      if (!let_time_go_by(operation, asked)) return false;
      is_there = look();
    }
    if (!is_there) ++row_->polls;
    row_->after = deeds();
  } else {
    if (!is_there && unsuccessful_ == core_.clock.time) {
      turns_.forget_events(core_.clock.time);
      if (!await_event(operation, asked)) return false;
      is_there = look();
    }
    if (!is_there) unsuccessful_ = core_.clock.time;
  }
  if (!is_there) core_.host.has_failed_polls = true;
  return is_there;
}

/// Lets the time of a poll without success go by, or waits until the next event. False: the run is
/// ended.
bool Polls::let_time_go_by(const char* operation, std::span<RequestState* const> asked) {
  const Ticks begun = core_.clock.time;
  const Ticks cost = core_.run.costs.poll;
  const std::int64_t n = row_->polls + 1;
  if (n > (kLongest - begun).count / cost.count)
    throw ConfigError(fmt::format(
        "{}: poll {} in a row would end after the longest virtual time (PE {} at {}); wait, or take a smaller "
        "--poll",
        operation, n, core_.rank, core_.run.time_text(begun)));
  const Ticks end = begun + n * cost;
  turns_.forget_events(begun);
  turns_.set_deadline(end, n >= kHopeless);
  if (!await_event(operation, asked)) return false;
  if (turns_.given() == end && core_.clock.time < end) go_to_deadline(end, n);
  turns_.set_deadline(kNever);
  return true;
}

/// Waits for the next event, or the deadline. The clock is the event's, if that is first. False:
/// the run is ended.
bool Polls::await_event(const char* operation, std::span<RequestState* const> asked) {
  Stamp& clock = core_.clock;
  States open;
  if (asked.size() > 1) {  // a send that is over ends nothing more
    std::copy_if(asked.begin(), asked.end(), std::back_inserter(open),
                 [&](const RequestState* r) { return !is_complete(*r, clock.time); });
    asked = span_of(open);
  }
  if (!calls_.await_turn({PeWait::Until::turn_event, operation, asked})) return false;
  if (turns_.given() == clock.time) return true;  // something came at this very tick
  if (turns_.given() == turns_.deadline()) return true;
  const Turns::Event event = turns_.next_event(asked);
  TORUSCOPE_CHECK(event.time == turns_.given(), "event at", event.time.count, "turn at", turns_.given().count);
  if (event.sent != nullptr) {
    clock = *event.sent;
    core_.note(clock, Moment::Kind::sent);
  } else {
    go_to_arrival(operation, *event.arrival);
  }
  return true;
}

void Polls::go_to_arrival(const char* operation, const Message& m) {
  if (m.asks > kLongest)
    core_.fail(fmt::format("{}: the next message arrives after the longest virtual time", operation));
  Stamp& clock = core_.clock;
  core_.note_wait(m, m.asks - clock.time);
  clock = m.is_announcement() ? m.start : core_.arrival_of(m);
  if (!m.is_announcement()) core_.note_arrival(clock, m);
  core_.note(clock, Moment::Kind::partner, m.source);
}

/// Ends a poll that has taken its time, the n-th of its row, or a wait (0) at its deadline.
void Polls::go_to_deadline(Ticks deadline, std::int64_t count) {
  Stamp& clock = core_.clock;
  const Ticks taken = deadline - clock.time;
  if (taken == Ticks{}) return;
  if (core_.host.observer != nullptr)
    core_.host.observer->tell(Polled{core_.rank, clock.time, deadline, count});
  core_.book.partner_wait += taken;
  add_polling(clock, taken);
  core_.note(clock, Moment::Kind::polling);
}

bool Polls::test(RequestState* request) {
  RequestState* one[] = {request};
  return poll("test", one, [&] { return is_complete(*request, core_.clock.time); });
}

bool Polls::cancel(RequestState* receive) {
  if (!calls_.begin_alone("cancel")) return false;
  RequestState* one[] = {receive};
  if (!calls_.await_turn({PeWait::Until::turn_now, "cancel", one})) return false;
  if (calls_.receives().has_come(*receive, core_.clock.time)) return false;
  // What its message goes to is found anew, and who gets that of a send which has found a receive
  // behind it while an earlier message, this one's, was on its way.
  if (receive->message != nullptr || calls_.receives().has_expected_match())
    calls_.receives().lose_answers(core_.clock.time);
  calls_.release_all(one, core_.clock.time);
  return true;
}

bool Polls::test_any(std::span<Asked> asked) {
  const States states = states_of(asked);
  return poll("test_any", span_of(states), [&] { return put_complete_first(asked, core_.clock.time) != 0; });
}

bool Polls::test_all(std::span<Asked> asked) {
  const States states = states_of(asked);
  return poll("test_all", span_of(states), [&] {
    return std::all_of(asked.begin(), asked.end(),
                       [&](const Asked& one) { return is_complete(*one.request, core_.clock.time); });
  });
}

std::optional<Received> Polls::probe(const Place& place, Rank from, int tag) {
  RequestState pattern = pattern_of(place, from, tag);
  RequestState* one[] = {&pattern};
  const Message* found = nullptr;
  const bool is_there = poll("probe", one, [&] {
    found = calls_.receives().mailbox().find(pattern, core_.clock.time);
    return found != nullptr;
  });
  if (is_there) return told(*found);
  return core_.is_any(PeCore::is_unwound) ? probe_unwound() : std::nullopt;
}

// --- waits ---------------------------------------------------------------------------------------

std::size_t Polls::wait_some(std::span<Asked> asked) {
  if (!calls_.begin_alone("wait_some")) return 0;
  const States states = states_of(asked);
  if (!calls_.await_turn({PeWait::Until::turn_any, "wait_some", span_of(states)})) return 0;
  return put_complete_first(asked, turns_.given());
}

std::size_t Polls::wait_some_until(std::span<Asked> asked, Ticks deadline) {
  const char* const operation = "wait_any";
  if (deadline > kLongest && deadline != kNever)
    core_.fail("compute: work would end after the longest virtual time");
  deadline = std::max(deadline, core_.clock.time);
  const States states = states_of(asked);
  if (core_.is_shared()) {
    const std::optional<Ticks> went_on = core_.strands->await_any(span_of(states), operation, deadline);
    return went_on ? put_complete_first(asked, *went_on) : 0;
  }
  if (!calls_.begin()) return 0;
  turns_.set_deadline(deadline);
  const bool goes_on = calls_.await_turn({PeWait::Until::turn_any, operation, span_of(states)});
  turns_.set_deadline(kNever);
  return goes_on ? put_complete_first(asked, turns_.given()) : 0;
}

bool Polls::wait_until(RequestState* request, Ticks deadline) {
  if (deadline <= core_.clock.time) {
    RequestState* one[] = {request};
    return poll("wait_until", one, [&] { return is_complete(*request, core_.clock.time); });
  }
  if (!calls_.begin_alone("wait_until")) return false;
  RequestState* one[] = {request};
  turns_.set_deadline(deadline > kLongest ? kNever : deadline);
  if (!calls_.await_turn({PeWait::Until::turn_any, "wait_until", one})) return false;
  turns_.set_deadline(kNever);
  if (is_complete(*request, turns_.given())) return true;
  go_to_deadline(deadline, 0);
  return false;
}

std::optional<Received> Polls::probe_until(const Place& place, Rank from, Ticks deadline, int tag) {
  const char* const operation = "probe_until";
  RequestState pattern = pattern_of(place, from, tag);
  RequestState* one[] = {&pattern};
  const Message* found = nullptr;
  const auto look = [&](Ticks by) {
    found = calls_.receives().mailbox().find(pattern, by);
    return found != nullptr;
  };
  const auto unwound = [&] { return core_.is_any(PeCore::is_unwound) ? probe_unwound() : std::nullopt; };
  if (deadline <= core_.clock.time)
    return poll(operation, one, [&] { return look(core_.clock.time); }) ? told(*found) : unwound();
  if (!calls_.begin_alone(operation)) return unwound();
  if (!calls_.await_turn({PeWait::Until::turn_now, operation, one})) return unwound();
  turns_.set_deadline(deadline > kLongest ? kNever : deadline);
  waits_for_message_ = true;  // each arrival may be it
  while (!look(turns_.given()) && turns_.given() != deadline) {
    turns_.forget_events(turns_.given());
    if (!calls_.await_turn({PeWait::Until::turn_event, operation, one})) return unwound();
  }
  turns_.set_deadline(kNever);
  waits_for_message_ = false;
  if (found == nullptr)
    go_to_deadline(deadline, 0);
  else if (found->asks > core_.clock.time)
    go_to_arrival(operation, *found);
  return found == nullptr ? std::nullopt : std::optional(told(*found));
}

std::optional<Received> Polls::probe_unwound() {
  has_probed_unwound_ = !has_probed_unwound_;
  return has_probed_unwound_ ? std::optional<Received>(Received{}) : std::nullopt;
}

}  // namespace toruscope::core
