// SPDX-License-Identifier: Apache-2.0
#include "formats/receive_begins.hpp"

#include <algorithm>

namespace toruscope::formats {

Ticks end_of_receive(const Report& report, const Event& message) {
  return message.taken + report.costs.of(static_cast<std::size_t>(message.bytes)).tr;
}

ReceiveBegins::ReceiveBegins(const Report& report) : report_(report), rounds_(report.pes.size()) {
  for (const Span& span : report.spans)
    if (span.kind == Span::Kind::round)
      rounds_[static_cast<std::size_t>(span.pe)].emplace_back(span.begin, span.end);
  for (auto& rounds : rounds_) std::sort(rounds.begin(), rounds.end());
}

Ticks ReceiveBegins::of(const Event& message) const {
  const Ticks taken = message.taken;
  const auto& rounds = rounds_[static_cast<std::size_t>(message.destination)];
  const auto ends_before = [](const Interval& round, Ticks time) { return round.second < time; };
  for (auto round = std::lower_bound(rounds.begin(), rounds.end(), taken, ends_before);
       round != rounds.end() && round->first <= taken; ++round) {
    const bool had_waited = taken == round->second && message.available < taken;
    if (end_of_receive(report_, message) <= round->second && !had_waited) return round->first;
  }
  return taken;
}

}  // namespace toruscope::formats
