// SPDX-License-Identifier: Apache-2.0

#include "labs/support/exam.hpp"

#include "labs/support/shared_object.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/model/port_rules.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/view.hpp>

#include <algorithm>
#include <atomic>
#include <fmt/core.h>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::labs {

namespace {

constexpr const char* kStaticsHint =
    "the function writes to a global or static variable. Each PE has a memory of its own, and so a copy of "
    "that variable: what one PE writes there no other PE sees. Messages are the only way.";
constexpr const char* kDeadlockHint =
    "every receive needs a send to this very PE. Follow the cycle of the report: which of these PEs should "
    "have begun with something else, or not have waited at all?";
constexpr const char* kSynchronizeHint =
    "synchronize() goes on when all PEs have called it, each as often as the others: where are those that have "
    "not, and what do they wait for?";
constexpr const char* kPortHint =
    "a PE began a transfer while its port was still taken. Which of its transfers go on at the same time, and "
    "how many does the machine allow?";
constexpr const char* kUnclaimedHint =
    "every send needs a receive: what should the PE that the message is for have done with it? Either it ends "
    "too early, or nobody should have sent this";
constexpr const char* kRequestHint =
    "isend and irecv only begin a transfer: keep their request, and wait for it before the "
    "function returns, and before the data are used again";
constexpr const char* kRankHint =
    "which PE is meant where the calculated number is below 0, or p or more? Around the end numbers begin "
    "anew; and a partner that is not there has nothing to send or to receive";
constexpr const char* kMessagesHint =
    "how many messages does the theorem have for this case, and what does one of yours carry? One for each "
    "value is too many; and a loop that has no end sends for ever";
constexpr const char* kStrictHint =
    "the machine of this run has strict ports, which no submission chooses: it refuses start() and cancel(). "
    "Call "
    "send, recv, sendrecv or round where start() stands; or begin each transfer by isend or irecv, and wait "
    "for its request";
constexpr const char* kErrorHint =
    "the report names the PE, its call and the time. Run this case alone, and print what the PE is about to "
    "do: that is shown with the fault";

constexpr const char* kThrowHint =
    "an exception that nobody catches ends its PE, and the run with it: what did the line ask for, or check, "
    "that does not hold in this case? What the PE has printed before is shown with the fault";

/// Operations of the library's tables that a run used: true if it ran one, false if it timed one.
using TablesUsed = std::map<std::string, bool>;

/// Foul if the library did the submission's work.
void check_rules(const TablesUsed& used, const std::vector<std::string>& allowed, const std::string& label) {
  for (const auto& [operation, runs] : used) {
    if (std::find(allowed.begin(), allowed.end(), operation) != allowed.end()) continue;
    if (!runs)
      throw Foul(fmt::format("asks the library what {} takes, in {}", operation, label),
                 "calculate it from the costs that the function is given: that is the lab");
    throw Foul(fmt::format("calls {} of the library, in {}", operation, label),
               allowed.empty() ? "write it with messages from PE to PE: that is the lab"
                               : fmt::format("of the library's collectives this lab allows {}",
                                             core::joined(allowed, ", ")));
  }
}

/// Hint for a PE's error, by the begin of its report.
const char* hint_for_error(std::string_view report) {
  if (report.starts_with("end of run: ")) return kUnclaimedHint;
  if (report.starts_with("request: ")) return kRequestHint;
  if (report.find(" is not a rank of ") != std::string_view::npos) return kRankHint;
  if (report.find(": not under the port policy strict") != std::string_view::npos) return kStrictHint;
  if (report.find(" threw at ") != std::string_view::npos) return kThrowHint;
  return kErrorHint;
}

/// A report without the advice to take another policy of ports: a lab has its own.
std::string without_policy(std::string report) {
  constexpr std::string_view kAdvice = core::kPolicyAdvice;
  if (const std::size_t at = report.find(kAdvice); at != std::string::npos) report.erase(at, kAdvice.size());
  return report;
}

/// A report shortened to its first lines, and its last ones, which name a cycle.
std::string few_lines(const std::string& report) {
  constexpr std::size_t kFirst = 12;
  constexpr std::size_t kLast = 3;
  std::vector<std::string> lines;
  std::istringstream all(report);
  for (std::string line; std::getline(all, line);) lines.push_back(line);
  if (lines.size() <= kFirst + kLast + 1) return report;
  const auto part = [&](std::size_t from, std::size_t to) {
    return core::joined(std::span(lines).subspan(from, to - from), "\n");
  };
  return fmt::format("{}\n  ... ({} more lines)\n{}", part(0, kFirst), lines.size() - kFirst - kLast,
                     part(lines.size() - kLast, lines.size()));
}

TrialProgress progress_of_trial;

/// Gives each PE its own statics, notes its use of the library's tables, passes on what it prints,
/// and ends a run after so many messages, whatever the computer's speed.
class TrialWatch : public PrivateStatics {
 public:
  TrialWatch(const SharedObject& submission, std::function<void(const PrintedLine&)> print)
      : PrivateStatics(submission), print_(std::move(print)) {}
  [[nodiscard]] Wants wants() const override { return {.events = true, .progress = true}; }
  void begin(int workers, int pes) override {
    PrivateStatics::begin(workers, pes);
    progress_of_trial.messages = progress_of_trial.reached = 0;
    ++progress_of_trial.number;
  }
  void on_message(int /*worker*/, const core::MessageTaken& message) override {
    reached_ = std::max(reached_, message.taken);
    progress_of_trial.messages.store(++messages_, std::memory_order_relaxed);
    progress_of_trial.reached.store(reached_.count, std::memory_order_relaxed);
    if (messages_ == Exam::kMostMessages) at_most_ = reached_;
    if (messages_ > Exam::kMostMessages) is_passed_.store(true, std::memory_order_relaxed);
  }
  void on_table(int /*worker*/, const core::TableUsed& used) override {
    bool& runs = used_[std::string(used.operation)];
    runs = runs || used.runs;
  }
  void on_print(int /*worker*/, const PrintedLine& line) override {
    if (++lines_ <= kMostLines) print_(line);
  }
  [[nodiscard]] const std::atomic<bool>& is_passed() const { return is_passed_; }
  [[nodiscard]] const TablesUsed& used() const { return used_; }
  /// The virtual time by which a run's limit of messages was taken.
  [[nodiscard]] Ticks at_most() const { return at_most_; }

