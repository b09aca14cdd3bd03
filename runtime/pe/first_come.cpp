// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/first_come.hpp"

#include "runtime/model/clock.hpp"

#include <algorithm>

namespace toruscope::core {

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

}  // namespace toruscope::core
