// SPDX-License-Identifier: Apache-2.0
// A page that plays a run: one HTML file, for a browser; and the log of a run, for a later page.
//
// Link        toruscope::view

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace toruscope {

/// Facts about a run that the page shows besides its report; each may be left out.
struct ViewFacts {
  std::string operation{};                    ///< name of the operation on the command line
  std::string algorithm{};                    ///< name of the algorithm on the command line
  std::string command{};                      ///< command that made the run
  std::optional<std::int64_t> block_bytes{};  ///< bytes of a block or value
  std::optional<Prediction> predicted{};      ///< prediction of T
  std::optional<Bound> bound{};               ///< bound on T
  std::optional<bool> verified{};             ///< the data were checked: right or wrong
};

/// Largest run that a page can show.
inline constexpr int kMostPesInView = 1024;
inline constexpr std::int64_t kMostEventsInView = 200'000;  ///< messages and hops

/// Writes the page of a run that recorded events, spans and its critical path
/// (Execution::record_events, record_spans, record_critical_path).
/// Errors    ConfigError if it did not, for a larger run, and for T above 2^53 ticks, which a
///           browser cannot count. Nothing is written then.
void write_view(std::ostream& out, const Report& report, const ViewFacts& facts = {});

/// A run of several that a page lets its reader compare.
struct ViewedRun {
  const Report* report = nullptr;  ///< report of the run; must outlive the call
  ViewFacts facts{};               ///< other facts about it
};

/// Writes a page of two runs or more: a reader's choice of two on one clock and one axis of time.
/// Errors    those of write_view, with one limit for all runs together; fewer than two runs, and
///           machines that count time differently.
void write_comparison(std::ostream& out, const std::vector<ViewedRun>& runs);

/// Writes the log of such a run (docs/events.md): its description, events and spans, critical path.
void write_log(std::ostream& out, const Report& report, const ViewFacts& facts = {});

/// A log as a file holds it.
struct LogText {
  std::string name;  ///< name of the file, for messages
  std::string text;  ///< text of the file
};

/// Writes the page of a run from its log; from several logs the page that compares their runs.
/// Errors    those of write_view and write_comparison; ConfigError with the line of a wrong text.
void write_view_of_logs(std::ostream& out, const std::vector<LogText>& logs);

/// Refuses a machine of more PEs, and makes `execution` end a run of more messages and hops early.
/// Errors    ConfigError.
void prepare_view(const Topology& topology, Execution& execution);

}  // namespace toruscope
