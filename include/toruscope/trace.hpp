// SPDX-License-Identifier: Apache-2.0
// A run as a trace in trace_event JSON, which Perfetto (ui.perfetto.dev) and chrome://tracing open.
// docs/trace.md lists its tracks.
//
// Link        toruscope::perfetto

#pragma once

#include <toruscope/report.hpp>
#include <toruscope/view.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope {

/// Choice of what a trace shows of a run. As it is made, everything.
struct TraceFilter {
  /// `message`: what ports and PEs do with messages. `wait`: messages and headers that wait.
  /// `arrow`: from send to receive.
  enum class Kind { message, hop, wait, arrow, collective, round, compute, synchronize, counter };
  static constexpr std::size_t kKinds = 9;  ///< kinds of marks

  std::vector<std::pair<Rank, Rank>> pes{};  ///< first and last; empty: all
  /// links, each from one node to another; only messages that cross one of them; empty: all
  /// messages
  std::vector<std::pair<Node, Node>> links{};
  /// begin of the time that is shown: what is under way at any moment from `from` to `to`
  Ticks from{};
  Ticks to{kNever};  ///< end of the time that is shown
  /// kinds that are shown
  std::array<bool, kKinds> shows{true, true, true, true, true, true, true, true, true};

  /// Marks of this kind are shown.
  [[nodiscard]] bool has(Kind kind) const { return shows[static_cast<std::size_t>(kind)]; }
};

/// Reads "pe=0-15+40,link=3-4,time=1ms-2ms,kind=message+hop". docs/trace.md has the parts.
/// Errors    ConfigError naming the part that is wrong, also for PEs, links and times that the
///           machine does not have.
TraceFilter parse_trace_filter(std::string_view text, const Topology& topology, const Parameters& machine);

/// A trace holds no more, so that Perfetto opens it at once.
inline constexpr std::int64_t kMostTraceEvents = 1'000'000;

/// Writes the trace of a run that recorded events and spans (Execution::record_events,
/// record_spans).
/// Errors    ConfigError if it did not, and for more than kMostTraceEvents; the message says which
///           filter would do. Nothing is written then.
void write_trace(std::ostream& out, const Report& report, const TraceFilter& filter = {},
                 const ViewFacts& facts = {});
/// Writes the trace compressed as gzip does, which Perfetto opens too.
/// Errors    like write_trace.
void write_trace_gzip(std::ostream& out, const Report& report, const TraceFilter& filter = {},
                      const ViewFacts& facts = {});

}  // namespace toruscope
