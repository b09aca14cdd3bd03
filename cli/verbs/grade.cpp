// SPDX-License-Identifier: Apache-2.0
// toruscope grade LAB [FILE...]: builds submissions, runs them on machines that they do not know, and says what they get.

#include "cli/options/numbers.hpp"
#include "cli/process/interrupt.hpp"
#include "cli/process/progress.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/verdicts_text.hpp"
#include "cli/verbs/session.hpp"
#include "labs/grader/driver.hpp"
#include "labs/grader/submissions.hpp"
#include "runtime/core/command_files.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>
#include <ostream>
#include <string>

namespace toruscope::cli {

namespace {

constexpr const char* kGradescope = "gradescope";  // JSON of another shape
constexpr int kMostAtATime = 64;

CommandOptions with_known_format(CommandOptions options) {
  options.view.reset();  // written here
  if (options.format == kGradescope) options.format = "json";
  return options;
}

/// Of the first submission without full marks.
std::string why_no_page(const std::vector<labs::Verdict>& verdicts) {
  const auto first = std::find_if(verdicts.begin(), verdicts.end(), [](const auto& v) { return !v.is_full(); });
  if (first == verdicts.end()) return "no run had a fault";
  const std::string who = verdicts.size() == 1 ? "the submission" : first->submission;
  switch (first->ending) {
    case labs::Verdict::Ending::graded:
      return first->marks.no_view;
    case labs::Verdict::Ending::not_built:
      return who + " was not built, so nothing ran";
    case labs::Verdict::Ending::stopped:
      return fmt::format("{} was stopped, and what it had recorded went with its process: it {}", who,
                         first->reason);
    case labs::Verdict::Ending::foul:
      return fmt::format("{} got around the task: it {}", who, first->reason);
  }
  return {};
}

void write_page(const FileOutput& file, const std::vector<labs::Verdict>& verdicts, const Console& console) {
  const auto has_page = [](const labs::Verdict& v) { return !v.marks.view.empty(); };
  const auto found = std::find_if(verdicts.begin(), verdicts.end(), has_page);
  if (found == verdicts.end())
    console.say("--view: no page: " + why_no_page(verdicts));
  else
    file.write([&](std::ostream& out) { out << found->marks.view; });
}

void write_result(const CommandOptions& options, const Console& console,
                  const std::vector<labs::Verdict>& verdicts, const std::vector<std::string>& passed_over) {
  if (options.format == kGradescope)
    console.result(gradescope_document(verdicts, passed_over).dump(2) + "\n");
  else if (options.adds_up && console.is_table())
    console.result(totals_text(verdicts, console));
  else if (options.adds_up)
    console.result(text_of(totals_document(verdicts), console));
  else if (!console.is_table())
    console.result(
        text_of(verdicts_document(verdicts, passed_over, console.format() == Format::json), console));
  else
    console.result(verdicts.size() == 1 ? verdict_text(verdicts.front(), console)
                                        : verdicts_text(verdicts, console));
}

/// The run of that label as a program.
void write_driver(const CommandOptions& options, const Console& console, const labs::Places& places,
                  const std::vector<labs::Submission>& submissions) {
  if (submissions.size() != 1)
    throw ConfigError(
        fmt::format("grade --driver: writes a program for one file, and there are {}: toruscope grade LAB FILE "
                    "--driver LABEL",
                    submissions.size()));
  const labs::Submission& submission = submissions.front();
  const labs::Trial trial = labs::trial_of(*submission.lab, *options.driver);
  const std::string command = labs::driver_command(places, options.output.value_or("driver.cpp"));
  console.result(
      labs::driver_text(*submission.lab, trial, std::filesystem::absolute(submission.file), command));
  console.say(command);
}

ExitCode grade_found(const CommandOptions& options, const Console& console) {
  std::optional<FileOutput> view;
  if (options.view) view = page_output("--view", *options.view);
  const labs::Grading grading{
      .places = labs::find_places(options.compiler.value_or("")),
      .wants_view = view.has_value(),
      .at_a_time = options.workers ? static_cast<int>(parse_whole(*options.workers, "-j", 1, kMostAtATime)) : 2,
      .interrupt = &listen_for_interrupt()};
  const auto [submissions, passed_over] =
      labs::find_submissions(*options.subject, options.files, grading.places.labs);
  for (const std::string& sentence : passed_over) console.say(sentence);
  for (const labs::Submission& submission : submissions) core::note_input(submission.file);  // -o may name one
  if (options.driver) {
    write_driver(options, console, grading.places, submissions);
    return ExitCode::ok;
  }
  std::vector<labs::Verdict> verdicts;
  {
    Progress progress(submissions.size(), console.shows_progress());
    std::mutex mutex;
    verdicts = labs::grade_all(submissions, grading, [&](std::size_t) {
      const std::lock_guard lock(mutex);
      progress.step();
    });
  }
  if (view) write_page(*view, verdicts, console);
  write_result(options, console, verdicts, passed_over);
  const bool are_full =
      std::all_of(verdicts.begin(), verdicts.end(), [](const labs::Verdict& v) { return v.is_full(); });
  return are_full ? ExitCode::ok : ExitCode::wrong_result;
}

}  // namespace

ExitCode grade_submissions(const Session& session) {
  const CommandOptions& options = session.options;
  const Console console(with_known_format(options));
  if (!options.subject) {
    console.result(labs_text(console));
    return ExitCode::ok;
  }
  try {
    return grade_found(options, console);
  } catch (const std::exception& error) {  // the student reads it where the points would be
    if (options.format == kGradescope)
      console.result(gradescope_refusal(fmt::format("nothing was graded: {}", error.what())).dump(2) + "\n");
    throw;
  }
}

}  // namespace toruscope::cli
