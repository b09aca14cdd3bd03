// SPDX-License-Identifier: Apache-2.0
// Where a verb's words go: results to standard output or a file, messages to standard error,
// colours where wanted; and the files that it writes besides: logs, pages, traces, pictures.
//
// All places are checked before any run: what cannot be written, what the command reads, and what
// another option names, is refused there (cli/files/output_files.hpp).

#pragma once

#include "cli/files/output_files.hpp"
#include "cli/options/options.hpp"
#include "cli/tables/column_units.hpp"

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

class Outputs {
 public:
  /// `say` tells the user a line.
  /// Errors    ConfigError for an unwritable file, or an option without the one that it is for.
  Outputs(const CommandOptions& options, std::function<void(const std::string&)> say);

  struct Run {
    const Report& report;
    const TraceFilter& filter;
    const ViewFacts& facts;
  };
  /// Writes all that were asked for of one run.
  /// Errors    those of write_view, write_trace and write_goal.
  void write(const Run& run) const;
  /// Writes the event log, the page and the trace of a run that ended early (null: nothing is known
  /// of the run), and says so. One that cannot be written is told and no error; of the other files
  /// the user is told that an older one is left.
  void write_of_failed(const Run* run, ExitCode code) const;
  /// Adds a file that a run which failed does not write.
  void add_unwritten(const char* option, std::function<std::string()> note) {
    of_run_.push_back({option, nullptr, std::move(note)});
  }
  /// Writes the schedule of --export.
  void schedule(const std::function<formats::Schedule()>& made) const;
  /// Writes the picture of --plot, an SVG document. `code` is that of the runs: where some have
  /// failed, a sentence takes the place of a picture that cannot be drawn without them; of a
  /// command that was interrupted there is none.
  void plot(const std::function<std::string()>& picture, ExitCode code = ExitCode::ok) const;
  /// Writes that of --heatmap.
  void heatmap(const std::function<std::string()>& picture, ExitCode code) const;
  /// Writes the page that compares runs.
  void view(const std::vector<ViewedRun>& runs, ExitCode code) const;

 private:
  /// A file of one run.
  struct Output {
    const char* option;
    /// Refuses the run before the file is begun, if at all. Null: written elsewhere; only its older
    /// file is told.
    std::function<void(const Run&)> write;
    std::function<std::string()> note;  ///< FileOutput::note_of_old
    const char* kept_as = nullptr;      ///< of a failed run, "log"; null: not
  };

  template <class File, class Write>
  void add(const char* option, const File& file, Write write, const char* kept_as = nullptr) {
    of_run_.push_back({option, std::move(write), [file] { return file.note_of_old(); }, kept_as});
  }
  void add_log(const CommandOptions& options);
  void add_export(const CommandOptions& options);
  void add_loads(const CommandOptions& options);
  void add_page(const CommandOptions& options);
  void add_trace(const CommandOptions& options);
  /// Writes what shows several runs, if it can be.
  void draw(const char* option, ExitCode code, const std::string& note,
            const std::function<void()>& write) const;

  std::function<void(const std::string&)> say_;
  std::vector<Output> of_run_;  ///< in the order in which they are written
  std::optional<ExportFile> exported_;
  std::optional<PictureFile> heatmap_;
  std::optional<PictureFile> plot_;
  std::optional<FileOutput> view_;
};

/// The last ones are tables of known benchmarks (tables/dialects.hpp).
enum class Format { table, csv, json, md, osu, osu_full, imb, nccl };
/// "osu-full"
const std::string& name_of(Format format);
/// True for the tables of known benchmarks.
bool is_dialect(Format format);

/// Characters in a line of a table: those of a terminal, 80 at least; 80 elsewhere. `columns` is
/// the environment's COLUMNS (null: not set), which counts more than what the terminal says.
std::size_t page_width(bool is_terminal, const char* columns, std::size_t terminal);
/// Characters in a line of standard output.
std::size_t page_width();

class Console {
 public:
  /// `has_dialects`: the verb can print the tables of known benchmarks.
  /// Errors    ConfigError for a wrong format, colour or an unwritable file.
  explicit Console(const CommandOptions& options, bool has_dialects = false);

  [[nodiscard]] Format format() const { return format_; }
  /// Text for people, or Markdown.
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
  /// The same, made by a function in the format of the console that it gets; also for --json.
  void result(const std::function<std::string(const Console&)>& made) const {
    also_as_json(made);
    result(made(*this));
  }
  /// Writes it to the file of --json alone, if there is one.
  void also_as_json(const std::function<std::string(const Console&)>& made) const;
  /// A message, one line, on standard error, unless --quiet.
  void say(const std::string& line) const;
  /// Tells what is wrong with runs, unless a table on standard output has told it.
  void faults(const std::vector<std::string>& sentences) const;
  /// Messages of several lines, each of which ends with a newline.
  void say_lines(const std::string& lines) const;
  /// Shows the lines that PEs printed: on standard output beside a table, else on standard error.
  /// `run` tells the runs of one command apart.
  void printed(const std::vector<PrintedLine>& lines, const Parameters& machine,
               const std::string& run = {}) const;
  /// A message for each setting that none of the runs has used, of those that were `given`.
  void unused(const std::vector<const Report*>& runs, const std::vector<std::string>& given) const;
  /// The files beside the result.
  [[nodiscard]] const Outputs& outputs() const { return *outputs_; }

  /// The table with bold titles; `keys` as of TextTable::text.
  [[nodiscard]] std::string text(const TextTable& table, std::size_t keys = 1) const {
    return table.text(page(), bold_paint(), keys);
  }
  [[nodiscard]] Paint bold_paint() const {
    return [this](const std::string& text) { return bold(text); };
  }
  [[nodiscard]] Cell bold_cell(const std::string& text) const { return {text, bold_paint()}; }
  /// A text that is good or bad news.
  [[nodiscard]] Cell judged(const std::string& text, bool is_good) const {
    return {text, [this, is_good](const std::string& t) { return is_good ? good(t) : bad(t); }};
  }
  [[nodiscard]] std::string bold(const std::string& text) const { return paint(text, "1"); }
  [[nodiscard]] std::string good(const std::string& text) const { return paint(text, "32"); }
  [[nodiscard]] std::string bad(const std::string& text) const { return paint(text, "1;31"); }

 private:
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
  std::optional<FileOutput> json_;
  std::optional<Outputs> outputs_;
};

}  // namespace toruscope::cli
