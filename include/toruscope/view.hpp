// SPDX-License-Identifier: Apache-2.0
// A page that plays a run: one HTML file without any other, for a browser.

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace toruscope {

/// What the page says of a run besides its report. All of it may be left out.
struct ViewFacts {
  std::string operation{}, algorithm{};
  std::string command{};                      ///< that made the run
  std::optional<std::int64_t> block_bytes{};  ///< of a block or value
  std::optional<Prediction> predicted{};      ///< of T
  std::optional<Bound> bound{};
  std::optional<bool> verified{};
};

/// Largest run that a page can show.
inline constexpr int kMostPesInView = 1024;
inline constexpr std::int64_t kMostEventsInView = 200'000;  ///< messages and hops

/// Writes the page of a run that recorded events, spans and its critical path (Execution::record_events, record_spans,
/// record_critical_path).
/// Errors    ConfigError if it did not, for a run that is larger, and where T is above 2^53 ticks, which a browser cannot count.
///           Nothing is written then.
void write_view(std::ostream& out, const Report& report, const ViewFacts& facts = {});

/// A run of several that a page lets its reader compare.
struct ViewedRun {
  const Report* report = nullptr;
  ViewFacts facts{};
};

/// Writes a page of two runs or more: two of them at a time, on one clock and one axis of time; the reader chooses which.
/// Errors    as of write_view; the limit of messages and hops is for all runs together. Also for fewer than two runs, and for machines
///           that count time differently.
void write_comparison(std::ostream& out, const std::vector<ViewedRun>& runs);

/// Refuses a machine of more PEs, before it runs.
/// Errors    ConfigError.
void check_view(const Topology& topology);

}  // namespace toruscope
