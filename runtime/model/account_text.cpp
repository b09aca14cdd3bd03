// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/account_text.hpp"

#include "runtime/core/decimal.hpp"

namespace toruscope::detail {

std::vector<Part> parts(const Account& account, const Costs* costs) {
  std::vector<Part> list;
  const auto times = [&](std::int64_t count, const char* symbol, Ticks Costs::*cost) {
    const Ticks worth = costs != nullptr ? costs->*cost : Ticks{1};
    if (count != 0 && worth != Ticks{}) list.push_back({count, symbol, false, count * worth});
  };
  const auto ticks = [&](Ticks part, const char* name) {
    if (part != Ticks{}) list.push_back({part.count, name, true, part});
  };
  times(account.startups, "ts", &Costs::ts);
  times(account.receives, "tr", &Costs::tr);
  times(account.messages, "tm", &Costs::tm);
  times(account.bytes, "tw", &Costs::tw);
  times(account.hops, "th", &Costs::th);
  times(account.latencies, "L", &Costs::latency);
  ticks(account.gap, "gap");
  ticks(account.sync, "sync");
  ticks(account.compute, "compute");
  ticks(account.link_wait, "link wait");
  ticks(account.slow_bytes, "slow bytes");
  ticks(account.slow_hops, "slow hops");
  return list;
}

std::string terms(const Account& account, const Costs* costs) {
  std::string sum;
  for (const Part& part : parts(account, costs)) {
    if (!sum.empty()) sum += " + ";
    sum += grouped(part.count) + " ";
    if (part.is_ticks) sum += part.count == 1 ? "tick " : "ticks ";
    sum += part.name;
  }
  return sum.empty() ? "0" : sum;
}

}  // namespace toruscope::detail
