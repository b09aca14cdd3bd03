// SPDX-License-Identifier: Apache-2.0
// toruscope synth OPERATION: the schedule with the fewest rounds on a small machine, by an exact
// search; then it is run.

#include "cli/execution/runs.hpp"
#include "cli/tables/sheets.hpp"
#include "cli/tables/verb_texts.hpp"
#include "formats/entries.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/files/extension.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/core.h>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr int kMostChunks = 64;
constexpr int kMostRounds = 64;
constexpr int kMostHops = 64;
constexpr std::chrono::seconds kSearchTime{60};
constexpr const char* kName = "synthesised";

std::optional<int> whole(const Text& text, const char* what, int most) {
  if (!text) return std::nullopt;
  return static_cast<int>(parse_whole(*text, std::string("synth: ") + what, 1, most));
}

/// Reads all but the root.
SynthesisQuestion read_question(const CommandOptions& options, const std::string& operation) {
  SynthesisQuestion question;
  question.operation = operation;
  question.chunks = whole(options.chunks, "--chunks", kMostChunks).value_or(1);
  question.rounds = whole(options.rounds, "--rounds", kMostRounds);
  question.most_in_message = whole(options.most_in_message, "--message", kMostChunks);
  if (options.hops == "any")
    question.hops = std::nullopt;
  else if (options.hops)
    question.hops = whole(options.hops, "--hops", kMostHops);
  return question;
}

/// False: the result is written there, not the schedule.
/// Errors    ConfigError for a name that says that it is of another form than either is written in.
bool is_for_schedule(const std::string& path) {
  const std::string ending = core::extension_of(path);
  const std::initializer_list<std::string_view> of_results{"", ".txt", ".md", ".csv", ".json"};
  if (ending != ".xml" && std::find(of_results.begin(), of_results.end(), ending) == of_results.end())
    throw ConfigError(
        fmt::format("output: -o {} cannot be written: a schedule is a file named .xml, the result one named "
                    ".txt, .md, .csv or .json",
                    path));
  return ending == ".xml";
}

/// Ends a search when its time has passed, or at Ctrl-C. Draws how long it has taken.
class Stop {
 public:
  Stop(const Settings& settings, std::string what, bool shows_progress)
      : limit_(settings.execution.time_limit.value_or(kSearchTime)),
        what_(std::move(what)),
        shows_(shows_progress) {}
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;
  ~Stop() {
    if (has_drawn_) draw_progress_line("");
  }

  bool operator()() {
    const double seconds = watch_.seconds();
    if (shows_ && seconds >= drawn_at_ + kFirstProgress.count()) {
      drawn_at_ = seconds;
      has_drawn_ = true;
      draw_progress_line(fmt::format("{}: {} of at most {}", what_, duration_text(seconds),
                                     duration_text(std::chrono::duration<double>(limit_).count())));
    }
    return flag_.load(std::memory_order_relaxed) || seconds > std::chrono::duration<double>(limit_).count();
  }

  [[nodiscard]] std::chrono::milliseconds limit() const { return limit_; }

 private:
  const std::atomic<bool>& flag_ = listen_for_interrupt();
  const Stopwatch watch_;
  const std::chrono::milliseconds limit_;
  const std::string what_;
  const bool shows_;
  double drawn_at_ = 0;
  bool has_drawn_ = false;
};

/// Whether there is a schedule is not known.
[[noreturn]] void tell_undecided(const Synthesis& s, const std::string& what, std::chrono::milliseconds limit) {
  const synthesis::Search& last = s.parts.back().found;
  throw HostLimitError(fmt::format(
      "{}: the search was ended after {} ms, with a formula of {} variables and {} clauses; at least {} rounds "
      "({}). Give a longer --time-limit, more --rounds, fewer --chunks, or a smaller network",
      what, limit.count(), core::grouped(last.variables), core::grouped(last.clauses), last.rounds.value,
      last.rounds.reason));
}

/// Chunks of 8 bytes, unless the size is asked for.
std::string default_block(const SynthesisQuestion& question, int pes) {
  constexpr int kBytes = 8;
  return std::to_string(kBytes * question.chunks * (question.operation == "allreduce" ? pes : 1));
}

Measurement run_schedule(const Synthesis& s, const collectives::Operation& operation, const Settings& settings,
                         const Workload& workload, const Console& console) {
  Catalogue catalogue;
  formats::add_schedule(catalogue, kName, s.schedule);
  const AlgorithmInfo& algorithm = operation.choose(catalogue, kName, question(operation, settings, workload));
  const PlannedRun run{&operation, &algorithm, &settings, workload};
  Measurement m;
  auto failure = failure_of(settings.parameters, [&] {
    const Stopwatch watch;
    m = verified(run, console);
    m.wall_seconds = watch.seconds();
    throw_if_interrupted("synth");
  });
  return failure ? failed_measurement(run, std::move(*failure)) : m;
}

}  // namespace

ExitCode synthesise_schedule(const Session& session) {
  CommandOptions options = session.options;
  const collectives::Operation& operation = operation_asked("synth", options.subject);
  check_is_searched(operation.name);  // first: the size of a barrier would be refused
  Settings settings = read_settings(session, "hypercube:3");
  SynthesisQuestion asked = read_question(options, operation.name);
  if (!options.block) options.block = default_block(asked, settings.topology->pes());
  const Workload workload = read_workload(options, operation, settings);
  asked.root = workload.root;
  std::optional<FileOutput> file;
  if (options.output && is_for_schedule(*options.output))
    file.emplace("-o", *std::exchange(options.output, std::nullopt));
  const Console console(options);

  const std::string what = fmt::format("synth {} on {}", operation.name, settings.topology->name());
  const Stopwatch watch;
  Synthesis found;
  {
    Stop stop(settings, what, console.shows_progress());
    found = synthesize(asked, settings, [&] { return stop(); });
    throw_if_interrupted("synth");
    if (found.status == synthesis::Status::undecided) tell_undecided(found, what, stop.limit());
  }
  settings.execution.time_limit = std::nullopt;  // it was the search's
  const double seconds = watch.seconds();

  std::vector<Measurement> runs;
  if (found.has_schedule()) {
    runs.push_back(run_schedule(found, operation, settings, workload, console));
    if (file && runs.front().code == ExitCode::ok)
      file->write(
          [&](std::ostream& out) { out << formats::write_msccl(formats::schedule_of(found.schedule)); });
  }
  if (console.is_table()) {
    std::string text = synthesis_text(found, console);
    for (const Measurement& m : runs) text += "\n" + measurement_text(m, console);
    console.result(text);
  } else {
    Json document = run_document(session, settings, runs);
    add_before_host(document, "synthesis", synthesis_json(found));
    add_before_host(document, "rows", messages_json(found));
    document["host"]["search_seconds"] = seconds;
    console.result(text_of(document, console));
  }
  for (const Measurement& m : runs)
    if (m.failure) report_failure("toruscope: " + m.failure->report);
  return runs.empty() ? ExitCode::wrong_result : runs.front().code;
}

}  // namespace toruscope::cli
