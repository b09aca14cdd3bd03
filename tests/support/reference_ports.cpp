// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_ports.hpp"

#include <algorithm>

namespace toruscope::test {

SendPorts::SendPorts(const MachineDescription& machine, int ports, Mistake mistake)
    : gap_(mistake == Mistake::sends_ignore_gap ? 0 : machine.gap),
      mistake_(mistake),
      ports_(static_cast<std::size_t>(mistake == Mistake::one_send_port ? 1 : ports)) {}

SendPorts::Choice SendPorts::choose(Time clock, Node head) const {
  Time earliest = clock;
  if (const auto link = link_free_.find(head);
      link != link_free_.end() && !is(Mistake::same_link_needs_no_port))
    earliest = std::max(earliest, link->second);
  if (is(Mistake::gap_over_all_ports))
    for (const Port& port : ports_) earliest = std::max(earliest, port.last_start + gap_);

  const auto start_on = [&](std::size_t port, Time from) {
    return std::max({from, ports_[port].free, ports_[port].last_start + gap_});
  };
  const Time from = is(Mistake::send_port_before_its_link) ? clock : earliest;
  std::size_t best = 0;
  for (std::size_t port = 1; port < ports_.size(); ++port) {
    const Time start = start_on(port, from);
    const Time best_start = start_on(best, from);
    const bool is_free_longer = is(Mistake::send_ties_to_longest_free) && ports_[port].free < ports_[best].free;
    if (start < best_start || (start == best_start && is_free_longer)) best = port;
  }
  if (is(Mistake::send_ports_in_turn)) best = bookings_ % ports_.size();
  return {best, start_on(best, earliest)};
}

void SendPorts::book(const Choice& choice, Node head, Time end) {
  const Time free = std::max(end, choice.start + gap_);
  ports_[choice.port] = {free, choice.start};
  Time& link = link_free_[head];
  link = std::max(link, is(Mistake::same_link_without_gap) ? end : free);
  ++bookings_;
}

void SendPorts::settle(const Choice& choice, Node head, Time end) {
  const Time free = std::max(end, choice.start + gap_);
  ports_[choice.port].free = free;
  link_free_[head] = is(Mistake::same_link_without_gap) ? end : free;
}

Time SendPorts::all_free() const {
  Time latest = 0;
  for (const Port& port : ports_) latest = std::max(latest, port.free);
  return latest;
}

ReceivePorts::ReceivePorts(int ports, Mistake mistake)
    : mistake_(mistake),
      free_(static_cast<std::size_t>(mistake == Mistake::one_receive_port ? 1 : ports), 0),
      booked_(free_.size()) {}

std::size_t ReceivePorts::choose(Time undisturbed) const {
  if (is(Mistake::receive_port_lowest_that_fits))
    for (std::size_t port = 0; port < free_.size(); ++port)
      if (free_[port] <= undisturbed) return port;
  return static_cast<std::size_t>(std::min_element(free_.begin(), free_.end()) - free_.begin());
}

Time ReceivePorts::start_on(std::size_t port, Time undisturbed, Time length) const {
  if (is(Mistake::receive_port_always_free)) return undisturbed;
  if (!is(Mistake::reception_in_earlier_hole)) return std::max(undisturbed, free_[port]);
  std::vector<Window> windows = booked_[port];
  std::sort(windows.begin(), windows.end(), [](const Window& a, const Window& b) { return a.start < b.start; });
  Time start = undisturbed;
  for (const Window& window : windows)
    if (window.start < start + length && start < window.end) start = window.end;
  return start;
}

ReceivePorts::Reception ReceivePorts::book(Time arrival, Time length, Time from) {
  const Time undisturbed = std::max(arrival - length, from);
  const std::size_t port = choose(undisturbed);
  const Time start = start_on(port, undisturbed, length);
  free_[port] = std::max(free_[port], start + length);
  booked_[port].push_back({start, start + length});
  return {port, start + length};
}

PePorts::PePorts(const MachineDescription& machine, Rank rank, Mistake mistake)
    : rule_(machine.port_rule),
      gap_(mistake == Mistake::half_receptions_without_gap ? 0 : machine.gap),
      mistake_(mistake),
      sends_(machine, reference_ports(machine, rank), mistake),
      receptions_(reference_ports(machine, rank), mistake) {}

SendPorts::Choice PePorts::choose(Time clock, Partner partner) const {
  Time from = clock;
  if (mistake_ == Mistake::half_as_one && is(PortRule::half)) return sends_.choose(from, partner.head);
  if (is(PortRule::half)) from = std::max({from, last_reception_end_, last_reception_start_ + gap_});
  if (is(PortRule::telephone)) from = std::max(from, others_end(partner.rank));
  return sends_.choose(from, partner.head);
}

void PePorts::book(const SendPorts::Choice& choice, Partner partner, Time end) {
  sends_.book(choice, partner.head, end);
  send_ends_[partner.rank] = end;
}

void PePorts::settle(const SendPorts::Choice& choice, Partner partner, Time end) {
  sends_.settle(choice, partner.head, end);
  send_ends_[partner.rank] = end;
}

ReceivePorts::Reception PePorts::book_reception(Rank partner, Time arrival, Time length) {
  Time from = arrival - length;
  if (is(PortRule::half) && mistake_ != Mistake::half_as_one) from = std::max(from, sends_.all_free());
  if (is(PortRule::telephone)) from = std::max(from, others_end(partner));
  const ReceivePorts::Reception reception = receptions_.book(arrival, length, from);
  last_reception_end_ = std::max(last_reception_end_, reception.available);
  last_reception_start_ = std::max(last_reception_start_, reception.available - length);
  reception_ends_[partner] = std::max(reception_ends_[partner], reception.available);
  return reception;
}

Time PePorts::others_end(Rank partner) const {
  Time latest = 0;
  if (mistake_ == Mistake::telephone_as_one) return latest;
  if (mistake_ == Mistake::telephone_end_with_gap && !send_ends_.empty()) latest = sends_.all_free();
  for (const auto* ends : {&send_ends_, &reception_ends_})
    for (const auto& [rank, end] : *ends)
      if (rank != partner) latest = std::max(latest, end);
  return latest;
}

/// True if two windows that are open at once count together against the number of ports.
bool UndisturbedWindows::is_beside(const Window& a, const Window& b, PortRule rule) {
  return rule == PortRule::half || a.is_send == b.is_send;
}

std::optional<Time> UndisturbedWindows::first_violation(PortRule rule, int k) const {
  std::optional<Time> first;
  for (const Window& late : windows_) {  // too many are under way first when one of them starts
    int under_way = 0;
    int by_its_link = 0;
    int with_others = 0;
    for (const Window& window : windows_) {
      if (window.start > late.start || late.start >= window.end) continue;
      if (is_beside(window, late, rule)) ++under_way;
      if (window.is_send && late.is_send && window.partner.head == late.partner.head) ++by_its_link;
      if (window.partner.rank != late.partner.rank) ++with_others;
    }
    const bool is_empty = late.start == late.end;
    const bool is_broken = under_way > k || by_its_link > 1 || (rule == PortRule::telephone && with_others > 0);
    if (!is_empty && is_broken && (!first || late.start < *first)) first = late.start;
  }
  return first;
}

}  // namespace toruscope::test
