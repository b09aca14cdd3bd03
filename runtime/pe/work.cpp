// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/work.hpp"

#include "runtime/pe/strands.hpp"

#include <fmt/core.h>

namespace toruscope::core {

Work::Work(PeCore& core, const Body& body)
    : meter_(core.run.execution.measure_compute
                 ? std::make_unique<ComputeMeter>(core.run.parameters.tick, core.run.execution.compute_clock)
                 : nullptr),
      body_(body),
      core_(core) {}

void Work::leave_program() {
  const Ticks worked = meter_->stop();
  if (worked == Ticks{} || body_.is_unwinding()) return;
  try {
    add(worked);
  } catch (...) {
    meter_->start();  // the call has not begun
    throw;
  }
}

void Work::check_length(Ticks duration) const {
  if (duration > kLongest - core_.clock.time)
    core_.fail(fmt::format("compute: {} more ticks are longer than the longest virtual time", duration.count));
}

void Work::take_time(Stamp& clock, Ticks duration) const {
  if (core_.host.observer != nullptr && duration > Ticks{})
    core_.host.observer->tell(Computed{core_.rank, clock.time, clock.time + duration});
  add_compute(clock, duration);
  core_.note(clock, Moment::Kind::compute);
}

void Work::add(Ticks duration) {
  check_length(duration);
  if (postponed_ != nullptr) {
    *postponed_ += duration;
    return;
  }
  Stamp& clock = core_.clock;
  clock = clock_with_processor(core_);
  take_time(clock, duration);
  hold_processor(core_, clock);
}

void Work::add_elsewhere(Ticks duration) {
  check_length(duration);
  take_time(core_.clock, duration);
}

}  // namespace toruscope::core
