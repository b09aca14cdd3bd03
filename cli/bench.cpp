// SPDX-License-Identifier: Apache-2.0
// toruscope bench OPERATION: algorithms over sizes, and over numbers of PEs with --scale. One row per combination, with
// virtual and wall time; every run is verified.

#include "cli/candidates.hpp"
#include "cli/document.hpp"
#include "cli/memory.hpp"
#include "cli/numbers.hpp"
#include "cli/scale.hpp"
#include "cli/sheets.hpp"
#include "cli/verdicts.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace toruscope::detail {

namespace {

constexpr const char* kTopology = "torus:8x8";

/// What --block would be in each row; nothing: the operation moves no data, or --values says it all.
using Sizes = std::vector<Text>;

Sizes read_sizes(const CommandOptions& o, const Operation& operation) {
  const bool has_range = o.begin || o.end || o.factor;
  if (operation.traits.moves == Moves::nothing) {
    if (has_range)
      throw ConfigError(fmt::format("{}: it moves no data; leave -b, -e and -f out", operation.name));
    return {Text()};
  }
  if (o.values && !has_range) return {Text()};
  constexpr std::int64_t kMostFactor = 1 << 20;
  const std::size_t begin = parse_bytes(o.begin.value_or("8"), "bench: -b");
  constexpr std::size_t kEnd = 64 * 1024;
  // With --scale the number of PEs varies: one size, unless more are asked for.
  const std::size_t usual_end = o.scale ? begin : std::max(begin, kEnd);
  const std::size_t end = o.end ? parse_bytes(*o.end, "bench: -e") : usual_end;
  const auto factor =
      static_cast<std::size_t>(parse_whole(o.factor.value_or("2"), "bench: -f", 2, kMostFactor));
  if (end < begin)
    throw ConfigError(fmt::format("bench: -e {} is below -b {}; the sizes go from -b to -e", end, begin));
  Sizes sizes;
  for (std::size_t size = begin; size <= end; size = std::max<std::size_t>(1, size * factor)) {
    sizes.emplace_back(std::to_string(size));
    if (size > end / factor && size != 0) break;
  }
  return sizes;
}

struct Refused {
  Refusal refusal;
  std::vector<std::string> where;  ///< "torus:4x4, 8 bytes"
};

/// One size on one machine.
struct Point {
  const Settings& settings;
  Text size;
  Workload workload;
};

/// Sizes that need more memory than they may, on one machine.
struct LeftOut {
  std::string topology;
  std::vector<std::size_t> sizes;
  std::string reason;  ///< of the largest
};

class Bench {
 public:
  Bench(const Session& session, const Operation& operation, const Console& console,
        std::vector<RefusedSize> refused_sizes)
      : session_(session),
        operation_(operation),
        console_(console),
        algorithms_(candidates(operation, session.tables.algorithms, session.options.algorithm)),
        refused_sizes_(std::move(refused_sizes)),
        code_(refused_sizes_.empty() ? ExitCode::ok : ExitCode::usage) {}

  /// All sizes that fit into memory on all machines, until something ends the command.
  void measure(const std::vector<Settings>& machines, const Sizes& sizes);

  [[nodiscard]] std::string table_text(const Settings& settings) const;
  [[nodiscard]] Json document(const Settings& settings) const;
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] ExitCode code() const { return code_; }
  /// One line per algorithm and reason, one per machine whose memory does not hold all sizes.
  [[nodiscard]] std::string notes_text() const;

 private:
  [[nodiscard]] std::vector<Point> plan(const Settings& settings, const Sizes& sizes);
  [[nodiscard]] std::vector<Point> plan(const std::vector<Settings>& machines, const Sizes& sizes);
  /// False if something ends the command.
  [[nodiscard]] bool measure(const Point& point);
  void note(const Refusal& refusal, const std::string& where);

