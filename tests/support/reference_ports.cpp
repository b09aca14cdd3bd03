// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_ports.hpp"

#include <algorithm>

namespace toruscope::test {

constexpr Node kNoNode = -1;

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

Moment SendPorts::free_after(const Choice& choice, const Parts& start, const Moment& end) const {
  if (gap_ == 0 || end.time > choice.start + gap_) return end;
  const Moment after_gap{choice.start + gap_, plus(start, {.gap = Ticks{gap_}})};
  return {after_gap.time, parts_at(after_gap.time, {after_gap, end})};
}

void SendPorts::book(const Choice& choice, Node head, const Parts& start, const Moment& end) {
  const Moment free = free_after(choice, start, end);
  ports_[choice.port] = {free.time, choice.start, free.parts};
  Time& link = link_free_[head];
  if (free.time >= link) of_link_free_[head] = free.parts;
  link = std::max(link, is(Mistake::same_link_without_gap) ? end.time : free.time);
  ++bookings_;
}

void SendPorts::settle(const Choice& choice, Node head, const Parts& start, const Moment& end) {
  const Moment free = free_after(choice, start, end);
  ports_[choice.port].free = free.time;
  ports_[choice.port].of_free = of_link_free_[head] = free.parts;
  link_free_[head] = is(Mistake::same_link_without_gap) ? end.time : free.time;
}

std::vector<Moment> SendPorts::waited_for(const Choice& choice, Node head) const {
  const Port& port = ports_[choice.port];
  std::vector<Moment> ends{{port.last_start == kLongAgo ? kLongAgo : port.free, port.of_free}};
  if (const auto link = link_free_.find(head); link != link_free_.end())
    ends.push_back({link->second, of_link_free_.at(head)});
  return ends;
}

Time SendPorts::all_free() const {
  Time latest = 0;
  for (const Port& port : ports_) latest = std::max(latest, port.free);
  return latest;
}

ReceivePorts::ReceivePorts(int ports, Mistake mistake)
    : mistake_(mistake),
      free_(static_cast<std::size_t>(mistake == Mistake::one_receive_port ? 1 : ports), 0),
      of_free_(free_.size(), Account{}),
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

Moment ReceivePorts::free(Time undisturbed) const {
  const std::size_t port = choose(undisturbed);
  return {booked_[port].empty() ? kLongAgo : free_[port], of_free_[port]};
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

void PePorts::book(const SendPorts::Choice& choice, Partner partner, const Parts& start, const Moment& end) {
  sends_.book(choice, partner.head, start, end);
  send_ends_[partner.rank] = end.time;
  of_send_ends_[partner.rank] = end.parts;
}

void PePorts::settle(const SendPorts::Choice& choice, Partner partner, const Parts& start, const Moment& end) {
  sends_.settle(choice, partner.head, start, end);
  send_ends_[partner.rank] = end.time;
  of_send_ends_[partner.rank] = end.parts;
}

std::vector<Moment> PePorts::ends_of_others(Rank partner) const {
  std::vector<Moment> all;
  for (const auto& [rank, end] : send_ends_)
    if (rank != partner) all.push_back({end, of_send_ends_.at(rank)});
  for (const auto& [rank, end] : reception_ends_)
    if (rank != partner) all.push_back({end, of_reception_ends_.at(rank)});
  return all;
}

Parts PePorts::parts_of_start(const SendPorts::Choice& choice, Partner partner, const Moment& asked) const {
  if (choice.start == asked.time) return asked.parts;
  std::vector<Moment> all = sends_.waited_for(choice, partner.head);
  if (is(PortRule::half)) {
    all.push_back({last_reception_end_, of_last_reception_end_});
    // of a start and g nobody has said whose it is
    if (gap_ > 0) all.push_back({last_reception_start_ + gap_, std::nullopt});
  }
  if (is(PortRule::telephone))
    for (const Moment& end : ends_of_others(partner.rank)) all.push_back(end);
  return parts_at(choice.start, all);
}

PePorts::Reception PePorts::book_reception(Rank partner, const Moment& arrival, Time length,
                                           const Account& account) {
  Time from = arrival.time - length;
  if (is(PortRule::half) && mistake_ != Mistake::half_as_one) from = std::max(from, sends_.all_free());
  if (is(PortRule::telephone)) from = std::max(from, others_end(partner));
  std::vector<Moment> waited_for{receptions_.free(from)};
  if (is(PortRule::half)) waited_for.push_back(sends_.waited_for({}, kNoNode)[0]);
  if (is(PortRule::telephone))
    for (const Moment& end : ends_of_others(partner)) waited_for.push_back(end);
  const ReceivePorts::Reception reception = receptions_.book(arrival.time, length, from);
  const Time start = reception.available - length;
  // at a tie, too, the port's account goes first
  const bool has_waited =
      std::any_of(waited_for.begin(), waited_for.end(), [&](const Moment& end) { return end.time == start; });
  Parts parts = has_waited ? plus(parts_at(start, waited_for), account) : arrival.parts;
  // transfers of no length at 0: nobody has said whose it is
  if (has_waited && start == 0) parts.reset();
  receptions_.note(reception, parts);
  if (reception.available >= reception_ends_[partner]) of_reception_ends_[partner] = parts;
  if (reception.available >= last_reception_end_) of_last_reception_end_ = parts;
  last_reception_end_ = std::max(last_reception_end_, reception.available);
  last_reception_start_ = std::max(last_reception_start_, reception.available - length);
  reception_ends_[partner] = std::max(reception_ends_[partner], reception.available);
  return {reception.port, {reception.available, parts}};
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
