// SPDX-License-Identifier: Apache-2.0
// toruscope bench OPERATION: algorithms over sizes, numbers of PEs with --scale, machines and more
// with --sweep. One row per combination, with virtual and wall time; every run is verified.

#include "cli/execution/runs.hpp"
#include "cli/plots/plots.hpp"
#include "cli/process/computer.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/dialects.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr const char* kTopology = "torus:8x8";

/// --block in each row; nothing: the operation moves no data, or --values says it all.
using Sizes = std::vector<Text>;

Sizes read_sizes(const CommandOptions& o, const collectives::Operation& operation) {
  const bool has_range = o.begin || o.end || o.factor;
  if (operation.traits.moves == Moves::nothing) {
    if (has_range)
      throw ConfigError(fmt::format("{}: it moves no data; leave -b, -e and -f out", operation.name));
    return {o.block};  // read_workload refuses it
  }
  if (o.block && has_range)
    throw ConfigError(
        fmt::format("{}: --block is one size, -b, -e and -f make several; give one of them", operation.name));
  if (o.block) return {std::to_string(parse_bytes(*o.block, "block"))};
  if (o.values && !has_range) return {Text()};
  constexpr std::int64_t kMostFactor = 1 << 20;
  constexpr std::size_t kUsualEnd = 64 * 1024;
  // --scale and --sweep vary something else: one size, unless more are asked for.
  const auto [begin, end] = first_and_last_size(o, "bench", o.scale || !o.sweeps.empty() ? 0 : kUsualEnd);
  const auto factor =
      static_cast<std::size_t>(parse_whole(o.factor.value_or("2"), "bench: -f", 2, kMostFactor));
  Sizes sizes;
  for (const std::size_t size : geometric(begin, end, factor)) sizes.emplace_back(std::to_string(size));
  return sizes;
}

struct Refused {
  Refusal refusal;
  std::vector<std::string> where;  ///< "torus:4x4, 8 bytes"
};

/// One size on one machine.
struct Point {
  const SweepPoint* place;
  Text size;
  Workload workload;
  std::vector<Contender> contenders;  ///< that fit, and whose runs do
  std::vector<Refusal> refused;
};

/// Sizes that need more memory than they may, on one machine.
struct LeftOut {
  std::string topology;
  std::vector<std::size_t> sizes;
  std::string reason;  ///< of the largest
};

