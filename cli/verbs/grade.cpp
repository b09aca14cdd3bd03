// SPDX-License-Identifier: Apache-2.0
// toruscope grade LAB [FILE...]: builds submissions, runs them on machines that they do not know,
// and says what they get.

#include "cli/files/input_files.hpp"
#include "cli/process/progress.hpp"
#include "cli/tables/shard.hpp"
#include "cli/tables/verb_texts.hpp"
#include "cli/verbs/verbs.hpp"
#include "labs/grader/driver.hpp"
#include "labs/grader/gradescope.hpp"
#include "labs/grader/runner.hpp"
#include "labs/grader/submissions.hpp"
#include "runtime/files/command_files.hpp"
#include "sandbox/contained.hpp"
#include "view/page.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fmt/core.h>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
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

/// The reason, by the first submission without full marks.
std::string why_no_page(const std::vector<labs::Verdict>& verdicts) {
  const auto first = std::find_if(verdicts.begin(), verdicts.end(), [](const auto& v) { return !v.is_full(); });
  if (first == verdicts.end()) return "no run had a fault";
  const std::string who = verdicts.size() == 1 ? "the submission" : first->submission;
  switch (first->ending) {
    case labs::Verdict::Ending::graded:
      return first->marks.no_view.empty()
                 ? "the run with the fault ended its process, and what it had recorded went with it"
                 : first->marks.no_view;
    case labs::Verdict::Ending::not_built:
      return who + " was not built, so nothing ran";
    case labs::Verdict::Ending::stopped:
      return fmt::format("{} was stopped, and what it had recorded went with its process: it {}", who,
                         first->reason);
    case labs::Verdict::Ending::foul:
      return fmt::format("{} got around the task: {}", who, first->reason);
    case labs::Verdict::Ending::not_graded:
      return who + " was not graded";
  }
  return {};
}

void write_page(const FileOutput& file, const std::vector<labs::Verdict>& verdicts, const Console& console) {
  const auto has_page = [](const labs::Verdict& v) { return !v.marks.view.empty(); };
  const auto found = std::find_if(verdicts.begin(), verdicts.end(), has_page);
  if (found == verdicts.end())
    return console.say(fmt::format("--view: no page: {}{}", why_no_page(verdicts), file.note_of_old()));
  const std::string page = verdicts.size() == 1
                               ? found->marks.view
                               : view::with_note(found->marks.view, "submission: " + found->submission);
  file.write([&](std::ostream& out) { out << page; });
}

/// What there is to tell beside the verdicts.
struct Told {
  std::vector<std::string> passed_over{};
  std::vector<std::filesystem::path> readable{};  ///< by the compiler
};

/// The submissions of this part, and the number of each among all.
struct GradedPart {
  Shard shard;
  std::vector<std::size_t> numbers{};
};

/// Leaves the submissions of this part.
void take_part(GradedPart& part, std::vector<labs::Submission>& submissions) {
  if (!part.shard.is_asked()) return;
  std::vector<ShardUnit> units;
  for (const labs::Submission& submission : submissions)
    units.push_back({fmt::format("{} {} {}", submission.file.string(), submission.lab->name,
                                 sha256_of_file(submission.file).value_or(""))});
  part.shard.deal(units, "grade");
  std::vector<labs::Submission> mine;
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    if (!part.shard.has(i)) continue;
    mine.push_back(submissions[i]);
    part.numbers.push_back(i);
  }
  submissions = std::move(mine);
}

/// Without those that were not graded.
std::string part_text(const GradedPart& part, const std::vector<labs::Verdict>& verdicts) {
  std::vector<labs::Verdict> graded;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].ending == labs::Verdict::Ending::not_graded) continue;
    graded.push_back(verdicts[i]);
    numbers.push_back(part.numbers[i]);
  }
  if (graded.empty()) return part.shard.text(Json());
  Json json = without_formulas(verdicts_document(graded, {}, {}, false));
  for (std::size_t i = 0; i < numbers.size(); ++i) part.shard.mark(json["results"][i], numbers[i]);
  return part.shard.text(json);
}

std::string result_text(const CommandOptions& options, const Console& console,
                        const std::vector<labs::Verdict>& verdicts, const Told& told, const GradedPart& part) {
  if (part.shard.is_asked()) return part_text(part, verdicts);
  if (options.format == kGradescope)
    return labs::gradescope_document(verdicts, told.passed_over).dump(2) + "\n";
  const auto document_text = [&](const nlohmann::ordered_json& document) {
    return text_of(console.format() == Format::csv ? without_formulas(document) : document, console);
  };
  if (options.adds_up)
    return console.is_table() ? totals_text(verdicts, console) : document_text(totals_document(verdicts));
  if (!console.is_table())
    return document_text(verdicts_document(verdicts, told.passed_over, sandbox::enforcement(told.readable),
                                           console.format() == Format::json));
  return verdicts.size() == 1 ? verdict_text(verdicts.front(), console) : verdicts_text(verdicts, console);
}

/// What was found out is not lost if the file of -o cannot be written.
void write_result(const std::string& text, const Console& console) {
  try {
    console.result(text);
  } catch (const HostLimitError&) {
    write_to_stdout(text);
    throw;
  }
}