 private:
  /// Many times what is shown, and little enough for the limit of output.
  static constexpr int kMostLines = 100;

  const std::function<void(const PrintedLine&)> print_;
  int lines_ = 0;
  TablesUsed used_;
  std::int64_t messages_ = 0;
  Ticks reached_, at_most_;
  std::atomic<bool> is_passed_{false};
};

/// A senseless call of the checks, even on a PE; the submission cannot name this type.
class MistakeOfChecks : public ConfigError {
 public:
  using ConfigError::ConfigError;
};

struct BadEnd {
  std::string item, found, hint;
  std::optional<Rank> thrown_by{};
  bool is_cut = false;  ///< too many messages: it is not run again
};

std::optional<BadEnd> bad_end_of(const Trial& trial, const TrialWatch& watch,
                                 const std::function<void()>& run) {
  const auto hint = [](const std::string& own, const char* general) { return own.empty() ? general : own; };
  try {
    run();
  } catch (const MistakeOfChecks&) {
    throw;
  } catch (const InterruptedError&) {
    return BadEnd{
        trial.item,
        fmt::format("is cut at {} messages, the most in one run of a lab, at {} of virtual time",
                    core::grouped(Exam::kMostMessages), core::time_text(watch.at_most(), trial.machine)),
        kMessagesHint, std::nullopt, true};
  } catch (const DeadlockError& error) {
    const bool synchronizes = std::string_view(error.what()).find("  synchronize: ") != std::string_view::npos;
    return BadEnd{trial.item, few_lines(error.what()),
                  hint(trial.deadlock_hint, synchronizes ? kSynchronizeHint : kDeadlockHint)};
  } catch (const PortViolationError& error) {
    return BadEnd{trial.port_item.empty() ? trial.item : trial.port_item, error.what(),
                  hint(trial.port_hint, kPortHint)};
  } catch (const ProgramError& error) {
    const char* const general = hint_for_error(error.what());
    return BadEnd{trial.item, few_lines(without_policy(error.what())), general,
                  general == kUnclaimedHint ? std::nullopt : std::optional(error.rank())};
  } catch (const Error& error) {
    return BadEnd{trial.item, few_lines(error.what()), kErrorHint};
  }
  return std::nullopt;
}

}  // namespace

