// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_sends.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace toruscope::test {

std::size_t ReferenceSends::post(Rank source, const Transfer& transfer, Time now) {
  ReferencePe& pe = pes_[static_cast<std::size_t>(source)];
  Message message{.source = source,
                  .destination = transfer.partner,
                  .tag = transfer.tag,
                  .context = pe.context,
                  .sequence = pe.posted_sends++,
                  .strand = pe.number,
                  .number = pe.posted_by_strand++,
                  .bytes = transfer.bytes,
                  .costs = costs_of_size(machine_, transfer.bytes, mistake_),
                  .posted = pe.clock};
  message.of_posted = message.of_asks = pe.of_clock;
  message.length = length(message);
  message.hops = hops(message);
  shake_hands(message);
  const std::size_t index = messages_.size();
  const bool is_to_oneself = message.hops.empty();
  const bool is_long = machine_.eager && static_cast<std::int64_t>(transfer.bytes) > *machine_.eager;
  if (is_to_oneself && transfer.is_synchronous && !is(Mistake::waiting_send_does_not_wait)) {
    message.waits = true;
  } else if (is_to_oneself) {
    message.asks = message.start = message.complete = message.arrival = pe.clock;
    message.of_start = message.of_complete = message.of_arrival = pe.of_clock;
  } else {
    message.waits = (transfer.is_synchronous || is_long) && !is(Mistake::waiting_send_does_not_wait);
    if (!message.waits) message.asks = pe.clock;
    pe.unstarted.push_back(index);
  }
  messages_.push_back(std::move(message));
  pes_[static_cast<std::size_t>(transfer.partner)].mailbox.add(index);
  if (!is_to_oneself && !has_open_ends()) start_in_order(pe, now);
  return index;
}

/// What the handshake takes if the message waits for its receive (T16).
void ReferenceSends::shake_hands(Message& message) const {
  Time request = 0;
  if (!message.hops.empty() || is(Mistake::request_to_oneself)) {
    request = handshake_flight(machine_, message.source, message.destination, mistake_);
    message.answer = handshake_flight(machine_, message.destination, message.source, mistake_);
  }
  if (is(Mistake::answer_flies_as_the_request)) message.answer = request;
  if (is(Mistake::handshake_flies_as_its_message) && machine_.rendezvous && !message.hops.empty()) {
    request += message.costs.latency - machine_.latency;
    message.answer += message.costs.latency - machine_.latency;
  }
  message.announced = message.posted + request;
  if (!machine_.rendezvous || message.hops.empty()) return;
  const std::int64_t there = std::ssize(message.hops);
  const std::int64_t back = std::ssize(reference_route(machine_, message.destination, message.source));
  const Ticks r{*machine_.rendezvous};
  message.of_request = what_costs(machine_, {.hops = there, .latencies = 1, .slow_hops = r});
  message.of_answer = what_costs(machine_, {.hops = back, .latencies = 1, .slow_hops = r});
}

/// On its links: a worm is no shorter than a flit.
std::int64_t ReferenceSends::length(const Message& message) const {
  const bool is_worm = machine_.switching == SwitchingMode::wormhole;
  return std::max(static_cast<std::int64_t>(message.bytes), is_worm ? machine_.flit : 0);
}

std::vector<Channel> ReferenceSends::route(const Message& message) const {
  const bool is_reversed =
      is(Mistake::highest_bit_first) && machine_.network == MachineDescription::Network::hypercube;
  if (!is_reversed)
    return reference_route(machine_, message.source, message.destination,
                           is(Mistake::half_ring_goes_negative) ? HalfRing::negative : HalfRing::positive);
  std::vector<Channel> channels = reference_route(machine_, message.destination, message.source);
  std::reverse(channels.begin(), channels.end());
  for (Channel& channel : channels) {
    std::swap(channel.tail, channel.head);
    channel.order = -channel.order;
  }
  return channels;
}

