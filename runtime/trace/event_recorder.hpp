// SPDX-License-Identifier: Apache-2.0
// The sink of Execution::record_events, record_spans, read_blocks: Report::events, spans, blocks.
//
// Threads     A part for each worker, joined in finish().
// Invariants  (1) No two rows have the same key (kind, PE, sequence, index, begin), so their order
//                 is the same for any number of workers.
//             (2) Either all blocks are kept or, above kMostCarriedBlocks, none.
//             (3) A part above the limit by itself keeps no more events and asks the run to stop;
//                 it ends in the next plan in which the parts' sum is above.
// Not here    The rows as text (trace/event_log.cpp).

#pragma once

#include "runtime/core/row_log.hpp"
#include "runtime/trace/observer.hpp"

#include <toruscope/machine.hpp>
#include <toruscope/report.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace toruscope::core {

class EventRecorder final : public Sink {
 public:
  using ReadBlocks = std::function<std::vector<CarriedBlock>(std::span<const std::byte> body)>;

  /// `spans`: rows for collective calls and rounds, and Event's members for them. `blocks`: reads a
  /// message's blocks; null: nobody asks. `stop`, if any, is set by a worker above the limit.
  EventRecorder(bool events, bool spans, ReadBlocks blocks = nullptr, EventLimit limit = {},
                std::atomic<bool>* stop = nullptr)
      : records_events_(events),
        records_spans_(spans),
        read_blocks_(std::move(blocks)),
        limit_(std::move(limit)),
        stop_(stop) {}

  void begin(int workers, int pes) override;
  /// Errors    ConfigError for more messages and hops than the limit.
  void check() const override;
  void on_message(int worker, const MessageTaken& message) override;
  void on_hop(int worker, const LinkCrossed& hop) override;
  void on_compute(int worker, const Computed& work) override;
  void on_synchronize(int worker, const Synchronized& meeting) override;
  void on_poll(int worker, const Polled& poll) override;
  void on_collective(int worker, const CollectiveLeft& call) override;
  void on_round(int worker, const RoundCompleted& round) override;
  void finish(Report& report, const Stamp& end) override;

 private:
  struct Part {
    RowLog<Event> events;
    RowLog<Span> spans;
    RowLog<CarriedBlock> blocks;
    std::int64_t sent = 0;      // messages and hops
    bool has_too_many = false;  // blocks
  };

  /// A new event; null if none are asked for.
  Event* new_event(int worker, Event::Kind kind);
  void add_interval(int worker, Event::Kind kind, Rank pe, Ticks begin, Ticks end, std::int64_t count = 0);
  /// A new span; null if none are asked for.
  Span* new_span(int worker, Span::Kind kind, Rank pe, Ticks begin, Ticks end);

  /// Counts one more message or hop. False above the limit.
  bool may_record(int worker);
  void add_blocks(Part& part, const MessageTaken& message) const;
  template <class Row>
  void move_rows(RowLog<Row> Part::*rows, std::vector<Row>& all);

  const bool records_events_, records_spans_;
  const ReadBlocks read_blocks_;
  const EventLimit limit_;
  std::atomic<bool>* const stop_;
  std::vector<Part> parts_;  // by worker
};

}  // namespace toruscope::core
