// SPDX-License-Identifier: Apache-2.0
// The files that a command writes besides its result: logs, pages, traces, pictures.
//
// All places are checked before any run: what cannot be written, what the command reads, and what
// another option names, is refused there (cli/files/file_output.hpp).

#pragma once

#include "cli/files/export_file.hpp"
#include "cli/files/file_output.hpp"
#include "cli/files/picture_file.hpp"
#include "cli/options/options.hpp"

#include <toruscope/error.hpp>
#include <toruscope/report.hpp>
#include <toruscope/trace.hpp>
#include <toruscope/view.hpp>

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

  /// Writes all that were asked for of one run.
  /// Errors    as of write_view, write_trace and write_goal.
  void write(const Report& report, const TraceFilter& filter, const ViewFacts& facts) const;
  /// Writes the event log, the page and the trace of a run that ended early, and says so. One that
  /// cannot be written is told and no error.
  void write_of_failed(const Report& report, const TraceFilter& filter, const ViewFacts& facts) const;
  /// Writes the schedule of --export.
  void schedule(const std::function<formats::Schedule()>& made) const;
  /// Writes the picture of --plot, an SVG document. `code` is that of the runs: where some have
  /// failed, a sentence takes the place of a picture that cannot be drawn without them; of a
  /// command that was interrupted there is none.
  void plot(const std::function<std::string()>& picture, ExitCode code = ExitCode::ok) const;
  /// Likewise, of --heatmap.
  void heatmap(const std::function<std::string()>& picture, ExitCode code) const;
  /// Likewise, the page that compares runs.
  void view(const std::vector<ViewedRun>& runs, ExitCode code) const;

 private:
  /// Writes a file of a run. Whatever refuses the run does so before the file is begun.
  using Writer = std::function<void(const Report&, const TraceFilter&, const ViewFacts&)>;
  /// A file of one run.
  struct Output {
    const char* option;
    Writer write;
    const char* kept_as = nullptr;  ///< what it is of a run that failed: "log"; null: not written
  };

  void add_log(const CommandOptions& options);
  void add_export(const CommandOptions& options);
  void add_traffic(const CommandOptions& options);
  void add_pictures(const CommandOptions& options);
  void add_page(const CommandOptions& options);
  void add_trace(const CommandOptions& options);
  /// Writes what shows several runs, if it can be.
  void draw(const char* option, ExitCode code, const std::function<void()>& write) const;

  std::function<void(const std::string&)> say_;
  std::vector<Output> of_run_;  ///< in the order in which they are written
  std::optional<ExportFile> exported_;
  std::optional<PictureFile> heatmap_;
  std::optional<PictureFile> plot_;
  std::optional<FileOutput> view_;
};

}  // namespace toruscope::cli
