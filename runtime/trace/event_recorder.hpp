// SPDX-License-Identifier: Apache-2.0
// The sink behind Execution::record_events and record_spans: fills Report::events and Report::spans.
//
// Threads     A part for each worker, joined in finish().
// Invariants  No two rows have the same key (kind, PE, sequence, index, begin), so their order is the same for any number of workers.
// Not here    The rows as text (trace/event_log.cpp).

#pragma once

#include "runtime/trace/observer.hpp"

#include <toruscope/report.hpp>

#include <vector>

namespace toruscope::core {

class EventRecorder final : public Sink {
 public:
  /// `spans`: rows for collective calls and rounds, and what Event tells only beside them.
  EventRecorder(bool events, bool spans) : records_events_(events), records_spans_(spans) {}

  void begin(int workers, int pes) override;
  void on_message(int worker, const MessageTaken& event) override;
  void on_hop(int worker, const LinkCrossed& event) override;
  void on_compute(int worker, const Computed& event) override;
  void on_synchronize(int worker, const Synchronized& event) override;
  void on_collective(int worker, const CollectiveLeft& event) override;
  void on_round(int worker, const RoundCompleted& event) override;
  void finish(Report& report, const Stamp& end) override;

 private:
  struct Part {
    std::vector<Event> events;
    std::vector<Span> spans;
  };

  /// Null: no events are asked for.
  Event* new_event(int worker, Event::Kind kind);
  void add_interval(int worker, Event::Kind kind, Rank pe, Ticks begin, Ticks end);
  /// Null: no spans are asked for.
  Span* new_span(int worker, Span::Kind kind, Rank pe, Ticks begin, Ticks end);

  const bool records_events_, records_spans_;
  std::vector<Part> parts_;  // by worker
};

}  // namespace toruscope::core
