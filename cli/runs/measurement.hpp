// SPDX-License-Identifier: Apache-2.0
// One run as the command line shows it, in a table or as JSON.

#pragma once

#include "apps/application.hpp"
#include "cli/machines/settings.hpp"
#include "cli/process/failure.hpp"
#include "collectives/operations.hpp"
#include "collectives/verify.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/report.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::cli {

/// Virtual times at which PEs end.
struct LeavingTimes {
  Ticks first;      ///< the earliest
  double mean = 0;  ///< in ticks
};

struct Measurement {
  std::string operation;
  std::string algorithm;
  std::size_t block_bytes = 0;
  bool knows_block = true;                   ///< false: an application failed before it said its blocks
  std::optional<Rank> root;                  ///< where the operation has one
  std::optional<std::string> combine;        ///< the operator, where values are combined
  std::optional<std::int64_t> values;        ///< of a scan: in all
  std::optional<int> distance;               ///< of a shift
  std::optional<Rank> partner;               ///< of a benchmark of one pair
  std::optional<std::int64_t> window;        ///< of messages, where there is one
  bool is_auto = false;                      ///< what `auto` takes here, and it was asked for
  std::optional<std::size_t> segment_bytes;  ///< that were asked for
  std::vector<std::pair<std::string, std::string>> reading;  ///< of an application's inputs
  Data data = Data::carried;                                 ///< none: what PEs ended with is not known
  Report report;
  LeavingTimes leaving;
  bool has_links = true;  ///< false: the report has been left with the most loaded one, see drop_details
  std::optional<Prediction> predicted;      ///< of T
  std::optional<Prediction> communication;  ///< an application's, without its local work
  std::optional<Bound> bound;  ///< nothing where data are wrong: the bound is of those that do the operation
  /// False: it failed, ended with wrong data, or was faster than can be. T is then not that of the operation.
  bool yields_result = true;
  std::optional<bool> verified;  ///< nothing where there was nothing to compare with
  std::string check;             ///< what was compared
  std::vector<std::string> faults;
  /// What was waited for here: the machine's start-up, every run of the verification, the end of it. report.host has the run alone.
  double wall_seconds = 0;
  std::optional<Failure> failure;  ///< then the report has nothing but the machine
  /// Of a run that failed, if Settings::failed_report asks: what had happened by then.
  std::optional<Report> early;
  ExitCode code = ExitCode::ok;  ///< of a command that shows nothing else
};

Measurement measurement_of(Verdict verdict, const Workload& workload);
/// What the rows of an operation show besides the block.
void add_inputs(Measurement& m, const OperationTraits& operation, const Case& c, const Workload& workload);
/// Without the findings, which only the table has room for.
Measurement measurement_of(const AppResult& result);
/// Of a run on this machine that failed: whose, is the caller's to add. Takes the report of Settings::failed_report, but of a run that
/// was refused or interrupted.
Measurement failed_measurement(const Settings& settings, Failure failure);
/// The collective operation that was measured; null if it was a program or an application.
const collectives::Operation* operation_of(const Measurement& m);

/// Leaves what a row of a table shows: no figures of each PE but the leaving times, no events, of the links the most loaded one.
void drop_details(Measurement& m);

using core::counted;
/// Blocks on the critical path, if all blocks are of one size.
std::optional<std::int64_t> critical_blocks(const Measurement& m);
/// What block_bytes are the bytes of: "block", "vector" or "value".
const char* block_noun(const OperationTraits& operation);
const char* block_noun(const Measurement& m);
/// "65,536 = 1,024 blocks", "4,096": the bytes on the critical path.
std::string volume_text(const Measurement& m);
/// Lower bound / T; nothing without a bound, or where T is 0.
std::optional<double> efficiency_of(const Measurement& m);
/// "87.5": the same in percent; nothing without a bound. Only the optimum is 100.
std::optional<std::string> efficiency_percent(const Measurement& m);

/// A part of what lies between the lower bound and T. The parts add up to T - bound.
struct GapPart {
  Ticks ticks;
  std::string text;  ///< "4 startups more than the bound's 4"
};
/// The largest part first; none where there is no bound.
std::vector<GapPart> gap_parts(const Measurement& m);

}  // namespace toruscope::cli
