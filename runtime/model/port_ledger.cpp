// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/port_ledger.hpp"

#include "runtime/model/port_rules.hpp"

#include <algorithm>
#include <cstddef>

namespace toruscope::core {

namespace {

/// Adds the time of a reception at its port.
void add_reception(Stamp& stamp, std::size_t bytes, Ticks x, bool is_direct, const Costs& costs) {
  if (is_direct) add_startup(stamp, costs, bytes);
  add_transmission(stamp, costs, bytes, x);
}
Ticks length_of_reception(std::size_t bytes, Ticks x, bool is_direct, const Costs& costs) {
  return is_direct ? x + costs.of(bytes).ts : x;
}

/// The start of a message's undisturbed reception: its arrival less the time at the port.
Stamp start_of_reception(Stamp arrival, std::size_t bytes, Ticks x, bool is_direct, const Costs& costs) {
  if (is_direct) {
    const Ticks ts = costs.of(bytes).ts;
    arrival.time = arrival.time - ts;
    arrival.account.slow_bytes = arrival.account.slow_bytes - (ts - costs.ts);
    --arrival.account.startups;
  }
  arrival.time = arrival.time - x;
  arrival.account.slow_bytes = arrival.account.slow_bytes - (x - costs.transmission(bytes));
  --arrival.account.messages;
  arrival.account.bytes -= costs.length(bytes);
  return arrival;
}

}  // namespace

struct PortLedger::Further {
  /// Rule `telephone`: ends of the last send or reception, and of the last with another partner.
  struct LastWith {
    Rank partner = -1;
    PortFree end, with_another;
    bool has_another = false;

    void add(Rank of, const PortFree& until) {
      if (partner >= 0 && of != partner) {
        with_another = end;
        has_another = true;
      }
      partner = of;
      end = until;
    }
    /// Delays `wanted` until the end of any transfer with another partner than `with`.
    void hold_back(PortFree& wanted, Rank with) const {
      if (partner >= 0 && partner != with) {
        wanted.wait_for(end);
      } else if (has_another) {
        wanted.wait_for(with_another);
      }
    }
  };

