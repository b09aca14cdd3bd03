// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/console.hpp"

#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "perfetto/plan.hpp"
#include "runtime/core/fold.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/command_files.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/picture.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/core.h>
#include <ostream>
#include <sstream>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace toruscope::cli {

namespace {

/// "allreduce by ring"; empty of a program.
std::string what_of(const ViewFacts& facts) {
  return facts.operation + (facts.algorithm.empty() ? "" : " by " + facts.algorithm);
}

/// A page is made before its file is begun.
void write_page(const FileOutput& file, const std::function<void(std::ostream&)>& content) {
  std::ostringstream page;
  content(page);
  file.write([&](std::ostream& out) { out << page.view(); });
}

using Draw = void (*)(std::ostream&, const Report&, std::string_view);

auto picture_writer(PictureFile file, const char* subject, Draw draw) {
  return [file = std::move(file), subject, draw](const Outputs::Run& run) {
    const std::string what = what_of(run.facts);
    std::ostringstream picture;
    draw(picture, run.report,
         fmt::format("{}{} on {}", subject, what.empty() ? "" : " of " + what, run.report.topology->name()));
    file.write(picture.str());
  };
}

auto csv_writer(FileOutput file, void (*write)(std::ostream&, const Report&)) {
  return [file = std::move(file), write](const Outputs::Run& run) {
    file.write([&](std::ostream& out) { write(out, run.report); });
  };
}

}  // namespace

Outputs::Outputs(const CommandOptions& options, std::function<void(const std::string&)> say)
    : say_(std::move(say)) {
  add_log(options);
  add_export(options);
  add_loads(options);
  add_page(options);
  add_trace(options);
}

void Outputs::add_log(const CommandOptions& options) {
  if (options.records_spans && !options.events)
    throw ConfigError("output: --spans adds rows to the event log; give --events FILE, too");
  if (!options.events) return;
  const FileOutput file("--events", *options.events);
  const auto write = [file, has_spans = options.records_spans](const Run& run) {
    file.write([&](std::ostream& out) {
      has_spans ? write_log(out, run.report, run.facts) : write_events(out, run.report, false);
    });
  };
  add("--events", file, write, "log");
}

void Outputs::add_export(const CommandOptions& options) {
  if (!options.exported) return;
  exported_.emplace("--export", *options.exported);
  const auto write = [file = *exported_](const Run& run) {
    const std::string what = what_of(run.facts);
    file.write_run(run.report,
                   fmt::format("{} on {}", what.empty() ? "a run" : what, run.report.topology->name()));
  };
  add("--export", *exported_, write);
}

void Outputs::add_loads(const CommandOptions& options) {
  if (options.traffic && is_picture(*options.traffic)) {
    const PictureFile file("--traffic", *options.traffic);
    add("--traffic", file, picture_writer(file, "Traffic", write_traffic_picture));
  } else if (options.traffic) {
    const FileOutput file("--traffic", *options.traffic);
    add("--traffic", file, csv_writer(file, write_traffic));
  }
  if (options.links) {
    const FileOutput file("--links", *options.links);
    add("--links", file, csv_writer(file, write_links));
  }
  if (options.heatmap) {
    heatmap_.emplace("--heatmap", *options.heatmap);
    add("--heatmap", *heatmap_, picture_writer(*heatmap_, "Link loads", write_heatmap));
  }
  if (!options.plot) return;
  plot_.emplace("--plot", *options.plot);
  add("--plot", *plot_, nullptr);
}

void Outputs::add_page(const CommandOptions& options) {
  if (!options.view) return;
  view_.emplace("--view", *options.view);
  const auto write = [file = *view_](const Run& run) {
    write_page(file, [&](std::ostream& out) { write_view(out, run.report, run.facts); });
  };
  add("--view", *view_, write, "page");
}

void Outputs::add_trace(const CommandOptions& options) {
  if (options.trace_filter && !options.trace)
    throw ConfigError("output: --trace-filter chooses a part of a trace; give --trace FILE, too");
  if (!options.trace) return;
  const FileOutput file("--trace", *options.trace);
  const auto write = [file, compresses = core::extension_of(*options.trace) == ".gz"](const Run& run) {
    const perfetto::TracePlan plan(run.report, run.filter);
    plan.check();
    file.write([&](std::ostream& out) {
      compresses ? perfetto::write_plan_gzip(out, plan, run.facts) : perfetto::write_plan(out, plan, run.facts);
    });
  };
  add("--trace", file, write, "trace");
}

void Outputs::write(const Run& run) const {
  for (const Output& output : of_run_)
    if (output.write) output.write(run);
}

