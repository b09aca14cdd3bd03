// SPDX-License-Identifier: Apache-2.0
// Where a verb's words go: results to standard output or a file, messages to standard error, colours where wanted.

#pragma once

#include "cli/files/export_file.hpp"
#include "cli/files/file_output.hpp"
#include "cli/files/picture_file.hpp"
#include "cli/options/options.hpp"
#include "cli/tables/page.hpp"

#include <toruscope/error.hpp>
#include <toruscope/report.hpp>
#include <toruscope/trace.hpp>
#include <toruscope/view.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

/// The last ones are tables of known benchmarks (tables/dialects.hpp).
enum class Format { table, csv, json, md, osu, osu_full, imb, nccl };
/// "osu-full"
const std::string& name_of(Format format);
/// Of a known benchmark.
bool is_dialect(Format format);

/// Characters in a line of a table: as wide as the terminal, 80 at least, and 80 where the text goes elsewhere.
/// `columns` is the environment's COLUMNS (null: not set), which counts more than what the terminal says.
std::size_t page_width(bool is_terminal, const char* columns, std::size_t terminal);
/// The same of standard output.
std::size_t page_width();

class Console {
 public:
  /// `has_dialects`: the verb can print the tables of known benchmarks.
  /// Errors    ConfigError for a wrong format, colour or an unwritable file.
  explicit Console(const CommandOptions& options, bool has_dialects = false);

  [[nodiscard]] Format format() const { return format_; }
  /// For people: as text or Markdown.
  [[nodiscard]] bool is_table() const { return format_ == Format::table || format_ == Format::md; }
  [[nodiscard]] bool shows_progress() const { return shows_progress_; }
  /// Characters in a line of the result.
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] Page page() const { return {width_, format_ == Format::md}; }
  /// The critical path was asked for.
  [[nodiscard]] bool shows_path() const { return shows_path_; }
  /// The critical path event by event, not in steps.
  [[nodiscard]] bool shows_full_path() const { return shows_full_path_; }
  /// What --columns names, if it was given.
  [[nodiscard]] const std::optional<std::vector<std::string>>& columns() const { return columns_; }
  /// The whole result, once.
  void result(const std::string& plain) const;
  /// A message, one line, on standard error, unless --quiet.
  void say(const std::string& line) const;
  /// The same of several lines, each of which ends with a newline.
  void say_lines(const std::string& lines) const;
  /// The lines that PEs printed: standard output beside a table, standard error beside JSON and CSV. `run` tells the
  /// runs of one command apart.
  void printed(const std::vector<PrintedLine>& lines, const Parameters& machine,
               const std::string& run = {}) const;
  /// A message for each setting that none of the runs has used, of those that were `given`.
  void unused(const std::vector<const Report*>& runs, const std::vector<std::string>& given) const;
  /// The event log, the run as GOAL, the traffic, the links, the heat map, the page that plays the run and its trace, those that were
  /// asked for.
  /// Errors    as of write_view, write_trace and write_goal.
  void logs(const Report& report, const TraceFilter& filter, const ViewFacts& facts) const;
  /// Of a run that ended early: the event log, the page and the trace, those that were asked for; says so. One that cannot be written is
  /// told and no error.
  void logs_of_failed(const Report& report, const TraceFilter& filter, const ViewFacts& facts) const;
  /// The schedule of --export, if one was asked for.
  void schedule(const std::function<formats::Schedule()>& made) const;
  /// The picture of --plot, an SVG document, if it was asked for. `code` is that of the runs: where some have failed, a sentence
  /// takes the place of a picture that cannot be drawn without them; of a command that was interrupted there is none.
  void plot(const std::function<std::string()>& picture, ExitCode code = ExitCode::ok) const;
  /// Likewise, of --heatmap.
  void heatmap(const std::function<std::string()>& picture, ExitCode code) const;
  /// Likewise, the page that compares runs.
  void view(const std::vector<ViewedRun>& runs, ExitCode code) const;

  [[nodiscard]] std::string bold(const std::string& text) const { return paint(text, "1"); }
  [[nodiscard]] std::string good(const std::string& text) const { return paint(text, "32"); }
  [[nodiscard]] std::string bad(const std::string& text) const { return paint(text, "1;31"); }

 private:
  /// Those of all options, before any run.
  void open_files(const CommandOptions& options);
  // Each if it was asked for.
  void write_event_log(const Report& report, const ViewFacts& facts) const;
  void write_page(const std::function<void(std::ostream&)>& content) const;
  void write_trace(const Report& report, const TraceFilter& filter, const ViewFacts& facts) const;
  /// Writes what shows several runs, if it can be.
  void draw(const char* option, ExitCode code, const std::function<void()>& write) const;
  [[nodiscard]] std::string paint(const std::string& text, const char* code) const;

  Format format_ = Format::table;
  std::size_t width_ = 0;
  std::optional<std::vector<std::string>> columns_;
  bool shows_path_ = false;
  bool shows_full_path_ = false;
  bool is_quiet_ = false;
  bool has_colors_ = false;
  bool shows_progress_ = false;
  std::optional<FileOutput> file_;
  std::optional<FileOutput> events_;
  std::optional<ExportFile> exported_;
  std::optional<FileOutput> traffic_;
  std::optional<PictureFile> traffic_picture_;
  std::optional<FileOutput> links_;
  std::optional<PictureFile> heatmap_;
  std::optional<PictureFile> plot_;
  std::optional<FileOutput> view_;
  std::optional<FileOutput> trace_;
  bool compresses_trace_ = false;
  bool logs_spans_ = false;
};

}  // namespace toruscope::cli
