// SPDX-License-Identifier: Apache-2.0
// A run as a trace in trace_event JSON, for Perfetto (ui.perfetto.dev) and chrome://tracing.
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

/// Choice of what a trace shows of a run; by default everything.
struct TraceFilter {
  /// `message`: at ports and PEs. `wait`: messages and headers. `arrow`: from send to receive.
  enum class Kind { message, hop, wait, arrow, collective, round, compute, synchronize, counter };
  static constexpr std::size_t kKinds = 9;  ///< kinds of marks

  std::vector<std::pair<Rank, Rank>> pes{};  ///< first and last; empty: all
  /// links, each from one node to another, by whose messages it is filtered; empty: all messages
  std::vector<std::pair<Node, Node>> links{};
  Ticks from{};      ///< begin of the time that is shown, with all that is then under way
  Ticks to{kNever};  ///< end of the time that is shown
  /// kinds that are shown
  std::array<bool, kKinds> shows{true, true, true, true, true, true, true, true, true};

  /// True if marks of this kind are shown.
  [[nodiscard]] bool has(Kind kind) const { return shows[static_cast<std::size_t>(kind)]; }
};

/// Reads "pe=0-15+40,link=3-4,time=1ms-2ms,kind=message+hop". docs/trace.md has the parts.
/// Errors    ConfigError naming the part that is wrong, also for unknown PEs, links and times.
TraceFilter parse_trace_filter(std::string_view text, const Topology& topology, const Parameters& machine);

/// The most events of a trace, for Perfetto to open it at once.
inline constexpr std::int64_t kMostTraceEvents = 1'000'000;

/// Writes the trace of a run that recorded events and spans (Execution::record_events,
/// record_spans).
/// Errors    ConfigError if it did not, and for more than kMostTraceEvents, with a filter that
///           would do. Nothing is written then.
void write_trace(std::ostream& out, const Report& report, const TraceFilter& filter = {},
                 const ViewFacts& facts = {});
/// Writes the trace compressed as gzip does, which Perfetto opens too.
/// Errors    like write_trace.
void write_trace_gzip(std::ostream& out, const Report& report, const TraceFilter& filter = {},
                      const ViewFacts& facts = {});

}  // namespace toruscope