// The run's own error is the command's; one of its files is told beside it.
void Outputs::write_of_failed(const Run* run, ExitCode code) const {
  const char* why = code == ExitCode::interrupted ? "the command was interrupted" : "the run failed";
  for (const Output& output : of_run_) {
    if (output.kept_as == nullptr || run == nullptr) {
      const std::string note = output.note();
      if (!note.empty()) say_(fmt::format("{} wrote nothing, because {}{}", output.option, why, note));
      continue;
    }
    try {
      output.write(*run);
      say_(fmt::format("the {} that {} wrote ends with the fault", output.kept_as, output.option));
    } catch (const Error& error) {
      say_(fmt::format("no {} was written: {}", output.kept_as, error.what()));
    }
  }
}

void Outputs::schedule(const std::function<formats::Schedule()>& made) const {
  if (exported_) exported_->write_schedule(made);
}

// All that is known before a run was checked there: what is wrong now is that runs are missing.
void Outputs::draw(const char* option, ExitCode code, const std::string& note,
                   const std::function<void()>& write) const {
  const auto say = [&](const char* why) {
    say_(fmt::format("{} wrote nothing, because {}{}", option, why, note));
  };
  if (code == ExitCode::interrupted) return say("the command was interrupted");
  try {
    write();
  } catch (const ConfigError&) {
    if (code == ExitCode::ok) throw;
    say("too few runs succeeded");
  }
}

void Outputs::plot(const std::function<std::string()>& picture, ExitCode code) const {
  if (plot_) draw("--plot", code, plot_->note_of_old(), [&] { plot_->write(picture()); });
}

void Outputs::heatmap(const std::function<std::string()>& picture, ExitCode code) const {
  if (heatmap_) draw("--heatmap", code, heatmap_->note_of_old(), [&] { heatmap_->write(picture()); });
}

void Outputs::view(const std::vector<ViewedRun>& runs, ExitCode code) const {
  if (!view_) return;
  draw("--view", code, view_->note_of_old(),
       [&] { write_page(*view_, [&](std::ostream& out) { write_comparison(out, runs); }); });
}

namespace {

/// NO_COLOR as https://no-color.org has it: set and not empty.
bool terminal_has_colors() {
  const char* refused = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  const char* terminal = std::getenv("TERM");     // NOLINT(concurrency-mt-unsafe)
  const bool is_refused = refused != nullptr && *refused != '\0';
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(STDOUT_FILENO) != 0 && !is_refused && !is_dumb;
}

const std::vector<std::string> formats_in_order{"table", "csv",      "json", "md",
                                                "osu",   "osu-full", "imb",  "nccl"};  // as Format

/// The format of a file of this name, where the name tells one.
/// Errors    ConfigError if it tells one that results are not written in.
std::optional<Format> format_of(const std::string& name) {
  const std::string extension = core::extension_of(name);
  if (extension == ".csv") return Format::csv;
  if (extension == ".json") return Format::json;
  if (extension == ".md") return Format::md;
  // An application's data have an option of their own.
  if (extension == ".npy" || extension == ".pgm" || extension == ".mtx")
    throw ConfigError(
        fmt::format("output: -o {} would hold the report, which is text; an application writes its "
                    "data to --output FILE",
                    name));
  for (const char* other : {".svg", ".png", ".pdf", ".html", ".xml", ".yaml", ".yml", ".tex", ".xls", ".xlsx",
                            ".parquet", ".jsonl", ".tsv", ".goal", ".htm", ".gz"})
    if (extension == other)
      throw ConfigError(fmt::format(
          "output: -o {} cannot be written: results are text (any other name, as out.txt), .md, .csv or "
          ".json{}",
          name, is_picture(name) ? "; pictures are written by --plot, --heatmap and --traffic" : ""));
  return std::nullopt;
}

/// "tw: 2ns given" of "tw: 2ns given, but no message carried a byte": the reason may differ by run.
std::string setting_of(const std::string& unused) {
  return unused.substr(0, unused.find(", but "));
}

void write_message(const std::string& line, bool is_quiet) {
  if (!is_quiet) std::fputs((core::shown_lines(line) + "\n").c_str(), stderr);
}

}  // namespace

std::size_t page_width(bool is_terminal, const char* columns, std::size_t terminal) {
  if (!is_terminal) return core::kPageWidth;
  const std::size_t asked = core::read_number<std::size_t>(columns == nullptr ? "" : columns).value_or(0);
  return std::max(asked > 0 ? asked : terminal, core::kPageWidth);
}

std::size_t page_width() {
  winsize size{};
  const bool is_terminal = isatty(STDOUT_FILENO) != 0;
  const bool is_known = is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  const char* columns = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe)
  return page_width(is_terminal, columns, is_known ? size.ws_col : 0);
}

