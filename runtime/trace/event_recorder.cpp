// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/event_recorder.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <unordered_map>

namespace toruscope::detail {

namespace {

bool comes_before(const Event& a, const Event& b) {
  return std::tuple(a.kind, a.source, a.sequence, a.index, a.begin, a.end) <
         std::tuple(b.kind, b.source, b.sequence, b.index, b.begin, b.end);
}

bool span_comes_before(const Span& a, const Span& b) {
  return std::tuple(a.kind, a.pe, a.sequence) < std::tuple(b.kind, b.pe, b.sequence);
}

/// Contexts are numbered by whoever makes a group first, which the workers decide. The order of spans does not depend on that.
void number_communicators(std::vector<Span>& spans) {
  std::unordered_map<int, int> numbers{{0, 0}};
  for (Span& span : spans)
    if (span.kind == Span::Kind::collective)
      span.communicator =
          numbers.try_emplace(span.communicator, static_cast<int>(numbers.size())).first->second;
}

}  // namespace

void EventRecorder::begin(int workers, int /*pes*/) {
  parts_.resize(static_cast<std::size_t>(workers));
}

/// Null: no events are asked for.
Event* EventRecorder::new_event(int worker, Event::Kind kind) {
  if (!records_events_) return nullptr;
  Event& event = parts_[static_cast<std::size_t>(worker)].events.emplace_back();
  event.kind = kind;
  return &event;
}

void EventRecorder::on_message(int worker, const MessageTaken& message) {
  Event* const event = new_event(worker, Event::Kind::message);
  if (event == nullptr) return;
  event->source = message.source;
  event->sequence = message.sequence;
  event->destination = message.destination;
  event->tag = message.tag;
  event->bytes = message.bytes;
  event->hops = message.hops;
  event->posted = message.posted;
  event->start = message.start;
  event->left = message.left;
  event->arrival = message.arrival;
  event->available = message.available;
  event->taken = message.taken;
  if (!records_spans_) return;
  event->send_port = message.send_port;
  event->receive_port = message.receive_port;
}

void EventRecorder::on_hop(int worker, const LinkCrossed& hop) {
  Event* const event = new_event(worker, Event::Kind::hop);
  if (event == nullptr) return;
  event->source = hop.source;
  event->sequence = hop.sequence;
  event->index = hop.index;
  event->from = hop.from;
  event->to = hop.to;
  event->virtual_channel = hop.virtual_channel;
  event->asked = hop.asked;
  event->granted = hop.granted;
  if (records_spans_) event->released = hop.released;
}

void EventRecorder::on_compute(int worker, const Computed& work) {
  Event* const event = new_event(worker, Event::Kind::compute);
  if (event == nullptr) return;
  event->source = work.pe;
  event->begin = work.begin;
  event->end = work.end;
}

void EventRecorder::on_synchronize(int worker, const Synchronized& meeting) {
  Event* const event = new_event(worker, Event::Kind::synchronize);
  if (event == nullptr) return;
  event->source = meeting.pe;
  event->begin = meeting.begin;
  event->end = meeting.end;
}

void EventRecorder::on_collective(int worker, const CollectiveLeft& call) {
  if (!records_spans_) return;
  Span& span = parts_[static_cast<std::size_t>(worker)].spans.emplace_back();
  span.kind = Span::Kind::collective;
  span.pe = call.pe;
  span.sequence = call.sequence;
  span.outer = call.outer;
  span.operation = std::string(call.operation);
  span.algorithm = std::string(call.algorithm);
  span.communicator = static_cast<int>(call.context);  // numbered anew in finish()
  span.rank = call.rank;
  span.root = call.root;
  span.bytes = static_cast<std::int64_t>(call.bytes);
  span.begin = call.begin;
  span.end = call.end;
}

void EventRecorder::on_round(int worker, const RoundCompleted& round) {
  if (!records_spans_) return;
  Span& span = parts_[static_cast<std::size_t>(worker)].spans.emplace_back();
  span.kind = Span::Kind::round;
  span.pe = round.pe;
  span.sequence = round.sequence;
  span.outer = round.call;
  span.index = round.index;
  span.begin = round.begin;
  span.end = round.end;
}

void EventRecorder::finish(Report& report, const Stamp& /*end*/) {
  for (Part& part : parts_) {
    std::move(part.events.begin(), part.events.end(), std::back_inserter(report.events));
    std::move(part.spans.begin(), part.spans.end(), std::back_inserter(report.spans));
    part = {};
  }
  std::sort(report.events.begin(), report.events.end(), comes_before);
  std::sort(report.spans.begin(), report.spans.end(), span_comes_before);
  number_communicators(report.spans);
}

}  // namespace toruscope::detail