/// The route and its costs (reading s). A piece gives no tw where that differs by link (T15).
std::vector<Hop> ReferenceSends::hops(const Message& message) const {
  std::vector<Hop> hops;
  Time slowest = 0;
  const bool is_worm = machine_.switching == SwitchingMode::wormhole;
  for (Channel channel : route(message)) {
    if (is(Mistake::no_dateline)) channel.lane = 0;
    const auto d = static_cast<std::size_t>(channel.dimension);
    const Time tw = channel.own              ? channel.own->tw
                    : machine_.tw_of.empty() ? message.costs.tw
                                             : machine_.tw_of.at(d);
    const auto slow = machine_.slow.find({channel.tail, channel.head});
    Hop hop{.channel = channel, .x = message.costs.tm + message.length * tw, .th = hop_cost(machine_, channel)};
    if (slow != machine_.slow.end()) hop.x = hop.x * slow->second.factor / slow->second.over;
    if (message.bytes == 0 && is(Mistake::empty_message_costs_nothing)) hop.x = 0;
    slowest = std::max(slowest, hop.x);
    hops.push_back(hop);
  }
  if (is_worm)
    for (Hop& hop : hops) hop.x = slowest;
  return hops;
}

bool ReferenceSends::has_waiting(const ReferencePe& pe) const {
  return std::any_of(pe.unstarted.begin(), pe.unstarted.end(),
                     [&](std::size_t index) { return messages_[index].waits; });
}

bool ReferenceSends::progress(Time now) {
  bool has_gone_on = false;
  for (ReferencePe& pe : pes_) {
    has_gone_on = settle(pe) || has_gone_on;
    has_gone_on = start_in_order(pe, now) || has_gone_on;
  }
  return has_gone_on;
}

bool ReferenceSends::start_in_order(ReferencePe& pe, Time now) {
  const auto waiting = std::find_if(pe.unstarted.begin(), pe.unstarted.end(),
                                    [&](std::size_t index) { return messages_[index].waits; });
  const auto left = std::remove_if(pe.unstarted.begin(), waiting,
                                   [&](std::size_t index) { return try_start(pe, index, now); });
  const bool has_started = left != waiting;
  pe.unstarted.erase(left, waiting);
  return has_started;
}

bool ReferenceSends::start_at_quiet_tick(std::size_t rank, Time now) {
  ReferencePe& pe = pes_[rank];
  if (!has_waiting(pe)) return false;
  std::vector<std::size_t> asking;
  for (const std::size_t index : pe.unstarted)
    if (messages_[index].asks.value_or(kForever) <= now)
      asking.push_back(index);
    else if (is(Mistake::waiting_send_holds_its_port))
      break;
  std::stable_sort(asking.begin(), asking.end(),
                   [&](std::size_t a, std::size_t b) { return *messages_[a].asks < *messages_[b].asks; });
  bool has_started = false;
  for (const std::size_t index : asking)
    if (try_start(pe, index, now)) {
      std::erase(pe.unstarted, index);
      has_started = true;
    }
  return has_started;
}

/// Books the port and lets the header ask. False if the port cannot be had yet.
bool ReferenceSends::try_start(ReferencePe& pe, std::size_t index, Time now) {
  Message& message = messages_[index];
  const PePorts::Partner to = partner(message);
  const SendPorts::Choice taken =
      pe.ports.choose(has_open_ends() ? std::max(now, *message.asks) : *message.asks, to);
  if (has_open_ends() && taken.start > now) return false;
  const Time taken_over = taken.start + message.costs.ts;
  Time tail_left = taken_over + message.hops[0].x;
  if (is(Mistake::tail_waits_for_links))
    tail_left = std::max(taken_over, links_.free_from(message.source, to.head).value_or(0)) + message.hops[0].x;

  message.start = taken.start;
  message.of_start = pe.ports.parts_of_start(taken, to, {*message.asks, message.of_asks});
  const Moment end = end_of_send(message, tail_left);
  pe.ports.book(taken, to, message.of_start, has_open_ends() ? Moment{kForever} : end);
  pe.windows.add_send(*message.asks, *message.asks + message.costs.ts + (is_direct() ? message.hops[0].x : 0),
                      to);
  if (has_open_ends())
    pe.unsettled.push_back({index, taken});
  else
    message.complete = is(Mistake::buffered_send_waits_for_tail) ? tail_left : end.time;
  message.of_complete = end.parts;
  links_.ask(index, taken_over);
  return true;
}

