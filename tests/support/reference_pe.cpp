// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_pe.hpp"

#include <algorithm>

namespace toruscope::test {

namespace {

Time reception_length(const MachineDescription& machine, const Message& message, Mistake mistake) {
  const bool has_startup =
      machine.injection == Injection::direct || mistake == Mistake::buffered_reception_has_startup;
  const Time ts = mistake == Mistake::receptions_have_the_machines_ts ? machine.ts : message.costs.ts;
  return message.hops.back().x + (has_startup ? ts : 0);
}

}  // namespace

void ReferencePe::add_window(const MachineDescription& machine, const Message& message, Mistake mistake) {
  if (!message.arrival) return;
  const Time start = *message.arrival - reception_length(machine, message, mistake);
  windows.add_reception(start, *message.arrival, message.source);
}

void ReferencePe::take(const MachineDescription& machine, const Message& message, Mistake mistake) {
  if (message.hops.empty()) {
    if (*message.arrival > cursor) of_cursor = message.of_arrival;
    cursor = std::max(cursor, *message.arrival);
    return;
  }
  const Time length = reception_length(machine, message, mistake);
  const Account received{
      .startups = machine.injection == Injection::direct ? 1 : 0, .messages = 1, .bytes = message.length};
  const PePorts::Reception reception = ports.book_reception(
      message.source, {*message.arrival, message.of_arrival}, length, that_takes(machine, received, length));

  Time& last_take = last_takes[mistake == Mistake::takes_gap_per_port ? reception.port : 0];
  Time taken = std::max(cursor, reception.available.time);
  if (mistake != Mistake::takes_ignore_gap) taken = std::max(taken, last_take + machine.gap);
  const Moment after_gap{last_take + machine.gap, plus(of_last_take, {.gap = Ticks{machine.gap}})};
  if (taken > cursor) of_cursor = parts_at(taken, {reception.available, after_gap});
  last_take = taken;
  of_last_take = of_cursor;
  cursor = taken + message.costs.tr;
  of_cursor = plus(of_cursor, that_takes(machine, {.receives = 1}, message.costs.tr));
}

bool ReferencePe::has_all(Time until) const {
  return std::all_of(receives.begin(), receives.end(),
                     [&](std::size_t receive) { return mailbox.taken_by(receive, until).has_value(); });
}

}  // namespace toruscope::test
