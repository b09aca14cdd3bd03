// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/sends.hpp"

#include "runtime/model/clock.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::core {

void Sends::find_way(Rank to) {
  if (way_ == nullptr) way_ = std::make_unique<Way>();
  Way& way = *way_;
  way.to = -1;  // memory may be refused meanwhile
  const ShortRoutes* const short_routes = core_.run.short_routes;
  if (const std::size_t legs =
          short_routes != nullptr ? short_routes->short_route(core_.rank, to, way.legs.few()) : 0;
      legs != 0) {
    way.legs.set_few(legs);
  } else {
    core_.run.topology.route(core_.rank, to, core_.host.route);
    way.legs.assign(core_.host.route);
  }
  way.steps = way.legs.front().steps;
  way.hops = 0;
  for (const Leg& leg : way.legs) way.hops += leg.steps;
  way.is_detour = core_.run.topology.is_detour(core_.rank, to);
  way.to = to;
}

/// What the route takes where it is not hops alone.
void Sends::measure_way(Message& m) const {
  const RunTerms& run = core_.run;
  if (static_cast<std::int64_t>(m.bytes) < run.costs.flit) core_.host.has_short_worms = true;
  if (!run.costs.pieces.empty()) {
    m.x = run.costs.transmission_of(m.bytes);
    core_.host.has_pieces |= m.bytes >= static_cast<std::size_t>(run.costs.pieces.front().from);
  }
  if (run.stores_messages()) m.hop += m.x;
  if (!run.has_equal_links) core_.host.measure_way(m);
}

// --- posting -------------------------------------------------------------------------------------

const Stamp& Sends::post_rarely(Message& m) {
  if (core_.run.is_strict()) strict_.add_send(m, core_.clock.time);
  return book(m, core_.clock);
}

void Sends::post(Message& m, RequestState* request, bool is_synchronous) {
  if (request != nullptr) {
    request->completion().time = kNever;
    request->sending = &m;
    m.request = request;
  }
  write_route(m);
  const bool waits = is_synchronous || is_longer_than_eager(m);
  if (core_.run.is_strict() && !waits) strict_.add_send(m, core_.clock.time);
  if (waits || core_.run.are_send_ends_unknown || has_queued()) return enqueue(m, waits);
  book_and_tell(m, core_.clock);
}

void Sends::enqueue(Message& m, bool waits) {
  m.start = core_.clock;
  if (waits) announce(m);
  if (is_longer_than_eager(m)) core_.host.has_long_sends = true;
  if (!waits && !has_queued() && start_of({.message = &m, .asks = core_.clock}) == core_.clock.time)
    return book_and_tell(m, core_.clock);
  if (!has_queued()) core_.host.senders.push_back(core_.pe);
  make_unfinished().queue.add(&m, waits ? Stamp{kNever, {}} : core_.clock, waits);
}

/// Announces a send that waits for its receive: the receiver knows of the send at `start`, when the
/// request has arrived (T16).
void Sends::announce(Message& m) {
  if (core_.run.costs.rendezvous) {
    core_.host.add_handshake(m.start, core_.rank, m.destination);
    core_.note_sized(m.start, {Moment::Kind::handshake, core_.rank, m.destination}, 0);
    core_.host.has_handshakes = true;
  }
  core_.host.announced.push_back(&m);
}

// --- booking -------------------------------------------------------------------------------------

/// Books the send port and gives the message to the network. Returns its end, as far as that is
/// known.
const Stamp& Sends::book(Message& m, const Stamp& asks) {
  if (!core_.is_any(PeCore::of_machine)) return book_on_one(m, asks);
  const Ticks asked = asks.time;
  const bool is_end_known = !core_.run.are_send_ends_unknown;
  const PortUse held_by =
      core_.ports.book_send(asks, {m.destination, m.legs.front().port, m.bytes, m.x, m.sequence, is_end_known},
                            core_.run.parameters, core_.run.costs, m.start);
  const Stamp& complete = core_.ports.last_end();
  if (core_.host.observer != nullptr) m.send_port = core_.ports.last_send_port();
  core_.note_port_wait(asked, m.start.time, {true, m.destination}, held_by);
  m.complete = is_end_known ? complete.time : kNever;
  m.asks = m.start.time + core_.run.costs.of(m.bytes).ts;
  if (!is_end_known) make_unfinished().worms.push_back(&m);
  core_.host.inject(&m);
  return complete;
}

/// Books a send that was not booked when it was posted, or whose request is notified.
void Sends::book_and_tell(Message& m, const Stamp& asks) {
  const Stamp& complete = book(m, asks);
  if (!core_.run.are_send_ends_unknown && end(m, complete)) core_.host.runnable.push_back(core_.pe);
}

/// Ends a send, whose end is known. True if the PE has waited for nothing else.
bool Sends::end(Message& m, const Stamp& complete) {
  core_.note_news();
  if (m.request == nullptr) return false;
  RequestState& request = *m.request;
  request.completion() = complete;
  if (ended_ != nullptr) ended_->push_back(&request);
  forget_request(m);
  return core_.waiting.is_ended_by_send(request);
}