Parameters round_machine(Ports ports) {
  Parameters machine = preset("unit");
  machine.ports = ports;
  machine.port_policy = PortPolicy::strict;
  return machine;
}

const TrialProgress& trial_progress() {
  return progress_of_trial;
}

Exam::Exam(const Lab& lab, const SharedObject& submission, ExamRoom room)
    : lab_(lab),
      submission_(&submission),
      room_(std::move(room)),
      faults_(lab.rubric.size()),
      looked_at_(lab.rubric.size()),
      closed_(lab.rubric.size()) {
  for (const std::string& item : room_.closed) {
    close(item);
    faults_[index_of(item)] = Fault{};
  }
}

Exam::Exam(const Lab& lab, std::vector<Trial>& listed)
    : lab_(lab),
      listed_(&listed),
      faults_(lab.rubric.size()),
      looked_at_(lab.rubric.size()),
      closed_(lab.rubric.size()) {}

std::vector<Trial> trials_of(const Lab& lab) {
  std::vector<Trial> all;
  Exam exam(lab, all);
  lab.check(exam);
  return all;
}

void* Exam::address(std::size_t index) const {
  if (index >= lab_.functions.size())
    throw MistakeOfChecks(fmt::format("lab {}: there is no function {}", lab_.name, index));
  if (!is_in_program_)
    throw MistakeOfChecks(fmt::format("lab {}: call function() inside a trial's program", lab_.name));
  return submission_->function(index);
}

std::size_t Exam::index_of(std::string_view item) const {
  const auto found =
      std::find_if(lab_.rubric.begin(), lab_.rubric.end(), [&](const Item& i) { return i.id == item; });
  if (found == lab_.rubric.end())
    throw MistakeOfChecks(fmt::format("lab {}: its rubric has no item {}", lab_.name, item));
  return static_cast<std::size_t>(found - lab_.rubric.begin());
}

bool Exam::is_closed(std::size_t index) const {
  const std::string& needs = lab_.rubric[index].needs;
  return closed_[index] || (!needs.empty() && is_closed(index_of(needs)));
}

ReportPtr Exam::run(const Trial& trial) {
  if (is_closed(index_of(trial.item))) return nullptr;
  label_ = trial.label.empty() ? trial.topology->name() : trial.topology->name() + ", " + trial.label;
  if (listed_ != nullptr) {
    listed_->push_back(trial);
    listed_->back().label = label_;
    return nullptr;
  }
  last_.reset();
  frames_.clear();
  wrote_statics_ = false;
  room_.begun(++run_, trial.item, label_);
  TrialWatch watch(*submission_, [&](const PrintedLine& line) {
    room_.printed(
        line, fmt::format("[{}, PE {}] {}", core::time_text(line.time, trial.machine), line.rank, line.text));
  });
  Execution execution;
  execution.workers = 1;
  execution.seed = trial.seed;
  execution.record_events = true;
  execution.record_spans = execution.record_critical_path = room_.wants_view;
  execution.sink = &watch;
  execution.interrupt = &watch.is_passed();
  std::optional<Report> failed;
  if (room_.wants_view) execution.failed_report = &failed;
  execution.name = label_;
  Machine machine(trial.topology, trial.machine, execution);
  is_in_program_ = true;
  const auto bad =
      bad_end_of(trial, watch, [&] { last_ = std::make_shared<const Report>(machine.run(trial.program)); });
  is_in_program_ = false;
  watch.restore();
  wrote_statics_ = watch.were_written();
  if (bad) {
    last_ = failed ? std::make_shared<const Report>(std::move(*failed)) : nullptr;
    if (bad->is_cut) close(bad->item);
    // Blames the exception, whatever the globals were.
    if (bad->thrown_by) wrote_statics_ = false;
    if (bad->thrown_by && room_.thrown_from) frames_ = room_.thrown_from(*bad->thrown_by);
    fault(bad->item, bad->found, bad->hint);
    return nullptr;
  }
  looked_at_[index_of(trial.item)] = true;
  check_rules(watch.used(), lab_.allowed, label_);
  return last_;
}