const std::string& name_of(Format format) {
  return formats_in_order[static_cast<std::size_t>(format)];
}

bool is_dialect(Format format) {
  return format >= Format::osu;
}

Console::Console(const CommandOptions& options, bool has_dialects) : is_quiet_(options.quiet) {
  const Text output = options.output == "-" ? Text() : options.output;
  const std::optional<Format> of_file = output ? format_of(*output) : std::nullopt;
  if (options.format)
    format_ = static_cast<Format>(parse_word(*options.format, "format", "formats", formats_in_order));
  else if (of_file)
    format_ = *of_file;
  if (is_dialect(format_) && !has_dialects)
    throw ConfigError(fmt::format(
        "output: --format {0} is a table with a row for each size, which `toruscope bench OPERATION --format "
        "{0}` makes; here take table, md, csv or json",
        name_of(format_)));
  shows_path_ = options.critical_path.has_value();
  if (options.critical_path)
    shows_full_path_ = parse_word(*options.critical_path, "critical path", "forms", {"steps", "full"}) == 1;
  if (options.critical_path && format_ == Format::csv)
    throw ConfigError(
        "output: --critical-path is a list, which a CSV has no room for; take --format table or json");
  if (options.columns && !is_table())
    throw ConfigError(fmt::format("output: --columns chooses those of a table or md; {} has columns of its own",
                                  name_of(format_)));
  if (options.columns) columns_ = read_columns(*options.columns);
  width_ = output ? core::kPageWidth : page_width();
  const std::size_t color =
      parse_word(options.color.value_or("auto"), "color", "colors", {"auto", "always", "never"});
  if (options.app_output) core::note_output("--output", *options.app_output);
  if (output) file_.emplace("-o", *output);
  if (options.json && options.shard)
    throw ConfigError("output: --json has the whole result, --shard makes a part of it; leave one of them out");
  if (options.json) json_.emplace("--json", *options.json);
  outputs_.emplace(options, [is_quiet = is_quiet_](const std::string& line) { write_message(line, is_quiet); });
  if (file_ && is_table()) outputs_->add_unwritten("-o", [file = *file_] { return file.note_of_old(); });
  if (options.app_output)
    outputs_->add_unwritten("--output", [path = *options.app_output] { return note_of_old(path); });
  has_colors_ = format_ != Format::md && (color == 1 || (color == 0 && !file_ && terminal_has_colors()));
  shows_progress_ = !is_quiet_ && isatty(STDERR_FILENO) != 0;
}

void Console::result(const std::string& plain) const {
  const std::string text = format_ == Format::md ? markdown_of(plain) : plain;
  if (file_)
    file_->write([&](std::ostream& out) { out << text; });
  else
    write_to_stdout(text);
}

void Console::also_as_json(const std::function<std::string(const Console&)>& made) const {
  if (!json_) return;
  Console as_json = *this;
  as_json.format_ = Format::json;
  const std::string text = made(as_json);
  json_->write([&](std::ostream& out) { out << text; });
}

void Console::say(const std::string& line) const {
  write_message(line, is_quiet_);
}

void Console::faults(const std::vector<std::string>& sentences) const {
  if (is_table() && !file_) return;
  for (const std::string& sentence : sentences) say("toruscope: " + sentence);
}

void Console::say_lines(const std::string& lines) const {
  if (!is_quiet_) std::fputs(lines.c_str(), stderr);
}

void Console::unused(const std::vector<const Report*>& runs, const std::vector<std::string>& given) const {
  if (runs.empty()) return;
  for (const std::string& sentence : runs.front()->unused) {
    const std::string setting = setting_of(sentence);
    const bool is_given =
        std::find(given.begin(), given.end(), setting.substr(0, setting.find(':'))) != given.end();
    const bool is_unused = std::all_of(runs.begin(), runs.end(), [&](const Report* run) {
      return std::any_of(run->unused.begin(), run->unused.end(),
                         [&](const std::string& other) { return setting_of(other) == setting; });
    });
    if (is_given && is_unused) say("warning: " + sentence);
  }
}

void Console::printed(const std::vector<PrintedLine>& lines, const Parameters& machine,
                      const std::string& run) const {
  if (lines.empty()) return;
  std::string text;
  for (const PrintedLine& line : lines) text += core::printed_text(line, machine, run) + "\n";
  if (is_table())
    write_to_stdout(text);
  else
    std::fputs(text.c_str(), stderr);
}

std::string Console::paint(const std::string& text, const char* code) const {
  return has_colors_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

}  // namespace toruscope::cli
