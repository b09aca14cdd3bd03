// SPDX-License-Identifier: Apache-2.0

#include "labs/support/exam.hpp"

#include "labs/support/shared_object.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>
#include <toruscope/view.hpp>

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::labs {

namespace {

constexpr const char* kStaticsHint =
    "the function writes to a global or static variable. Each PE has a memory of its own, and so a copy of "
    "that variable: what one PE "
    "writes there no other PE sees. Messages are the only way.";
constexpr const char* kDeadlockHint =
    "every receive needs a send to this very PE. Follow the cycle of the report: which of these PEs should "
    "have begun with something "
    "else, or not have waited at all?";
constexpr const char* kPortHint =
    "a PE began a transfer while its port was still taken. Which of its transfers go on at the same time, and "
    "how many does the "
    "machine allow?";
constexpr const char* kErrorHint =
    "the report names the PE, its call and the time. Run this case alone, and print what the PE is about to "
    "do.";

/// Operations of the library's tables that a run used: true if an algorithm ran, false if it was asked for its time alone.
using TablesUsed = std::map<std::string, bool>;

/// What the library does for one is not one's own work.
void check_rules(const TablesUsed& used, const std::vector<std::string>& allowed, const std::string& label) {
  for (const auto& [operation, runs] : used) {
    if (std::find(allowed.begin(), allowed.end(), operation) != allowed.end()) continue;
    if (!runs)
      throw Foul(fmt::format("asks the library what {} takes, in {}", operation, label),
                 "calculate it from the costs that the function is given: that is the lab");
    throw Foul(fmt::format("calls {} of the library, in {}", operation, label),
               allowed.empty()
                   ? "write it with send, recv, sendrecv and round: that is the lab"
                   : fmt::format("of the library's collectives this lab allows {}", fmt::join(allowed, ", ")));
  }
}

/// Statics of its own for each PE, and what it takes of the library's tables; and the end of a run in which messages have none, at a number that the computer's speed does not change.
class TrialWatch : public PrivateStatics {
 public:
  static constexpr std::int64_t kMost = 200'000;
  using PrivateStatics::PrivateStatics;
  [[nodiscard]] Wants wants() const override { return {.events = true, .progress = true}; }
  void on_message(int /*worker*/, const core::MessageTaken& /*message*/) override {
    if (++messages_ > kMost) is_passed_.store(true, std::memory_order_relaxed);
  }
  void on_table(int /*worker*/, const core::TableUsed& used) override {
    bool& runs = used_[std::string(used.operation)];
    runs = runs || used.runs;
  }
  [[nodiscard]] const std::atomic<bool>& is_passed() const { return is_passed_; }
  [[nodiscard]] const TablesUsed& used() const { return used_; }

 private:
  TablesUsed used_;
  std::int64_t messages_ = 0;
  std::atomic<bool> is_passed_{false};
};

/// A bad end of a trial.
struct BadEnd {
  std::string item, found, hint;
};

}  // namespace

Parameters round_machine(Ports ports) {
  Parameters machine = preset("unit");
  machine.ports = ports;
  machine.port_policy = PortPolicy::strict;
  return machine;
}

Exam::Exam(const Lab& lab, const SharedObject& submission, std::function<void(const std::string&)> begun,
           bool wants_view)
    : lab_(lab),
      submission_(submission),
      begun_(std::move(begun)),
      wants_view_(wants_view),
      faults_(lab.rubric.size()) {}

void* Exam::address(std::size_t index) const {
  if (index >= lab_.functions.size())
    throw ConfigError(fmt::format("lab {}: there is no function {}", lab_.name, index));
  return submission_.function(index);
}

std::size_t Exam::index_of(std::string_view item) const {
  const auto found =
      std::find_if(lab_.rubric.begin(), lab_.rubric.end(), [&](const Item& i) { return i.id == item; });
  if (found == lab_.rubric.end())
    throw ConfigError(fmt::format("lab {}: its rubric has no item {}", lab_.name, item));
  return static_cast<std::size_t>(found - lab_.rubric.begin());
}

std::optional<Report> Exam::run(const Trial& trial) {
  label_ = trial.label.empty() ? trial.topology->name() : trial.topology->name() + ", " + trial.label;
  last_.reset();
  wrote_statics_ = false;
  begun_(label_);
  TrialWatch watch(submission_);
  Execution execution;
  execution.workers = 1;
  execution.seed = trial.seed;
  execution.record_events = execution.record_spans = true;
  execution.record_critical_path = wants_view_;
  execution.sink = &watch;
  execution.interrupt = &watch.is_passed();
  std::optional<Report> failed;
  if (wants_view_) execution.failed_report = &failed;
  execution.name = label_;
  std::optional<BadEnd> bad;
  const auto hint = [&](const std::string& own, const char* general) {
    return !own.empty() ? own : !trial.hint.empty() ? trial.hint : general;
  };
  Machine machine(trial.topology, trial.machine, execution);
  try {
    last_ = machine.run(trial.program);
  } catch (const InterruptedError&) {
    throw Endless(fmt::format("sends more than {} messages", TrialWatch::kMost));
  } catch (const DeadlockError& error) {
    bad = BadEnd{trial.item, error.what(), hint(trial.deadlock_hint, kDeadlockHint)};
  } catch (const PortViolationError& error) {
    bad = BadEnd{trial.port_item.empty() ? trial.item : trial.port_item, error.what(),
                 hint(trial.port_hint, kPortHint)};
  } catch (const Error& error) {
    bad = BadEnd{trial.item, error.what(), hint("", kErrorHint)};
  }
  watch.restore();
  wrote_statics_ = watch.were_written();
  if (bad) {
    last_ = std::move(failed);
    fault(bad->item, bad->found, bad->hint);
    return std::nullopt;
  }
  check_rules(watch.used(), lab_.allowed, label_);
  return last_;
}

Report Exam::measure(const TopologyPtr& topology, const Parameters& machine,
                     const std::function<void(Communicator&)>& program) {
  Execution execution;
  execution.workers = 1;
  execution.record_events = execution.record_spans = execution.record_critical_path = wants_view_;
  last_ = Machine(topology, machine, execution).run(program);
  return *last_;
}

void Exam::fault(std::string_view item, const std::string& found, const std::string& hint) {
  std::optional<Fault>& fault = faults_[index_of(item)];
  if (fault) return;
  fault = Fault{label_, found, wrote_statics_ ? kStaticsHint : hint};
  if (wants_view_ && view_.empty()) keep_view();
}

/// The page of the trial that ran last, or why there is none.
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
  Marks marks{faults_, view_, view_.empty() ? no_view_ : ""};
  for (std::size_t i = 0; i < lab_.rubric.size(); ++i) {
    if (faults_[i] || !is_lost(lab_.rubric[i].id)) continue;
    marks.faults[i] = Fault{
        "", fmt::format("not looked at without {}", lab_.rubric[i].needs),
        fmt::format("first {}: {}", lab_.rubric[i].needs, lab_.rubric[index_of(lab_.rubric[i].needs)].title)};
  }
  return marks;
}

}  // namespace toruscope::labs