Report Exam::measure(const TopologyPtr& topology, const Parameters& machine,
                     const std::function<void(Communicator&)>& program) {
  Execution execution;
  execution.workers = 1;
  execution.record_events = execution.record_spans = execution.record_critical_path = room_.wants_view;
  last_ = std::make_shared<const Report>(Machine(topology, machine, execution).run(program));
  return *last_;
}

void Exam::fault(std::string_view item, const std::string& found, const std::string& hint) {
  std::optional<Fault>& fault = faults_[index_of(item)];
  if (fault) return;
  fault = Fault{label_, found, wrote_statics_ ? kStaticsHint : hint, run_, frames_};
  if (!room_.wants_view || !view_.empty()) return;
  keep_view();
  if (!view_.empty()) viewed_ = static_cast<int>(index_of(item));
}

/// Keeps the page of the trial that ran last, or why there is none.
void Exam::keep_view() {
  const auto refuse = [&](const std::string& why) {
    if (no_view_.empty()) no_view_ = label_.empty() ? why : fmt::format("{} ({})", why, label_);
  };
  if (!last_) return refuse("the first fault is not one of a run");
  constexpr std::size_t kMostEvents = 100'000;  // half of what a page can show
  if (last_->events.size() > kMostEvents)
    return refuse(fmt::format("the run has {} events, and a page of a lab shows up to {}",
                              core::grouped(std::ssize(last_->events)), core::grouped(kMostEvents)));
  if (const int pes = last_->topology->pes(); pes > kMostPesInView)
    return refuse(fmt::format("the machine has {} PEs, and a page shows up to {}", core::grouped(pes),
                              core::grouped(kMostPesInView)));
  std::ostringstream page;
  write_view(page, *last_, {.operation = lab_.title, .command = fmt::format("{}: {}", lab_.name, label_)});
  view_ = page.str();
}

bool Exam::is_lost(std::string_view item) const {
  const std::size_t index = index_of(item);
  const std::string& needs = lab_.rubric[index].needs;
  return faults_[index].has_value() || (!needs.empty() && is_lost(needs));
}

void Exam::require_received(const Report& report, const std::function<std::int64_t(Rank)>& least_bytes) {
  std::vector<std::int64_t> received(report.pes.size());
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message && e.source != e.destination)
      received[static_cast<std::size_t>(e.destination)] += e.bytes;
  for (std::size_t r = 0; r < received.size(); ++r) {
    const std::int64_t least = least_bytes(static_cast<Rank>(r));
    if (received[r] >= least) continue;
    throw Foul(fmt::format("PE {} ends with the data of other PEs, and has received {} bytes in messages where "
                           "{} are the least, in {}",
                           r, received[r], least, label_),
               "PEs have no memory in common: neither a global variable nor an address in a message is a way "
               "on a real machine");
  }
}

Marks Exam::marks() const {
  Marks marks{faults_, view_, view_.empty() ? no_view_ : "", viewed_};
  for (std::size_t i = 0; i < lab_.rubric.size(); ++i) {
    const std::string& needs = lab_.rubric[i].needs;
    if (faults_[i]) continue;
    if (is_lost(lab_.rubric[i].id))
      marks.faults[i] = Fault{"", fmt::format("not looked at without {}", needs),
                              fmt::format("first {}: {}", needs, lab_.rubric[index_of(needs)].title)};
    else if (!looked_at_[i])
      marks.faults[i] =
          Fault{"", "not looked at: no run for it came to its end", "first the faults that end the other runs"};
  }
  return marks;
}

}  // namespace toruscope::labs
