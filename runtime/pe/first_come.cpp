// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/first_come.hpp"

#include "runtime/core/check.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::core {

/// Waits for the next event, after an unsuccessful test or probe at the clock of the one before.
bool FirstCome::await_event(std::span<RequestState* const> requests, const char* operation) {
  Stamp& clock = core_.clock;
  turns_.forget_events();
  if (!calls_.await_turn({PeWait::Until::turn_event, operation, requests})) return false;
  if (turns_.given() == clock.time) return true;  // something came at this very tick
  const Turns::Event event = turns_.next_event(requests);
  TORUSCOPE_CHECK(event.time == turns_.given(), "event at", event.time.count, "turn at", turns_.given().count);
  if (event.time > kLongest)
    core_.fail(fmt::format("{}: the next message arrives after the longest virtual time", operation));
  if (event.sent != nullptr) {
    clock = *event.sent;
    core_.note(clock, Moment::Kind::sent);
    return true;
  }
  const Message& m = *event.arrival;
  core_.note_wait(m, event.time - clock.time);
  clock = m.is_announcement() ? m.start : core_.arrival_of(m);
  if (!m.is_announcement()) core_.note(clock, Moment::Kind::arrival, m.source, m.sequence);
  core_.note(clock, Moment::Kind::partner, m.source);
  return true;
}

RequestState* FirstCome::await_any(std::span<const Request> requests) {
  if (!calls_.begin_alone("wait_any")) return nullptr;
  const bool is_there = calls_.await_turn({PeWait::Until::turn_any, "wait_any", {}, nullptr, requests});
  return is_there ? turns_.first_known(requests) : nullptr;
}

/// Waits until the receive is complete, or until `deadline`. False: the run is ended.
bool FirstCome::await_until(Ticks deadline, RequestState& receive) {
  if (turns_.are_of_strands()) {
    RequestState* one[] = {&receive};
    return core_.strands->await(one, "wait", core_.clock.time, deadline);
  }
  turns_.set_deadline(std::max(deadline, core_.clock.time));
  const bool goes_on = calls_.await_turn({PeWait::Until::turn_any, "wait", {}, nullptr, {receive.named_by, 1}});
  turns_.set_deadline(kNever);
  return goes_on;
}

bool FirstCome::message_before_port(RequestState* receive, Rank to, Ticks ready) {
  Stamp& clock = core_.clock;
  Route legs;
  core_.run.topology.route(core_.rank, to, legs);
  const Port link = legs.front().port;
  if (!calls_.begin()) return true;
  const Ticks due = core_.ports.start_of({ready, {}}, to, link).time;
  if (receive != nullptr && calls_.receives().earliest_take() <= due) {
    if (!await_until(due, *receive)) return true;
    if (receive->is_known() && receive->message->asks <= due) return true;
  }
  clock = later(clock, core_.ports.start_of(clock, to, link));
  if (core_.paths != nullptr) core_.paths->note_change(clock, {Moment::Kind::sent, core_.rank});
  return false;
}

bool FirstCome::test(RequestState* request) {
  if (!calls_.begin_alone("test")) return false;
  const Stamp& clock = core_.clock;
  RequestState* one[] = {request};
  const auto is_complete = [&] {
    if (request->kind != RequestState::Kind::receive) return request->completion().time <= clock.time;
    return request->is_known() && request->message->asks <= clock.time;
  };
  if (!calls_.await_turn({PeWait::Until::turn_now, "test", one})) return false;
  if (!is_complete() && unsuccessful_ == clock.time && !await_event(one, "test")) return false;
  if (is_complete()) return true;
  unsuccessful_ = clock.time;
  return false;
}

std::optional<Received> FirstCome::probe(const Place& place, Rank from, int tag) {
  if (!calls_.begin_alone("probe")) return probe_unwound();
  RequestState pattern;
  pattern.kind = RequestState::Kind::receive;
  pattern.partner = from;
  pattern.world_partner = from == any_source ? any_source : place.group.world_rank(from);
  pattern.tag = tag;
  pattern.context = place.context;
  RequestState* one[] = {&pattern};
  Mailbox& mailbox = calls_.receives().mailbox();
  const Ticks& now = core_.clock.time;
  if (!calls_.await_turn({PeWait::Until::turn_now, "probe", one})) return probe_unwound();
  const Message* found = mailbox.find(pattern, now);
  if (found == nullptr && unsuccessful_ == now) {
    if (!await_event(one, "probe")) return probe_unwound();
    found = mailbox.find(pattern, now);
  }
  if (found != nullptr) return Received{found->source_in_group, found->tag, found->bytes};
  unsuccessful_ = now;
  return std::nullopt;
}

std::optional<Received> FirstCome::probe_unwound() {
  has_probed_unwound_ = !has_probed_unwound_;
  return has_probed_unwound_ ? std::optional<Received>(Received{}) : std::nullopt;
}

}  // namespace toruscope::core
