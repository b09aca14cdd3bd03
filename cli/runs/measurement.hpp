// SPDX-License-Identifier: Apache-2.0
// One run as the command line shows it, in a table or as JSON.
//
// Bandwidths are those of nccl-tests, exact functions of T:
//
// algbw   S / T, where S is what a PE has before or after: the vector of a broadcast, reduction,
//         allreduce or shift; the p blocks of an all-to-all, allgather, reduce-scatter, gather or
//         scatter.
// busbw   algbw times what an ideal algorithm moves through one PE for each byte of S:
//         2 (p - 1) / p of an allreduce, (p - 1) / p of what moves p blocks, 1 of a broadcast, a
//         reduction and a shift; to be compared with a link's bandwidth, 1 / tw.
// Point-to-point benchmarks: algbw is what one PE sends, receives, or both (counted_bytes), over
//         the time of one message or window, as OSU and IMB tell it; busbw is that of one
//         direction. The latency is that time: half of a pingpong's T.
// None    for scans, barriers and blocks of different sizes, which nccl-tests do not have; where T
//         is 0, or counted in steps.
//
// Source  NVIDIA nccl-tests, doc/PERFORMANCE.md; src/gather.cu, src/scatter.cu and src/sendrecv.cu.

#pragma once

#include "apps/application.hpp"
#include "cli/machines/sweep.hpp"
#include "cli/process/ending.hpp"
#include "collectives/operations.hpp"
#include "collectives/verify.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/report.hpp>
#include <toruscope/view.hpp>

#include <cstdint>
#include <filesystem>
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
  bool knows_block = true;                                   ///< false: it failed before it said
  std::optional<Rank> root;                                  ///< where the operation has one
  std::optional<std::string> combine;                        ///< the operator
  std::optional<std::int64_t> values;                        ///< of a scan: in all
  std::optional<int> distance;                               ///< of a shift
  std::optional<Rank> partner;                               ///< of a benchmark of one pair
  std::optional<std::int64_t> window;                        ///< of messages, where there is one
  bool is_auto = false;                                      ///< `auto` takes it, and was asked for
  std::optional<std::size_t> segment_bytes;                  ///< that were asked for
  std::vector<std::pair<std::string, std::string>> reading;  ///< of an application's inputs
  Data data = Data::carried;                                 ///< none: data are not checked
  Report report;
  LeavingTimes leaving;
  bool has_links = true;                    ///< false: the most loaded one is left (drop_details)
  std::optional<Prediction> predicted;      ///< of T
  std::optional<Prediction> communication;  ///< an application's, without its local work
  std::optional<Bound> bound;               ///< nothing where data are wrong
  /// False: it failed, ended with wrong data, or was faster than can be.
  bool yields_result = true;
  std::optional<bool> verified;  ///< nothing where there was nothing to compare with
  std::string check;             ///< what was compared
  std::string bits;              ///< of an allreduce: of floating-point values
  std::vector<std::string> faults;
  /// Start-up of the machine, all runs of the verification, the end.
  double wall_seconds = 0;
  std::optional<Failure> failure;  ///< then the report has nothing but the machine
  /// What had happened when the run failed, if Settings::failed_report asks.
  std::optional<Report> early;
  ExitCode code = ExitCode::ok;  ///< of a command that shows nothing else
  std::size_t unit = 0;          ///< number of the run among those of the command
};

Measurement measurement_of(Verdict verdict, const Workload& workload);
/// What the rows of an operation show besides the block.
void add_inputs(Measurement& m, const OperationTraits& operation, const Case& c, const Workload& workload);
/// Leaves out the findings, which only the table has room for.
Measurement measurement_of(const AppResult& result);
/// A run on this machine that failed; the caller fills in operation and algorithm. Takes the report
/// of Settings::failed_report unless the run was refused or interrupted.
Measurement failed_measurement(const Settings& settings, Failure failure);
/// The collective operation that was measured; null if it was a program or an application.
const collectives::Operation* operation_of(const Measurement& m);

/// Leaves what a row of a table shows: of PEs the leaving times, no events, the most loaded link.
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
/// "87.5": the ratio in percent. Only 1 is 100.
std::string percent_text(double ratio);
/// The efficiency in percent; nothing without a bound.
std::optional<std::string> efficiency_percent(const Measurement& m);

/// A part of what lies between the lower bound and T. The parts add up to T - bound.
struct GapPart {
  Ticks ticks;
  std::string text;  ///< "4 startups more than the bound's 4"
};
/// The largest part first; none where there is no bound.
std::vector<GapPart> gap_parts(const Measurement& m);

struct Bandwidth {
  std::int64_t bytes = 0;  ///< S
  double algbw = 0;        ///< bytes per second
  double busbw = 0;        ///< bytes per second
};
std::optional<Bandwidth> bandwidth_of(const Measurement& m);
/// The time of one message or window of a point-to-point benchmark.
std::optional<Ticks> latency_of(const Measurement& m);

/// One of several runs of a command.
struct Row {
  Measurement measurement;
  Scaling scaling;
  std::vector<std::filesystem::path> inputs;  ///< that an application read
  SweptValues swept{};
};
/// Reports of the runs that did not fail.
std::vector<const Report*> reports_of(const std::vector<Row>& rows);

ViewFacts view_facts(const Measurement& m, const Session& session);

}  // namespace toruscope::cli
