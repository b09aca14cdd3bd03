// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_account.hpp"

#include <algorithm>

namespace toruscope::test {

std::int64_t own_value(const MachineDescription& machine, const Account& account) {
  return account.startups * machine.ts + account.receives * machine.tr + account.messages * machine.tm +
         account.bytes * machine.tw + account.hops * machine.th + account.latencies * machine.latency +
         account.gap.count + account.polling.count + account.compute.count + account.link_wait.count +
         account.slow_bytes.count + account.slow_hops.count;
}

Account what_costs(const MachineDescription& machine, Account account) {
  if (machine.ts == 0) account.startups = 0;
  if (machine.tr == 0) account.receives = 0;
  if (machine.tm == 0) account.messages = 0;
  if (machine.tw == 0) account.bytes = 0;
  if (machine.th == 0) account.hops = 0;
  if (machine.latency == 0) account.latencies = 0;
  return account;
}

Account that_takes(const MachineDescription& machine, Account counts, std::int64_t length) {
  counts.slow_bytes += Ticks{length - own_value(machine, counts)};
  return what_costs(machine, counts);
}

Parts plus(const Parts& before, const Account& account) {
  if (!before) return before;
  Account sum = *before;
  sum.startups += account.startups;
  sum.receives += account.receives;
  sum.messages += account.messages;
  sum.bytes += account.bytes;
  sum.hops += account.hops;
  sum.latencies += account.latencies;
  sum.gap += account.gap;
  sum.polling += account.polling;
  sum.compute += account.compute;
  sum.link_wait += account.link_wait;
  sum.slow_bytes += account.slow_bytes;
  sum.slow_hops += account.slow_hops;
  return sum;
}

Parts parts_at(std::int64_t time, const std::vector<Moment>& moments) {
  Parts parts;
  bool is_first = true;
  for (const Moment& moment : moments) {
    if (moment.time != time) continue;
    if (!is_first && parts != moment.parts) return std::nullopt;
    parts = moment.parts;
    is_first = false;
  }
  return parts;
}

Moment later(const Moment& first, const Moment& second) {
  return second.time > first.time ? second : first;
}

bool has_accounts(const MachineDescription& machine) {
  const bool is_startup_free = machine.ts == 0 || std::any_of(machine.pieces.begin(), machine.pieces.end(),
                                                              [](const auto& piece) { return piece.ts == 0; });
  return machine.tw_of.empty() && machine.th_of.empty() && machine.own.empty() && !is_startup_free;
}

}  // namespace toruscope::test