  const Session& session_;
  const Operation& operation_;
  const Console& console_;
  std::vector<const AlgorithmInfo*> algorithms_;
  std::vector<Row> rows_;
  std::vector<Refused> refused_;
  std::vector<LeftOut> left_out_;
  std::vector<RefusedSize> refused_sizes_;
  ExitCode code_;
};

std::vector<Point> Bench::plan(const Settings& settings, const Sizes& sizes) {
  std::vector<Point> points;
  LeftOut left_out{settings.topology->name(), {}, ""};
  for (const Text& size : sizes) {
    CommandOptions options = session_.options;
    options.block = size;
    const Workload workload = read_workload(options, operation_, settings);
    const auto why = excess(operation_, settings, workload, size ? SizeOption::range : SizeOption::values);
    if (!why) {
      points.push_back({settings, size, workload});
      continue;
    }
    left_out.sizes.push_back(workload.bytes);
    left_out.reason = *why;
  }
  if (!left_out.sizes.empty()) left_out_.push_back(std::move(left_out));
  return points;
}

/// A machine that cannot have the root, say, is left out if another one can.
std::vector<Point> Bench::plan(const std::vector<Settings>& machines, const Sizes& sizes) {
  std::vector<Point> points;
  std::vector<RefusedSize> refused;
  for (const Settings& settings : machines) {
    try {
      for (Point& point : plan(settings, sizes)) points.push_back(std::move(point));
    } catch (const ConfigError& error) {
      refused.push_back({settings.topology->pes(), error.what()});
    }
  }
  if (refused.size() == machines.size()) throw ConfigError(refused.front().reason);
  if (!refused.empty()) code_ = worse(code_, ExitCode::usage);
  refused_sizes_.insert(refused_sizes_.end(), refused.begin(), refused.end());
  return points;
}

void Bench::measure(const std::vector<Settings>& machines, const Sizes& sizes) {
  const std::vector<Point> points = plan(machines, sizes);
  if (points.empty()) throw TooLargeError(left_out_.front().reason);
  // Who leaves -e to us gets what fits.
  if (!left_out_.empty() && (session_.options.end || session_.options.scale))
    code_ = worse(code_, ExitCode::host_limit);
  for (const Point& point : points)
    if (!measure(point)) break;
  if (rows_.empty())
    throw ConfigError(
        fmt::format("bench {}: no algorithm fits any of these machines:\n{}", operation_.name, notes_text()));
}

bool Bench::measure(const Point& point) {
  const auto& [settings, size, workload] = point;
  const Case c = question(operation_, settings, workload);
  std::vector<Refusal> refused;
  for (const AlgorithmInfo* algorithm : algorithms_) {
    if (const auto reason = algorithm->refusal(c)) {
      refused.push_back({algorithm->name, *reason});
      continue;
    }
    Measurement m = measure_watched(operation_, *algorithm, settings, workload, console_);
    code_ = worse(code_, m.code);
    const Scaling scaling = scaling_of(m.report, 0);
    rows_.push_back({std::move(m), scaling, {}});
    if (const auto& failure = rows_.back().measurement.failure; failure && failure->ends_command) return false;
  }
  const std::string where = settings.topology->name() + (size ? fmt::format(" with {} bytes", *size) : "");
  if (refused.size() == algorithms_.size() && rows_.empty() && !session_.options.scale)
    refuse_all(operation_, session_.tables.algorithms, c, where, refused);
  for (const Refusal& r : refused) note(r, where);
  return true;
}

void Bench::note(const Refusal& refusal, const std::string& where) {
  const auto known = std::find_if(refused_.begin(), refused_.end(), [&](const Refused& r) {
    return r.refusal.algorithm == refusal.algorithm && r.refusal.reason == refusal.reason;
  });
  if (known == refused_.end())
    refused_.push_back({refusal, {where}});
  else
    known->where.push_back(where);
}

