// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/account_text.hpp"

#include "runtime/core/decimal.hpp"

namespace toruscope::detail {

std::string terms(const Account& account, const Costs* costs) {
  std::string sum;
  const auto add = [&](std::int64_t count, const std::string& unit) {
    if (count != 0) sum += (sum.empty() ? "" : " + ") + grouped(count) + " " + unit;
  };
  const auto times = [&](std::int64_t count, const char* symbol, Ticks Costs::*cost) {
    if (costs == nullptr || costs->*cost != Ticks{}) add(count, symbol);
  };
  const auto ticks = [&](Ticks part, const std::string& name) {
    add(part.count, (part.count == 1 ? "tick " : "ticks ") + name);
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
  return sum.empty() ? "0" : sum;
}

}  // namespace toruscope::detail