class Bench {
 public:
  Bench(const Session& session, const collectives::Operation& operation, const Console& console,
        const Places& places, Shard& shard)
      : session_(session),
        operation_(operation),
        console_(console),
        places_(places),
        shard_(shard),
        candidates_(candidates(operation, session.tables.algorithms, session.options.algorithm)),
        refused_sizes_(places.refused),
        code_(refused_sizes_.empty() ? ExitCode::ok : ExitCode::usage) {}

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] ExitCode code() const { return code_; }

  /// All sizes that fit into memory in all places, until something ends the command.
  void measure() {
    const std::vector<Point> points = this->points();
    if (points.empty()) throw TooLargeError(left_out_.front().reason);
    if (!left_out_.empty() && are_sizes_asked()) code_ = worse(code_, ExitCode::host_limit);
    std::vector<PlannedRun> runs = plan(points);
    if (runs.empty())
      throw ConfigError(fmt::format("bench {}: no algorithm fits any of these machines:\n{}", operation_.name,
                                    refusals() + left_out_text()));
    if (session_.options.plot) {  // what cannot be drawn is refused before it runs
      std::vector<PlotPoint> drawn;
      for (const Point& point : points)
        drawn.push_back({point.workload.bytes, point.place->settings.topology->pes(),
                         point.place->settings.topology->name(), point.place->swept});
      const PlotAxes check(drawn);
    }
    const std::vector<std::size_t> numbers = take_part(shard_, runs, places_);
    std::vector<std::optional<Measurement>> measured = measure_all(runs, console_, are_side_by_side());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!measured[i]) continue;
      Measurement& m = *measured[i];
      code_ = worse(code_, m.code);
      m.unit = numbers[i];
      const Scaling scaling = scaling_of(m.report, 0);
      rows_.push_back({std::move(m), scaling, {}, points[runs[i].place].place->swept});
    }
    for (Refused& r : refused_) {
      const auto is_of = [&](const PlannedRun& run) { return run.algorithm->name == r.refusal.algorithm; };
      if (!are_sizes_asked() && std::any_of(runs.begin(), runs.end(), is_of)) r.refusal.is_failure = false;
      if (r.refusal.is_failure) code_ = worse(code_, ExitCode::host_limit);
    }
  }

  [[nodiscard]] std::string table_text() const {
    const bool is_scaled = session_.options.scale.has_value();
    TextSheet sheet;
    sheet.line("operation", console_.bold_cell(operation_.name));
    add_common_lines(sheet, places_);
    const bool has_rule = asks_for_block_rule(session_.options, operation_);
    const Text rule = has_rule ? session_.options.segment : Text();
    std::vector<const Measurement*> measured;
    for (const Row& row : rows_) measured.push_back(&row.measurement);
    const bool moves_data = operation_.traits.moves != Moves::nothing;
    const RowPlaces row_places(sheet, places_, measured, true, rule);
    std::vector<std::string> own = row_places.titles();
    if (moves_data) own.push_back(fmt::format("bytes per {}", block_noun(operation_.traits)));
    own.emplace_back("algorithm");
    if (has_rule) own.emplace_back("segment");
    MeasurementTable table(own);
    const auto bytes = [](std::size_t count) { return Cell(core::grouped(count)); };
    for (const Row& row : rows_) {
      const Measurement& m = row.measurement;
      std::vector<Cell> cells = row_places.cells(row.swept, m);
      if (moves_data) cells.push_back(bytes(m.block_bytes));
      cells.emplace_back(m.algorithm + (m.is_auto ? " (auto)" : ""));
      if (has_rule) cells.push_back(bytes(m.segment_bytes.value_or(m.block_bytes)));
      table.row(std::move(cells), m, console_, is_scaled ? &row.scaling : nullptr);
    }
    table.head(sheet);
    return sheet.text(console_.page()) + "\n" + table.text(console_) +
           folded_text(notes_text(), console_.page());
  }

  [[nodiscard]] Json document() const {
    Json refused = Json::array();
    for (const Refused& r : refused_)
      refused.push_back({{"algorithm", r.refusal.algorithm}, {"reason", r.refusal.reason}, {"where", r.where}});
    Json left_out = Json::array();
    for (const LeftOut& left : left_out_)
      left_out.push_back({{"topology", left.topology}, {"block_bytes", left.sizes}, {"reason", left.reason}});
    Json json =
        rows_document(session_, places_.places.front().settings, rows_, places_.differ_in(Axis::Kind::machine));
    for (std::size_t i = 0; shard_.is_asked() && i < rows_.size(); ++i)
      shard_.mark(json["results"][i], rows_[i].measurement.unit);
    add_before_host(json, "refused", std::move(refused));
    if (!left_out.empty()) add_before_host(json, "left_out", std::move(left_out));
    add_refused_sizes(json, refused_sizes_);
    return json;
  }

  /// Measurements of the runs that did not fail.
  [[nodiscard]] std::vector<const Measurement*> measurements() const {
    std::vector<const Measurement*> all;
    for (const Row& row : rows_)
      if (!row.measurement.failure) all.push_back(&row.measurement);
    return all;
  }

  /// Requirements of an algorithm that refuses are not met.
  [[nodiscard]] ExitCode check_refused(const Requirements& requirements) const {
    ExitCode code = ExitCode::ok;
    for (const Refused& r : refused_)
      for (const std::string& where : r.where)
        code = worse(code, requirements.check_refused(fmt::format("{} on {}", r.refusal.algorithm, where),
                                                      r.refusal.reason));
    return code;
  }

  /// Rows with padding, which algorithms do not fit, or how many, and which sizes.
  [[nodiscard]] std::string notes_text() const {
    return padding_text() + refusals_in_short() + left_out_text();
  }

  /// Tells on standard error what is missing of what was asked for. Without --quiet also the rest
  /// of the notes, unless the result has them.
  void tell_what_is_missing(bool has_notes) const {
    if (!has_notes) console_.say_lines(refusals_in_short());
    for (const Refused& r : refused_)
      if (r.refusal.is_failure) report_left_out(operation_, r.refusal, core::joined(r.where, ", "));
    for (const std::string& line : split(left_out_text(), '\n'))
      if (code_ != ExitCode::ok && !line.empty()) report_failure("toruscope: bench: " + line);
    if (code_ == ExitCode::ok && !has_notes) console_.say_lines(left_out_text());
  }

 private:
  [[nodiscard]] bool is_one_place() const { return !session_.options.scale && places_.axes.empty(); }
  [[nodiscard]] bool are_side_by_side() const { return !places_.axes.empty(); }
  /// Sizes that the options name, or that stand for something else that was asked for. Without -e a
  /// size that does not fit is skipped silently.
  [[nodiscard]] bool are_sizes_asked() const {
    return session_.options.end || session_.options.block || !is_one_place();
  }

  [[nodiscard]] std::vector<Point> points_of(const SweepPoint& place) {
    const Settings& settings = place.settings;
    const Settings of_run = are_side_by_side() ? side_by_side(settings) : settings;
    std::vector<Point> points;
    LeftOut left_out{settings.topology->name(), {}, ""};
    for (const Text& size : read_sizes(place.options, operation_)) {
      CommandOptions options = place.options;
      options.block = size;
      const Workload workload = read_workload(options, operation_, settings);
      const SizeOption option = !size                 ? SizeOption::values
                                : place.options.block ? SizeOption::block
                                : points.empty()      ? SizeOption::first
                                                      : SizeOption::range;
      std::vector<Refusal> refused;
      std::vector<Contender> here = contenders(candidates_, operation_, session_.tables.algorithms,
                                               question(operation_, settings, workload), refused);
      const auto why = leave_out_too_large(here, refused, operation_, of_run, workload, option);
      if (!why) {
        points.push_back({&place, size, workload, std::move(here), std::move(refused)});
        continue;
      }
      left_out.sizes.push_back(workload.bytes);
      left_out.reason = *why;
    }
    if (!left_out.sizes.empty()) left_out_.push_back(std::move(left_out));
    return points;
  }

  /// A machine that cannot have the root, say, is left out if another number of PEs can.
  [[nodiscard]] std::vector<Point> points() {
    std::vector<Point> points;
    std::vector<RefusedSize> refused;
    for (const SweepPoint& place : places_.places) {
      try {
        for (Point& point : points_of(place)) points.push_back(std::move(point));
      } catch (const ConfigError& error) {
        if (!session_.options.scale) throw;
        refused.push_back({place.settings.topology->pes(), error.what(), place.swept});
      }
    }
    if (refused.size() == places_.places.size()) throw ConfigError(refused.front().reason);
    if (!refused.empty()) code_ = worse(code_, ExitCode::usage);
    refused_sizes_.insert(refused_sizes_.end(), refused.begin(), refused.end());
    return points;
  }

  /// The runs of all points; what refuses is noted.
  [[nodiscard]] std::vector<PlannedRun> plan(const std::vector<Point>& points) {
    std::vector<PlannedRun> runs;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point& point = points[i];
      const Settings& settings = point.place->settings;
      const std::string where = place_text(
          *point.place,
          point.size ? fmt::format(" with {} {}", *point.size, *point.size == "1" ? "byte" : "bytes") : "");
      if (point.contenders.empty() && runs.empty() && is_one_place())
        refuse_all(operation_, session_.tables.algorithms, question(operation_, settings, point.workload),
                   where, point.refused);
      for (const Refusal& r : point.refused) note(r, where);
      for (const Contender& contender : point.contenders)
        runs.push_back({&operation_, contender.algorithm, &settings, point.workload, contender.is_auto, i,
                        contender.needs});
    }
    return runs;
  }

  void note(const Refusal& refusal, const std::string& where) {
    const auto known = std::find_if(refused_.begin(), refused_.end(), [&](const Refused& r) {
      return r.refusal.algorithm == refusal.algorithm && r.refusal.reason == refusal.reason;
    });
    (known == refused_.end() ? refused_.emplace_back(Refused{refusal, {}}) : *known).where.push_back(where);
  }

  /// Of the shortest vector of an algorithm that pads.
  [[nodiscard]] std::string padding_text() const {
    std::string text;
    std::size_t least = 0;  // bytes of its vector
    for (const Row& row : rows_) {
      const Measurement& m = row.measurement;
      if (!text.empty() && m.block_bytes >= least) continue;
      if (std::string note = padding_note(m); !note.empty()) {
        text = std::move(note);
        least = m.block_bytes;
      }
    }
    return text;
  }

  /// One line per algorithm and reason.
  [[nodiscard]] std::string refusals() const {
    std::string text;
    for (const Refused& r : refused_) {
      text += refusal_text(r.refusal);
      if (!is_one_place()) text += fmt::format(" ({})", core::joined(r.where, ", "));
      text += "\n";
    }
    return text;
  }

  [[nodiscard]] std::string refusals_in_short() const {
    if (lists_refusals(session_.options)) return refusals();
    std::vector<Refusal> each;  // once, whatever its reasons
    for (const Refused& r : refused_)
      if (std::none_of(each.begin(), each.end(),
                       [&](const Refusal& known) { return known.algorithm == r.refusal.algorithm; }))
        each.push_back(r.refusal);
    return refusals_text(each, session_.options);
  }

  [[nodiscard]] std::string left_out_text() const {
    std::string text;
    for (const LeftOut& left : left_out_)
      text += fmt::format("left out on {}: {} {}; {}\n", left.topology, core::joined(left.sizes, ", "),
                          left.sizes == std::vector<std::size_t>{1} ? "byte" : "bytes", left.reason);
    for (const RefusedSize& size : refused_sizes_) text += to_string(size) + "\n";
    return text;
  }

  const Session& session_;
  const collectives::Operation& operation_;
  const Console& console_;
  const Places& places_;
  Shard& shard_;
  Candidates candidates_;
  std::vector<Row> rows_;
  std::vector<Refused> refused_;
  std::vector<LeftOut> left_out_;
  std::vector<RefusedSize> refused_sizes_;
  ExitCode code_;
};

