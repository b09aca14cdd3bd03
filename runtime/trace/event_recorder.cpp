// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/event_recorder.hpp"

#include <toruscope/buffer.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>

namespace toruscope::core {

namespace {

bool comes_before(const Event& a, const Event& b) {
  // a poll's number says nothing of others in another row
  const auto place = [](const Event& e) { return e.kind == Event::Kind::poll ? e.begin.count : e.sequence; };
  return std::tuple(a.kind, a.source, place(a), a.index, a.begin, a.end) <
         std::tuple(b.kind, b.source, place(b), b.index, b.begin, b.end);
}

bool span_comes_before(const Span& a, const Span& b) {
  return std::tuple(a.kind, a.pe, a.sequence) < std::tuple(b.kind, b.pe, b.sequence);
}

bool block_comes_before(const CarriedBlock& a, const CarriedBlock& b) {
  return std::tuple(a.source, a.sequence, a.index) < std::tuple(b.source, b.sequence, b.index);
}

/// Numbers communicators by spans: contexts are numbered by the first to make a group, at random.
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

Event* EventRecorder::new_event(int worker, Event::Kind kind) {
  if (!records_events_) return nullptr;
  Event& event = parts_[static_cast<std::size_t>(worker)].events.add({});
  event.kind = kind;
  return &event;
}

Span* EventRecorder::new_span(int worker, Span::Kind kind, Rank pe, Ticks begin, Ticks end) {
  if (!records_spans_) return nullptr;
  Span& span = parts_[static_cast<std::size_t>(worker)].spans.add({});
  span.kind = kind;
  span.pe = pe;
  span.begin = begin;
  span.end = end;
  return &span;
}

void EventRecorder::check() const {
  const auto add = [](std::int64_t sum, const Part& part) { return sum + part.sent; };
  if (records_events_ && std::accumulate(parts_.begin(), parts_.end(), std::int64_t{0}, add) > limit_.most)
    throw ConfigError(limit_.refusal);
}

bool EventRecorder::may_record(int worker) {
  if (!records_events_ || ++parts_[static_cast<std::size_t>(worker)].sent <= limit_.most) return true;
  if (stop_ != nullptr) stop_->store(true, std::memory_order_relaxed);
  return false;
}

void EventRecorder::on_message(int worker, const MessageTaken& message) {
  if (!may_record(worker)) return;
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
  if (read_blocks_ && has_data(message.body)) add_blocks(parts_[static_cast<std::size_t>(worker)], message);
}

void EventRecorder::add_blocks(Part& part, const MessageTaken& message) const {
  if (part.has_too_many) return;
  int index = 0;
  for (CarriedBlock& block : read_blocks_(message.body)) {
    block.source = message.source;
    block.sequence = message.sequence;
    block.index = index++;
    part.blocks.add(block);
  }
  part.has_too_many = part.blocks.size() > static_cast<std::size_t>(kMostCarriedBlocks);
  if (part.has_too_many) part.blocks = {};
}

void EventRecorder::on_hop(int worker, const LinkCrossed& hop) {
  if (!may_record(worker)) return;
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

void EventRecorder::add_interval(int worker, Event::Kind kind, Rank pe, Ticks begin, Ticks end,
                                 std::int64_t count) {
  Event* const event = new_event(worker, kind);
  if (event == nullptr) return;
  event->source = pe;
  event->sequence = count;
  event->begin = begin;
  event->end = end;
}

void EventRecorder::on_compute(int worker, const Computed& work) {
  add_interval(worker, Event::Kind::compute, work.pe, work.begin, work.end);
}

void EventRecorder::on_synchronize(int worker, const Synchronized& meeting) {
  add_interval(worker, Event::Kind::synchronize, meeting.pe, meeting.begin, meeting.end);
}

void EventRecorder::on_poll(int worker, const Polled& poll) {
  add_interval(worker, Event::Kind::poll, poll.pe, poll.begin, poll.end, poll.count);
}

void EventRecorder::on_collective(int worker, const CollectiveLeft& call) {
  Span* const span = new_span(worker, Span::Kind::collective, call.pe, call.begin, call.end);
  if (span == nullptr) return;
  span->sequence = call.sequence;
  span->outer = call.outer;
  span->operation = std::string(call.operation);
  span->algorithm = std::string(call.algorithm);
  span->communicator = static_cast<int>(call.context);  // numbered anew in finish()
  span->rank = call.rank;
  span->root = call.root;
  span->bytes = static_cast<std::int64_t>(call.bytes);
}

void EventRecorder::on_round(int worker, const RoundCompleted& round) {
  Span* const span = new_span(worker, Span::Kind::round, round.pe, round.begin, round.end);
  if (span == nullptr) return;
  span->sequence = round.sequence;
  span->outer = round.call;
  span->index = round.index;
}

template <class Row>
void EventRecorder::move_rows(RowLog<Row> Part::*rows, std::vector<Row>& all) {
  const auto add = [&](std::size_t sum, const Part& part) { return sum + (part.*rows).size(); };
  all.reserve(std::accumulate(parts_.begin(), parts_.end(), all.size(), add));
  for (Part& part : parts_) (part.*rows).move_to(all);
}

void EventRecorder::finish(Report& report, const Stamp& /*end*/) {
  check();
  const bool has_too_many =
      std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.has_too_many; });
  move_rows(&Part::events, report.events);
  move_rows(&Part::spans, report.spans);
  move_rows(&Part::blocks, report.blocks);
  parts_.assign(parts_.size(), Part{});
  std::sort(report.events.begin(), report.events.end(), comes_before);
  if (has_too_many || report.blocks.size() > static_cast<std::size_t>(kMostCarriedBlocks)) report.blocks = {};
  std::sort(report.blocks.begin(), report.blocks.end(), block_comes_before);
  std::sort(report.spans.begin(), report.spans.end(), span_comes_before);
  number_communicators(report.spans);
}

}  // namespace toruscope::core
