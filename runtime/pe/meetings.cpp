// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/meetings.hpp"

#include "runtime/pe/strands.hpp"

namespace toruscope::core {

bool Meetings::meet(Group& group, const char* operation) {
  const PeWait wait{PeWait::Until::met, operation, {}, &group};
  PeCore& core = body_.core();
  if (group.arrive()) core.host.met.push_back(&group);
  return await_meeting(core, body_, wait);
}

std::pair<GroupHandle, Rank> Meetings::split(Group& group, int colour, int key) {
  split_by_ = {colour, key};
  split_result_ = {};
  if (!meet(group, "split")) return {};
  return std::exchange(split_result_, {});
}

void Meetings::leave(const Stamp& latest, Rank last) {
  PeCore& core = body_.core();
  Stamp& clock = core.clock;
  if (core.host.observer != nullptr) core.host.observer->tell(Synchronized{core.rank, clock.time, latest.time});
  if (latest.time > clock.time) {
    core.book.partner_wait += latest.time - clock.time;
    clock = latest;
    core.note(clock, Moment::Kind::synchronize, last);
  }
  body_.set_state(Body::State::runnable);
}

}  // namespace toruscope::core