std::string Bench::notes_text() const {
  std::string text;
  for (const Refused& r : refused_) {
    text += refusal_text(r.refusal);
    if (session_.options.scale) text += fmt::format(" ({})", fmt::join(r.where, ", "));
    text += "\n";
  }
  for (const LeftOut& left : left_out_)
    text +=
        fmt::format("left out on {}: {} bytes; {}\n", left.topology, fmt::join(left.sizes, ", "), left.reason);
  for (const RefusedSize& size : refused_sizes_) text += to_string(size) + "\n";
  return text;
}

std::string Bench::table_text(const Settings& settings) const {
  const bool is_scaled = session_.options.scale.has_value();
  TextSheet sheet;
  sheet.line("operation", {operation_.name, [&](const std::string& t) { return console_.bold(t); }});
  machine_lines(sheet, is_scaled ? nullptr : settings.topology.get(), settings.parameters);
  const bool has_rule = asks_for_block_rule(session_.options, operation_);
  const Text rule = has_rule ? session_.options.segment : Text();
  if (!is_scaled && !rows_.empty()) input_lines(sheet, rows_.front().measurement, rule);
  std::vector<std::string> own{"bytes per block", "algorithm"};
  if (has_rule) own.emplace_back("segment");
  if (is_scaled) own.insert(own.begin(), {"p", "topology"});
  std::vector<std::string> gains = is_scaled ? scaling_titles() : std::vector<std::string>();
  own.insert(own.end(), gains.begin(), gains.end());
  MeasurementTable table(own);
  for (const Row& row : rows_) {
    const Measurement& m = row.measurement;
    std::vector<Cell> cells{std::to_string(m.block_bytes), m.algorithm};
    if (has_rule) cells.emplace_back(std::to_string(m.segment_bytes.value_or(m.block_bytes)));
    if (is_scaled) {
      cells.insert(cells.begin(), {Cell(std::to_string(row.scaling.p)), Cell(m.report.topology->name())});
      for (Cell cell : scaling_cells(row.scaling, settings.parameters))
        cells.push_back(m.failure ? Cell("-") : std::move(cell));
    }
    table.row(std::move(cells), m, console_);
  }
  std::string text = sheet.text() + "\n" + table.text(console_) + notes_text();
  if (is_scaled)
    text += "serial time: a collective operation declares no computation, so there is no speed-up\n";
  return text;
}

Json Bench::document(const Settings& settings) const {
  Json refused = Json::array();
  for (const Refused& r : refused_)
    refused.push_back({{"algorithm", r.refusal.algorithm}, {"reason", r.refusal.reason}, {"where", r.where}});
  Json left_out = Json::array();
  for (const LeftOut& left : left_out_)
    left_out.push_back({{"topology", left.topology}, {"block_bytes", left.sizes}, {"reason", left.reason}});
  Json json = rows_document(session_, settings, rows_);
  add_before_host(json, "refused", std::move(refused));
  if (!left_out.empty()) add_before_host(json, "left_out", std::move(left_out));
  add_refused_sizes(json, refused_sizes_);
  return json;
}

}  // namespace

ExitCode bench_algorithms(const Session& session) {
  const CommandOptions& options = session.options;
  const Operation& asked = operation_asked("bench", options.subject);
  const Console console(options);
  ScaledMachines scaled;
  if (options.scale)
    scaled = read_scaled(session, kTopology);
  else
    scaled.machines.push_back(read_settings(session, kTopology));
  const Settings& first = scaled.machines.front();
  const Sizes sizes = read_sizes(options, asked);

  Bench bench(session, asked, console, scaled.refused);
  bench.measure(scaled.machines, sizes);
  console.result(console.is_table() ? bench.table_text(first) : text_of(bench.document(first), console));
  if (console.format() == Format::csv && !bench.notes_text().empty()) {
    std::string notes = bench.notes_text();
    notes.pop_back();
    console.say(notes);
  }
  console.unused(reports_of(bench.rows()), first.given);
  for (const Row& row : bench.rows())
    for (const std::string& fault : row.measurement.faults) console.say("toruscope: " + fault);
  return bench.code();
}

}  // namespace toruscope::detail