/// The startup, and under direct injection the transmission, with the waits of a worm.
Moment ReferenceSends::end_of_send(const Message& message, Time tail_left) const {
  const Time taken_over = *message.start + message.costs.ts;
  const Parts started = plus(message.of_start, that_takes(machine_, {.startups = 1}, message.costs.ts));
  if (!is_direct()) return {taken_over, started};
  const Time x = message.hops[0].x;
  Account transmission = that_takes(machine_, {.messages = 1, .bytes = message.length}, x);
  transmission.link_wait = Ticks{tail_left - taken_over - x};
  return {tail_left, plus(started, transmission)};
}

/// Notes which worms have left their PE, or when they will have.
bool ReferenceSends::settle(ReferencePe& pe) {
  return std::erase_if(pe.unsettled, [&](const ReferencePe::Unsettled& send) {
           Message& message = messages_[send.message];
           if (!message.hops[0].released) return false;
           message.complete = message.hops[0].released;
           const Moment end = end_of_send(message, *message.complete);
           message.of_complete = end.parts;
           pe.ports.settle(send.choice, partner(message), message.of_start, end);
           return true;
         }) > 0;
}

std::optional<Time> ReferenceSends::next_tick(Time now) const {
  std::optional<Time> next;
  for (const ReferencePe& pe : pes_)
    for (const std::size_t index : pe.unstarted) {
      const Message& message = messages_[index];
      if (!message.asks) continue;
      Time tick = std::max(*message.asks, now + 1);
      if (has_open_ends() && *message.asks <= now) tick = pe.ports.choose(tick, partner(message)).start;
      if (*message.asks <= now && !has_open_ends()) continue;
      if (tick < kForever) next = std::min(next.value_or(tick), tick);
    }
  return next;
}

bool ReferenceSends::may_be_before_receptions(const ReferencePe& pe) const {
  return shares_ports() && has_waiting(pe);
}

bool ReferenceSends::receptions_ask(ReferencePe& pe, const std::vector<std::size_t>& arrived, Time now) const {
  const auto has_asked = [&](std::size_t index) {
    const Message& message = messages_[index];
    // one to oneself asks for no port
    return message.asks && (!message.waits || message.hops.empty() || *message.asks <= now);
  };
  if (!shares_ports() || arrived.empty() || pe.have_receptions_asked) return true;
  if (!std::all_of(pe.sends.begin(), pe.sends.end(), has_asked)) return false;
  const auto note = [&](std::size_t index) {
    const auto holds_up = [&](std::size_t reception) {
      const Message& message = messages_[reception];  // one to oneself needs no port
      return !message.hops.empty() &&
             (machine_.port_rule == PortRule::half || message.source != messages_[index].destination);
    };
    if (std::any_of(arrived.begin(), arrived.end(), holds_up)) pe.sends_before.push_back(index);
  };
  for (const ReferencePe::Unsettled& send : pe.unsettled) note(send.message);
  for (const std::size_t index : pe.unstarted)
    if (has_asked(index)) note(index);
  return pe.have_receptions_asked = true;
}

bool ReferenceSends::may_receive(const ReferencePe& pe) const {
  return std::all_of(pe.sends_before.begin(), pe.sends_before.end(),
                     [&](std::size_t index) { return messages_[index].complete.has_value(); });
}

}  // namespace toruscope::test
