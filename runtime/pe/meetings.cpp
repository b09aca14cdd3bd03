// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/meetings.hpp"

#include "runtime/pe/strands.hpp"

namespace toruscope::core {

bool Meetings::meet(Group& group, const char* operation) {
  const PeWait wait{PeWait::Until::met, operation, {}, &group};
  if (group.arrive()) core_.host.met.push_back(&group);
  if (core_.is_shared) return core_.strands->meet(wait);
  core_.waiting.begin(wait);
  return body_.suspend(Body::State::waiting);
}

std::pair<Group*, Rank> Meetings::split(Group& group, int colour, int key) {
  split_by_ = {colour, key};
  split_result_ = {};
  if (!meet(group, "split")) return {};
  return split_result_;
}

void Meetings::leave(const Stamp& latest, Rank last) {
  Stamp& clock = core_.clock;
  if (core_.host.observer != nullptr)
    core_.host.observer->tell(Synchronized{core_.rank, clock.time, latest.time});
  if (latest.time > clock.time) {
    core_.book.partner_wait += latest.time - clock.time;
    clock = latest;
    core_.note(clock, Moment::Kind::synchronize, last);
  }
  body_.set_state(Body::State::runnable);
}

}  // namespace toruscope::core
