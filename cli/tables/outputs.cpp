// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/outputs.hpp"

#include "cli/tables/traffic.hpp"
#include "perfetto/plan.hpp"
#include "runtime/files/extension.hpp"

#include <toruscope/picture.hpp>

#include <fmt/core.h>
#include <ostream>
#include <sstream>
#include <string_view>
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

void write_picture(const PictureFile& file, const char* subject, Draw draw, const Report& report,
                   const ViewFacts& facts) {
  const std::string what = what_of(facts);
  std::ostringstream picture;
  draw(picture, report,
       fmt::format("{}{} on {}", subject, what.empty() ? "" : " of " + what, report.topology->name()));
  file.write(picture.str());
}

}  // namespace

Outputs::Outputs(const CommandOptions& options, std::function<void(const std::string&)> say)
    : say_(std::move(say)) {
  add_log(options);
  add_export(options);
  add_traffic(options);
  add_pictures(options);
  add_page(options);
  add_trace(options);
}

void Outputs::add_log(const CommandOptions& options) {
  if (options.records_spans && !options.events)
    throw ConfigError("output: --spans adds rows to the event log; give --events FILE, too");
  if (!options.events) return;
  const auto write = [file = FileOutput("--events", *options.events), has_spans = options.records_spans](
                         const Report& report, const TraceFilter&, const ViewFacts& facts) {
    file.write([&](std::ostream& out) {
      has_spans ? write_log(out, report, facts) : write_events(out, report, false);
    });
  };
  of_run_.push_back({"--events", write, "log"});
}

void Outputs::add_export(const CommandOptions& options) {
  if (!options.exported) return;
  exported_.emplace("--export", *options.exported);
  const auto write = [file = *exported_](const Report& report, const TraceFilter&, const ViewFacts& facts) {
    const std::string what = what_of(facts);
    file.write_run(report, fmt::format("{} on {}", what.empty() ? "a run" : what, report.topology->name()));
  };
  of_run_.push_back({"--export", write});
}

void Outputs::add_traffic(const CommandOptions& options) {
  const auto add = [&](const char* option, const Text& path, auto write_csv) {
    if (!path) return;
    const auto write = [file = FileOutput(option, *path), write_csv](const Report& report, const TraceFilter&,
                                                                     const ViewFacts&) {
      file.write([&](std::ostream& out) { write_csv(out, report); });
    };
    of_run_.push_back({option, write});
  };
  if (options.traffic && is_picture(*options.traffic)) {
    const auto write = [file = PictureFile("--traffic", *options.traffic)](
                           const Report& report, const TraceFilter&, const ViewFacts& facts) {
      write_picture(file, "Traffic", write_traffic_picture, report, facts);
    };
    of_run_.push_back({"--traffic", write});
  } else {
    add("--traffic", options.traffic, write_traffic);
  }
  add("--links", options.links, write_links);
}

void Outputs::add_pictures(const CommandOptions& options) {
  if (options.heatmap) {
    heatmap_.emplace("--heatmap", *options.heatmap);
    const auto write = [file = *heatmap_](const Report& report, const TraceFilter&, const ViewFacts& facts) {
      write_picture(file, "Link loads", write_heatmap, report, facts);
    };
    of_run_.push_back({"--heatmap", write});
  }
  if (options.plot) plot_.emplace("--plot", *options.plot);
}

void Outputs::add_page(const CommandOptions& options) {
  if (!options.view) return;
  view_ = page_output("--view", *options.view);
  const auto write = [file = *view_](const Report& report, const TraceFilter&, const ViewFacts& facts) {
    write_page(file, [&](std::ostream& out) { write_view(out, report, facts); });
  };
  of_run_.push_back({"--view", write, "page"});
}

void Outputs::add_trace(const CommandOptions& options) {
  if (options.trace_filter && !options.trace)
    throw ConfigError("output: --trace-filter chooses a part of a trace; give --trace FILE, too");
  if (!options.trace) return;
  const auto write = [file = named_output("--trace", *options.trace, {".json", ".json.gz"},
                                          "a trace is a file named .json or .json.gz"),
                      compresses = core::extension_of(*options.trace) == ".gz"](
                         const Report& report, const TraceFilter& filter, const ViewFacts& facts) {
    const perfetto::TracePlan plan(report, filter);
    plan.check();
    file.write([&](std::ostream& out) {
      compresses ? perfetto::write_plan_gzip(out, plan, facts) : perfetto::write_plan(out, plan, facts);
    });
  };
  of_run_.push_back({"--trace", write, "trace"});
}

void Outputs::write(const Report& report, const TraceFilter& filter, const ViewFacts& facts) const {
  for (const Output& output : of_run_) output.write(report, filter, facts);
}

// The run's own error is the command's; one of its files is told beside it.
void Outputs::write_of_failed(const Report& report, const TraceFilter& filter, const ViewFacts& facts) const {
  for (const Output& output : of_run_) {
    if (output.kept_as == nullptr) continue;
    try {
      output.write(report, filter, facts);
      say_(fmt::format("the {} that {} wrote ends with the fault", output.kept_as, output.option));
    } catch (const Error& error) {
      say_(fmt::format("no {} was written: {}", output.kept_as, error.what()));
    }
  }
}

void Outputs::schedule(const std::function<formats::Schedule()>& made) const {
  if (exported_) exported_->write_schedule(made);
}

void Outputs::draw(const char* option, ExitCode code, const std::function<void()>& write) const {
  if (code == ExitCode::interrupted) {
    say_(fmt::format("{}: nothing is drawn: the command was interrupted", option));
    return;
  }
  try {
    write();
  } catch (const ConfigError& error) {
    if (code == ExitCode::ok) throw;
    say_(fmt::format("{}: nothing is drawn of the runs that did not fail: {}", option, error.what()));
  }
}

void Outputs::plot(const std::function<std::string()>& picture, ExitCode code) const {
  if (plot_) draw("--plot", code, [&] { plot_->write(picture()); });
}

void Outputs::heatmap(const std::function<std::string()>& picture, ExitCode code) const {
  if (heatmap_) draw("--heatmap", code, [&] { heatmap_->write(picture()); });
}

void Outputs::view(const std::vector<ViewedRun>& runs, ExitCode code) const {
  if (!view_) return;
  draw("--view", code, [&] { write_page(*view_, [&](std::ostream& out) { write_comparison(out, runs); }); });
}

}  // namespace toruscope::cli
