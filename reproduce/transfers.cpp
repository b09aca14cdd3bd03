// SPDX-License-Identifier: Apache-2.0

#include "reproduce/transfers.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::reproduce {

std::string text(const Schedule& schedule) {
  std::string all;
  for (std::vector<Transfer> round : schedule) {
    std::sort(round.begin(), round.end());
    if (!all.empty()) all += " | ";
    std::string one;
    for (const Transfer& t : round) one += fmt::format("{}{}>{}", one.empty() ? "" : " ", t.from, t.to);
    all += one.empty() ? "-" : one;
  }
  return all;
}

Schedule schedule_of(const Report& report, const std::function<std::int64_t(const Event&)>& round) {
  Schedule schedule;
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message) continue;
    const auto place = static_cast<std::size_t>(round(e));
    schedule.resize(std::max(schedule.size(), place + 1));
    schedule[place].push_back({e.source, e.destination});
  }
  return schedule;
}

std::int64_t step_sent(const Event& message) {
  return message.start.count;
}

}  // namespace toruscope::reproduce
