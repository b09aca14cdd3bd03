// SPDX-License-Identifier: Apache-2.0
// Which of k > 1 ports a transfer takes: T2 and T4.

#include "runtime/model/port_ledger.hpp"

#include <algorithm>

namespace toruscope::detail {

SendPort::Booking SendPorts::book_one_of(const Stamp& posted, const Parameters& rules, const Costs& costs,
                                         std::size_t bytes, Port link) {
  if (!further_) further_ = std::make_unique<Further>();
  auto& [ports, links] = *further_;
  std::erase_if(links, [&](const auto& entry) { return entry.second.is_free_at(posted.time); });
  const auto same = std::find_if(links.begin(), links.end(), [&](const auto& l) { return l.first == link; });

  const auto start_on = [&](const SendPort& port) {
    const Stamp start = port.start_after(posted);
    return same == links.end() ? start : same->second.start_after(start);
  };
  std::size_t chosen = ports.size();  // one that has not been used yet, if there is one
  Stamp start = start_on(SendPort{});
  if (ports.size() == static_cast<std::size_t>(rules.ports.k)) start.time = kNever;
  for (std::size_t i = 0; i < ports.size(); ++i)
    if (const Stamp here = start_on(ports[i]);
        here.time < start.time || (here.time == start.time && i < chosen)) {
      chosen = i;
      start = here;
    }

  if (chosen == ports.size()) ports.emplace_back();
  SendPort& port = ports[chosen];
  const SendPort::Booking booking = port.book(start, rules, costs, bytes);
  if (same == links.end()) {
    links.emplace_back(link, port);
  } else {
    same->second = port;
  }
  return booking;
}

ReceivePort& ReceivePorts::earliest_free(int k) {
  if (ports_.empty()) ports_.emplace_back();
  const auto earliest = std::min_element(
      ports_.begin(), ports_.end(), [](const auto& a, const auto& b) { return a.free_at() < b.free_at(); });
  // One that has never been used is free from the beginning.
  if (earliest->free_at() < Ticks{} || ports_.size() == static_cast<std::size_t>(k)) return *earliest;
  return ports_.emplace_back();
}

}  // namespace toruscope::detail
