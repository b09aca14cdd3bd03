// SPDX-License-Identifier: Apache-2.0
// Plan of a trace: which events show a run, on which track, in which order. perfetto/trace.cpp
// writes it, and the guard of its size counts it.
//
// Invariants  (1) Slices of one track nest: calls and rounds of a PE are opened and closed in turn,
//                 all other slices of a track follow one another. Where two would overlap, as of
//                 operations started beside the program, the later has a further track.
//             (2) Events are in the order of time. At one time a slice ends before the next one of
//                 its track begins, it begins before those inside it, and an arrow's end comes
//                 while the slice that it is bound to is the innermost open one of its track, so
//                 that a reader that keeps a stack of open slices binds it there.
//             (3) The times of an arrow do not decrease from its begin over its steps to its end.

#pragma once

#include <toruscope/trace.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace toruscope::perfetto {

struct TraceEvent {
  enum class What : std::uint8_t {
    call,   ///< slices, down to hop: `value` is 1 at the begin, 0 at the end
    round,  ///< `row`: of spans
    compute,
    synchronize,  ///< `row`: of events
    take,         ///< slice of tr. `row` here and in the following: of messages()
    startup,
    blocked,
    transfer,
    reception,  ///< slices of ports; blocked: a worm's header waits for its first link
    hop,        ///< `row` here and in `arrow_step`: of hops()
    arrow_begin,
    arrow_step,
    arrow_end,
    send_port_wait,  ///< waits: `value` as of slices
    receive_port_wait,
    mailbox_wait,  ///< `row`: of messages()
    link_wait,     ///< `row`: of hops()
    counter,       ///< `row`: of counters(); `value` is the new one
  };
  Ticks at;
  std::int64_t value = 0;
  std::uint32_t row = 0;
  What what : 8 = What::counter;
  std::uint8_t stage : 4 = 0;   ///< order among events of one time
  std::uint32_t lane : 20 = 0;  ///< Track of a PE's program: 0, or one of calls beside it.
};
static_assert(kMostTraceEvents < 1 << 20 && sizeof(TraceEvent) == 24);

/// A port of a PE, or a virtual channel of a link.
struct Track {
  enum class Kind : std::uint8_t { send_port, receive_port, link };
  Kind kind = Kind::send_port;  ///< kind; under port rule half the one port is a send port
  int owner = 0;                ///< PE, or node at the beginning of the link
  int to = 0;                   ///< node at its end
  int number = 0;               ///< port, or virtual channel
  int lane = 0;                 ///< lane; above 0: a further track of the same port or channel

  friend auto operator<=>(const Track&, const Track&) = default;
};

struct TracedMessage {
  const Event* event = nullptr;
  std::size_t first_hop = 0;  ///< its hops follow one another
  Ticks reception{};          ///< begin
  Ticks arrow_end{};
  int send_track = 0, receive_track = 0;  ///< indices in tracks()
  bool is_shown = false;
};

struct TracedHop {
  const Event* event = nullptr;
  std::size_t message = 0;
  int track = 0;
};

/// A counter of the network; `name` and `unit` are its words: "links", "in use".
struct TraceCounter {
  std::string name, unit;
};

struct ProgramSlice;

class TracePlan {
 public:
  /// Errors    ConfigError without events and ports. The report must live longer.
  TracePlan(const Report& report, const TraceFilter& filter);

  /// Errors    ConfigError with the filters that would do, if there are more than kMostTraceEvents.
  void check() const;

  [[nodiscard]] const Report& report() const { return *report_; }
  [[nodiscard]] const std::vector<TraceEvent>& events() const { return events_; }
  [[nodiscard]] const std::vector<TracedMessage>& messages() const { return messages_; }
  [[nodiscard]] const std::vector<TracedHop>& hops() const { return hops_; }
  /// Tracks of the ports and links that something is on, ordered.
  [[nodiscard]] const std::vector<Track>& tracks() const { return tracks_; }
  [[nodiscard]] const std::vector<TraceCounter>& counters() const { return counters_; }
  /// The tracks that a PE's program may have.
  [[nodiscard]] int program_lanes() const { return program_lanes_; }

 private:
  void collect();
  [[nodiscard]] MessageCosts own_costs(const Event& message) const;
  void choose();
  void find_tracks();
  void add_programs();
  void add_program(std::span<const ProgramSlice> of_lane);
  void add_messages();
  void add_sending(std::uint32_t row);
  void add_receiving(std::uint32_t row);
  void add_hops(std::uint32_t row);
  void add_waits(std::uint32_t row);
  void add_counters();
  [[nodiscard]] bool is_shown(Rank pe) const { return shown_pes_[static_cast<std::size_t>(pe)]; }
  [[nodiscard]] bool is_in_time(Ticks begin, Ticks end) const {
    return begin <= filter_.to && end >= filter_.from;
  }
  void add(TraceEvent::What what, Ticks at, std::size_t row, std::int64_t value, int stage);
  void add_begin(TraceEvent::What what, Ticks at, std::size_t row, int stage);
  void add_end(TraceEvent::What what, Ticks begin, Ticks end, std::size_t row, int stage);
  void add_wait(TraceEvent::What what, Ticks begin, Ticks end, std::size_t row);
  [[nodiscard]] std::string filters_that_would_do() const;

  const Report* report_;
  TraceFilter filter_;
  std::vector<TracedMessage> messages_;
  std::vector<TracedHop> hops_;
  std::vector<Track> tracks_;
  std::vector<TraceCounter> counters_;
  std::vector<bool> shown_pes_;
  int program_lanes_ = 1;
  std::vector<TraceEvent> events_;
};

/// Writes the JSON of a plan that was checked.
void write_plan(std::ostream& out, const TracePlan& plan, const ViewFacts& facts);
/// Writes the JSON, compressed.
void write_plan_gzip(std::ostream& out, const TracePlan& plan, const ViewFacts& facts);

/// Names of events in a filter, such as "message".
const std::vector<std::string>& trace_kinds();

}  // namespace toruscope::perfetto
