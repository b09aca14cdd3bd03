// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/account_text.hpp"

#include "runtime/core/decimal.hpp"

#include <cstdint>

namespace toruscope::core {

std::vector<Part> parts(const Account& account, const Costs* costs) {
  std::vector<Part> list;
  const auto times = [&](std::int64_t count, const char* symbol, const char* noun, Ticks Costs::*cost) {
    const Ticks worth = costs != nullptr ? costs->*cost : Ticks{1};
    if (count != 0 && worth != Ticks{}) list.push_back({count, symbol, noun, false, count * worth});
  };
  const auto ticks = [&](Ticks part, const char* name, const char* noun) {
    if (part != Ticks{}) list.push_back({part.count, name, noun, true, part});
  };
  times(account.startups, "ts", "startups", &Costs::ts);
  times(account.receives, "tr", "receives", &Costs::tr);
  times(account.messages, "tm", "messages", &Costs::tm);
  times(account.bytes, "tw", "bytes", &Costs::tw);
  times(account.hops, "th", "hops", &Costs::th);
  times(account.latencies, "L", "latency", &Costs::latency);
  ticks(account.gap, "gap", "gaps between sends");
  ticks(account.polling, "polling", "polls without success");
  ticks(account.compute, "compute", "computation");
  ticks(account.link_wait, "link wait", "waiting for links");
  ticks(account.slow_bytes, "slow bytes", "messages on slow links, or by their size");
  ticks(account.slow_hops, "slow hops", "hops on slow links, handshakes");
  return list;
}

std::string terms(const Account& account, const Costs* costs) {
  std::string sum;
  for (const Part& part : parts(account, costs)) {
    const bool is_less = part.count < 0;  // costs by size (T15)
    if (!sum.empty())
      sum += is_less ? " - " : " + ";
    else if (is_less)
      sum += "-";
    const std::int64_t count = is_less ? -part.count : part.count;
    sum += grouped(count) + " ";
    if (part.is_ticks) sum += count == 1 ? "tick " : "ticks ";
    sum += part.name;
  }
  return sum.empty() ? "0" : sum;
}

}  // namespace toruscope::core