// --- what the plan and the router ask ------------------------------------------------------------

Ticks Sends::start_of(const QueuedSend& send) {
  if (send.asks.time == kNever || !core_.run.are_send_ends_unknown) return send.asks.time;
  return core_.ports.start_of(send.asks, send.message->destination, send.message->legs.front().port).time;
}

Ticks Sends::next_start(bool at_quiet_tick) {
  if (!has_queued()) return kNever;
  return unfinished_->queue.next_start(at_quiet_tick,
                                       [this](const QueuedSend& send) { return start_of(send); });
}

bool Sends::start(Ticks now, bool at_quiet_tick) {
  if (!has_queued()) return true;
  const auto can_start = [&](const QueuedSend& send) {
    // ahead: booked for later, if need be
    return start_of(send) <= now || (!send.is_asking && !core_.run.are_send_ends_unknown);
  };
  while (QueuedSend* next = unfinished_->queue.first_to_start(at_quiet_tick, now, can_start)) {
    const Stamp asks = next->asks;
    book_and_tell(*unfinished_->queue.take(*next), asks);
  }
  return !has_queued();
}

void Sends::add_not_begun(std::vector<Message*>& messages) {
  if (!has_queued()) return;
  unfinished_->queue.for_each([&](const QueuedSend& send) {
    if (!send.waits) messages.push_back(send.message);
  });
}

void Sends::receive_found(const Message& m, const Stamp& found) {
  if (unfinished_ == nullptr || m.queued == nullptr) return;
  Stamp when = later(m.start, found);
  if (core_.run.costs.rendezvous) {
    core_.host.add_handshake(when, m.destination, core_.rank);
    core_.note_sized(when, {Moment::Kind::handshake, m.destination, core_.rank}, 0);
  }
  if (!unfinished_->queue.ask(m, when)) return;
  core_.note_news();
  if (core_.run.is_strict()) strict_.add_send(m, m.queued->asks.time);
}

void Sends::receive_lost(const Message& m) {
  if (m.queued == nullptr) return;
  unfinished_->queue.wait_again(*m.queued);
  core_.note_news();
}

void Sends::keep_to_self(Message& m, RequestState* request) {
  make_unfinished().to_self.push_back(&m);
  m.request = request;
  if (request != nullptr) {
    request->completion().time = kNever;
    request->sending = &m;
  }
  core_.host.announced.push_back(&m);
}

bool Sends::own_receive_found(Message& m, const Stamp& when) {
  std::erase(unfinished_->to_self, &m);
  m.start = later(m.start, when);
  m.complete = m.asks = m.start.time;
  return end(m, m.start);
}

bool Sends::tail_left(Message& m, Ticks when) {
  Stamp complete = m.start;
  add_startup(complete, core_.run.costs, m.bytes);
  add_transmission(complete, core_.run.costs, m.bytes, m.x);
  complete.account.link_wait += when - complete.time;
  complete.time = when;
  m.complete = when;
  core_.ports.end_send(m.sequence, m.destination, complete);
  std::erase(unfinished_->worms, &m);
  const bool is_complete = end(m, complete);
  const PeWait& wait = core_.waiting.now();
  return wait.until == PeWait::Until::own_sends ? !hold_up(wait.requests) : is_complete;
}

// --- rules `half` and `telephone` ----------------------------------------------------------------

Ticks Sends::asks_at(const RequestState& send) {
  // One to the PE itself waits for its receive.
  if (send.sending != nullptr && send.sending->is_to_self()) return kNever;
  const QueuedSend* queued = send.sending == nullptr ? nullptr : send.sending->queued;
  return queued == nullptr ? Ticks{} : queued->asks.time;
}

void Sends::mark_before_receptions(Ticks now) {
  if (!has_queued()) return;
  unfinished_->queue.for_each(
      [&](QueuedSend& send) { send.is_before_receptions = send.asks.time != kNever && send.asks.time <= now; });
}

bool Sends::hold_up(std::span<RequestState* const> requests) const {
  if (unfinished_ == nullptr) return false;
  const auto holds_up = [&](const Message& m) {
    return std::any_of(requests.begin(), requests.end(), [&](const RequestState* r) {
      if (r->kind == RequestState::Kind::send) return r == m.request;
      if (r->message->is_to_self()) return false;
      return core_.run.parameters.ports.rule == Ports::Rule::half || r->message->source != m.destination;
    });
  };
  const auto& worms = unfinished_->worms;
  return std::any_of(worms.begin(), worms.end(), [&](const Message* m) { return holds_up(*m); }) ||
         unfinished_->queue.any_of(
             [&](const QueuedSend& send) { return send.is_before_receptions && holds_up(*send.message); });
}

}  // namespace toruscope::core