/// A known benchmark's table is of one operation, one machine and, in each row, one algorithm: what
/// `auto` takes unless one is named.
/// Errors    ConfigError for what has no room in it.
CommandOptions options_for_dialect(CommandOptions options, Format dialect) {
  if (!options.algorithm) options.algorithm = "auto";
  const std::string& chosen = *options.algorithm;
  if (chosen == "all" || chosen.find(',') != std::string::npos)
    throw ConfigError(fmt::format(
        "bench: a table of --format {} has one row for each size, and --algorithm {} makes several; "
        "name one, or auto",
        name_of(dialect), chosen));
  if (options.scale || !options.sweeps.empty())
    throw ConfigError(fmt::format(
        "bench: a table of --format {} is of one machine; leave --scale and --sweep out, or take --format csv",
        name_of(dialect)));
  return options;
}

}  // namespace

ExitCode bench_algorithms(const Session& given) {
  const collectives::Operation& asked = operation_asked("bench", given.options.subject);
  const Requirements requirements(given.options);
  const PlotFigure figure = read_plot_figure(given.options, asked.traits);
  const Console console(given.options, true);
  const bool has_dialect = is_dialect(console.format());
  const CommandOptions options =
      has_dialect ? options_for_dialect(given.options, console.format()) : given.options;
  const Session session{options, given.tables, given.program, given.command};
  const Places places = read_places(session, kTopology);
  for (const auto& place : places.places) requirements.check_values(place.settings.parameters);
  if (options.validation && console.format() != Format::osu && console.format() != Format::osu_full)
    throw ConfigError("bench: --validation is a column of OSU's tables; give --format osu or osu-full, too");
  if (has_dialect) check_dialect(console.format(), asked, places.places.front().settings.parameters);

  Shard shard(options, console);
  Bench bench(session, asked, console, places, shard);
  bench.measure();
  console.outputs().plot([&] { return bench_picture(bench.rows(), figure); }, bench.code());
  console.result([&](const Console& form) {
    return form.is_table()    ? bench.table_text()
           : shard.is_asked() ? shard.text(bench.rows().empty() ? Json() : bench.document())
           : is_dialect(form.format())
               ? dialect_text({form.format(), options.validation}, asked, bench.measurements())
               : text_of(bench.document(), form);
  });
  bench.tell_what_is_missing(console.format() != Format::csv && !has_dialect);
  console.unused(reports_of(bench.rows()), places.places.front().settings.given);
  for (const Row& row : bench.rows())
    for (const std::string& fault : row.measurement.faults) console.say("toruscope: " + fault);
  ExitCode code = bench.code();
  for (const Row& row : bench.rows()) code = worse(code, requirements.check(row.measurement, row.swept));
  if (names_algorithms(options)) code = worse(code, bench.check_refused(requirements));
  return code;
}

}  // namespace toruscope::cli
