// SPDX-License-Identifier: Apache-2.0
// A page that plays a run: one HTML file without any other, for a browser; and the log of a run, of
// which one can be made later.
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

/// Facts about a run that the page shows besides its report. All may be left out.
struct ViewFacts {
  std::string operation{};                    ///< name of the operation on the command line
  std::string algorithm{};                    ///< name of the algorithm on the command line
  std::string command{};                      ///< command that made the run
  std::optional<std::int64_t> block_bytes{};  ///< bytes of a block or value
  std::optional<Prediction> predicted{};      ///< prediction of T
  std::optional<Bound> bound{};               ///< bound on T
  std::optional<bool> verified{};             ///< the data were checked, and were right
};

/// Largest run that a page can show.
inline constexpr int kMostPesInView = 1024;
inline constexpr std::int64_t kMostEventsInView = 200'000;  ///< messages and hops

/// Writes the page of a run that recorded events, spans and its critical path
/// (Execution::record_events, record_spans, record_critical_path).
/// Errors    ConfigError if it did not, for a run that is larger, and where T is above 2^53 ticks,
///           which a browser cannot count. Nothing is written then.
void write_view(std::ostream& out, const Report& report, const ViewFacts& facts = {});

/// A run of several that a page lets its reader compare.
struct ViewedRun {
  const Report* report = nullptr;  ///< report of the run; must outlive the call
  ViewFacts facts{};               ///< other facts about it
};

/// Writes a page of two runs or more: two of them at a time, on one clock and one axis of time; the
/// reader chooses which.
/// Errors    as of write_view; the limit of messages and hops is for all runs together. Also for
///           fewer than two runs, and for machines that count time differently.
void write_comparison(std::ostream& out, const std::vector<ViewedRun>& runs);

/// Writes the log of such a run: a row that describes the run, its events and spans as
/// write_events, and its critical path. docs/events.md.
void write_log(std::ostream& out, const Report& report, const ViewFacts& facts = {});

/// A log as a file holds it.
struct LogText {
  std::string name;  ///< name of the file, for messages
  std::string text;  ///< text of the file
};

/// Writes the page of a run from its log; from several logs the page that compares their runs.
/// Errors    as of write_view and write_comparison. ConfigError with the line for a text that is no
///           such log.
void write_view_of_logs(std::ostream& out, const std::vector<LogText>& logs);

/// Refuses a machine of more PEs, before it runs, and makes `execution` end a run of more messages
/// and hops early.
/// Errors    ConfigError.
void prepare_view(const Topology& topology, Execution& execution);

}  // namespace toruscope