  // ports that have been used, lowest first; k > 1
  std::vector<SendPort> sends;
  std::vector<ReceivePort> receptions;           // the same
  std::vector<std::pair<Port, SendPort>> links;  // by link under way: the port of its last send
  LastWith sent, received;                       // rule `telephone`
  std::ptrdiff_t send_port = 0;                  // booked last
  std::ptrdiff_t receive_port = 0;               // the same
  Stamp end;                                     // of the send that was booked last
};

PortLedger::PortLedger(Ports ports, int links, Rank pe, PathLog* paths)
    : rule_(ports.rule),
      k_(ports_each_way(ports, links)),
      pe_(pe),
      paths_(paths),
      further_(k_ > 1 || rule_ == Ports::Rule::telephone ? std::make_unique<Further>() : nullptr),
      is_one_each_way_(k_ == 1 && paths == nullptr && !are_shared(ports)) {}

PortLedger::~PortLedger() = default;

int PortLedger::last_send_port() const {
  return further_ ? static_cast<int>(further_->send_port) : 0;
}

int PortLedger::last_receive_port() const {
  return further_ ? static_cast<int>(further_->receive_port) : 0;
}

/// Chooses among k ports (T2) the lowest where a send starts earliest; null for an unused one.
SendPort* PortLedger::choose_port(PortFree& start, Port link, SendPort*& same_link) {
  std::vector<SendPort>& ports = further_->sends;
  auto& links = further_->links;
  const auto same = std::find_if(links.begin(), links.end(), [&](const auto& l) { return l.first == link; });
  same_link = same == links.end() ? &links.emplace_back(link, SendPort{}).second : &same->second;

  const PortFree wanted = start;
  const auto start_on = [&](const SendPort& port) { return same_link->start_after(port.start_after(wanted)); };
  std::size_t chosen = ports.size();  // an unused one, if there is one
  const bool has_unused = ports.size() < static_cast<std::size_t>(k_);
  if (has_unused) start = start_on(SendPort{});
  for (std::size_t i = 0; i < ports.size(); ++i)
    if (const PortFree here = start_on(ports[i]);
        (chosen == ports.size() && (!has_unused || here.when.time <= start.when.time)) ||
        here.when.time < start.when.time) {
      chosen = i;
      start = here;
    }
  return chosen == ports.size() ? nullptr : &ports[chosen];
}

/// The start of a send if there is one send port.
PortFree PortLedger::start_on_one(const Stamp& posted, Rank to) const {
  PortFree start = send_.start_after({posted});
  if (rule_ == Ports::Rule::telephone) further_->received.hold_back(start, to);
  return start;
}

Stamp PortLedger::start_of(const Stamp& posted, Rank to, Port link) {
  PortFree start{posted};
  if (k_ == 1) return start_on_one(posted, to).when;
  SendPort* same_link = nullptr;
  choose_port(start, link, same_link);
  return start.when;
}

PortUse PortLedger::book_send_generally(const Stamp& posted, const Send& send, bool is_direct,
                                        const Costs& costs, Stamp& start_stamp) {
  PortFree start{posted};
  SendPort* same_link = nullptr;
  SendPort* port = &send_;
  if (k_ > 1) {
    if (send.is_end_known)  // else an earlier posted one may be booked later
      std::erase_if(further_->links, [&](const auto& entry) { return entry.second.is_free_at(posted.time); });
    port = choose_port(start, send.link, same_link);
    if (port == nullptr) port = &further_->sends.emplace_back();
    further_->send_port = port - further_->sends.data();
  } else {
    start = start_on_one(posted, send.to);
  }

  if (paths_ != nullptr)
    paths_->note(start.when, {Moment::Kind::send, pe_, send.to, send.sequence,
                              start.when.time > posted.time ? start.by : PortUse{}, send.bytes});
  if (!further_) further_ = std::make_unique<Further>();
  Stamp& end = further_->end;
  start_stamp = end = start.when;
  add_send(end, send, is_direct, costs);
  last_end_ = &end;
  if (send.is_end_known) sends_end_ = std::max(sends_end_, end.time);
  PortFree until{end, {true, send.to}};
  if (!send.is_end_known) until.when.time = kNever;
  port->book(start.when, until, costs, send.sequence);
  if (same_link != nullptr) *same_link = *port;
  if (rule_ == Ports::Rule::telephone && send.is_end_known) further_->sent.add(send.to, until);
  return start.by;
}

void PortLedger::end_send(std::int64_t sequence, Rank to, const Stamp& end) {
  sends_end_ = std::max(sends_end_, end.time);
  send_.end(sequence, end);
  if (!further_) return;
  for (SendPort& port : further_->sends) port.end(sequence, end);
  for (auto& [link, port] : further_->links) port.end(sequence, end);
  if (rule_ == Ports::Rule::telephone) further_->sent.add(to, {end, {true, to}});
}

ReceivePort& PortLedger::earliest_free() {
  auto& ports = further_->receptions;
  if (ports.empty()) ports.emplace_back();
  const auto earliest = std::min_element(
      ports.begin(), ports.end(), [](const auto& a, const auto& b) { return a.free_at() < b.free_at(); });
  // An unused one is free from the beginning.
  if (earliest->free_at() < Ticks{} || ports.size() == static_cast<std::size_t>(k_)) return *earliest;
  return ports.emplace_back();
}

PortUse PortLedger::book_reception_on_one(Stamp& message, Rank from, std::size_t bytes, Ticks x, bool is_direct,
                                          const Costs& costs) {
  PortFree& free = receive_.free;
  const Ticks length = length_of_reception(bytes, x, is_direct, costs);
  if (message.time - length <= free.when.time) {
    add_reception(free.when, bytes, x, is_direct, costs);
    message = free.when;
  } else {
    free.when = message;
  }
  return std::exchange(free.by, {false, from});
}

PortUse PortLedger::book_reception_generally(Stamp& message, Rank from, std::size_t bytes, Ticks x,
                                             bool is_direct, const Costs& costs) {
  const Stamp arrival = message;
  ReceivePort& port = k_ > 1 ? earliest_free() : receive_;
  if (k_ > 1) further_->receive_port = &port - further_->receptions.data();
  bool is_held = is_half() ? send_.is_used() : port.is_used();
  PortFree free;
  if (is_held) free = is_half() ? send_.free_for_reception() : port.free;
  if (rule_ == Ports::Rule::telephone && further_->sent.partner >= 0) {
    PortFree held{Stamp{Ticks{-1}, {}}, {}};
    further_->sent.hold_back(held, from);
    if (held.by.partner >= 0 && (!is_held || held.when.time > free.when.time)) {
      free = held;
      is_held = true;
    }
  }

  const Ticks length = length_of_reception(bytes, x, is_direct, costs);
  PortFree available{arrival};
  const bool waits = is_held && arrival.time - length <= free.when.time;
  if (waits) {
    available = free;
    if (paths_ != nullptr)
      paths_->note(available.when, {Moment::Kind::port, pe_, from, -1,
                                    available.when.time + length > arrival.time ? free.by : PortUse{}});
    add_reception(available.when, bytes, x, is_direct, costs);
    if (paths_ != nullptr) paths_->note(available.when, {Moment::Kind::reception, pe_, from, -1, {}, bytes});
  }
  const PortFree until{available.when, {false, from}};
  if (is_half()) {
    send_.book(waits ? free.when : start_of_reception(arrival, bytes, x, is_direct, costs), until, costs);
  } else {
    port.free = until;
  }
  if (rule_ == Ports::Rule::telephone) further_->received.add(from, until);
  message = available.when;
  return available.by;
}

}  // namespace toruscope::core