/// Writes the verdicts that there are of a grading that ended early.
[[noreturn]] void end_early(const labs::Graded& graded, const std::function<void()>& write) {
  const auto count = std::count_if(
      graded.verdicts.begin(), graded.verdicts.end(),
      [](const labs::Verdict& verdict) { return verdict.ending != labs::Verdict::Ending::not_graded; });
  if (count > 0) {
    write();
    report_failure(fmt::format("toruscope: grade: {} of {} submissions were graded, the others were not", count,
                               graded.verdicts.size()));
  }
  std::rethrow_exception(graded.error);
}

/// Refuses options of marks where there will be none.
void refuse_options_of_marks(const CommandOptions& options) {
  if (!options.driver && options.subject) return;
  refuse_given(options, {"--view", "--totals", "--format", "--workers"},
               options.driver
                   ? "grade: {} is for marks, and --driver writes none; leave one of the two out"
                   : "grade: {0} is for marks, and without a lab there are none; name a lab (grade 01 "
                     "FILE), or leave {0} out");
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
  if (!submission.mpi_header.empty())
    throw ConfigError(
        fmt::format("grade --driver: it writes a program around C++, and {} is C; write a main that calls its "
                    "function, and run that by `toruscope mpirun`",
                    core::shown(submission.name)));
  if (options.output) labs::require_no_other_file(*options.output);
  const std::string command = labs::driver_command(places, options.output.value_or("driver.cpp"));
  const std::vector<labs::Case> cases = labs::cases_of(places.runner, *submission.lab);
  console.result(labs::driver_text(*submission.lab, labs::case_of(cases, *submission.lab, *options.driver),
                                   std::filesystem::absolute(submission.file), command));
  console.say(command);
}

ExitCode grade_found(const CommandOptions& options, const Console& console) {
  if (options.refused) throw ConfigError(*options.refused);
  refuse_options_of_marks(options);
  std::optional<FileOutput> view;
  if (options.view) view.emplace("--view", *options.view);
  labs::Places places = labs::find_places(options.lab_runner.value_or(""));
  const std::vector<labs::Lab> labs = labs::labs_of(places.runner);
  if (!options.subject) {
    if (options.driver)
      throw ConfigError(
          "grade --driver: of which lab, and for which file? toruscope grade LAB FILE --driver LABEL");
    if (console.format() != Format::table)
      throw ConfigError("grade: the list of labs is a table alone; give -o a name without an ending, or .txt");
    console.result(labs_text(labs, console));
    return ExitCode::ok;
  }
  labs::find_compiler(places, options.compiler.value_or(""));
  const labs::Grading grading{
      .places = places,
      .wants_view = view.has_value(),
      .at_a_time = options.workers ? static_cast<int>(parse_whole(*options.workers, "-j", 1, kMostAtATime)) : 2,
      .interrupt = &listen_for_interrupt()};
  auto [submissions, passed_over, unread] =
      labs::find_submissions(labs, *options.subject, options.files, grading.places.labs);
  for (const std::string& sentence : passed_over) console.say(sentence);
  for (const std::string& sentence : unread) report_failure("toruscope: grade: " + sentence);
  // -o may name one.
  for (const labs::Submission& submission : submissions) core::note_input(submission.file);
  if (options.driver) {
    write_driver(options, console, grading.places, submissions);
    return ExitCode::ok;
  }
  GradedPart part{Shard(options, console)};
  take_part(part, submissions);
  labs::Graded graded;
  if (!submissions.empty()) {
    Progress progress(submissions.size(), console.shows_progress());
    std::mutex mutex;
    graded = labs::grade_all(submissions, grading, [&](std::size_t) {
      const std::lock_guard lock(mutex);
      progress.step();
    });
  }
  const std::vector<labs::Verdict>& verdicts = graded.verdicts;
  const Told told{passed_over, grading.places.readable()};
  const auto write = [&] {
    if (view) write_page(*view, verdicts, console);
    console.also_as_json([&](const Console& form) { return result_text(options, form, verdicts, told, part); });
    write_result(result_text(options, console, verdicts, told, part), console);
  };
  if (graded.error && options.format == kGradescope) std::rethrow_exception(graded.error);
  if (graded.error) end_early(graded, write);
  write();
  const auto full =
      std::count_if(verdicts.begin(), verdicts.end(), [](const labs::Verdict& v) { return v.is_full(); });
  const auto all = std::ssize(verdicts);
  if (full < all)
    console.faults({fmt::format("grade: {} of {} {} less than full marks", all - full,
                                counted(all, "submission"), all - full == 1 ? "has" : "have")});
  if (!unread.empty()) return ExitCode::usage;
  return full == all ? ExitCode::ok : ExitCode::wrong_result;
}

}  // namespace

ExitCode grade_submissions(const Session& session) {
  const CommandOptions& options = session.options;
  const Console console(with_known_format(options));
  try {
    return grade_found(options, console);
  } catch (const std::exception& error) {  // the student reads it where the points would be
    if (options.format == kGradescope)
      console.result(labs::gradescope_refusal(fmt::format("nothing was graded: {}", error.what())).dump(2) +
                     "\n");
    throw;
  }
}

}  // namespace toruscope::cli
