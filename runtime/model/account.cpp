// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/account_text.hpp"

#include <toruscope/account.hpp>

namespace toruscope {

Ticks value(const Account& a, const Costs& costs) {
  return a.startups * costs.ts + a.receives * costs.tr + a.messages * costs.tm + a.bytes * costs.tw +
         a.hops * costs.th + a.latencies * costs.latency + a.gap + a.polling + a.compute + a.link_wait +
         a.slow_bytes + a.slow_hops;
}

std::string to_string(const Account& account) {
  return core::terms(account, nullptr);
}

}  // namespace toruscope
