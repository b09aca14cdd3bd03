// SPDX-License-Identifier: Apache-2.0
// A submission under examination: its functions run on machines, faults go to items of the rubric.
//
// Invariants  (1) An item keeps its first fault.
//             (2) Nothing depends on the computer: runs use one worker, and count virtual time.
//             (3) An item that nothing was compared for is lost.
// Not here    How the submission was built and kept in its place (labs/grader/).

#pragma once

#include "labs/support/lab.hpp"
#include "labs/support/marks.hpp"

#include <toruscope/machine.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::labs {

class SharedObject;

/// A machine where startups alone cost, a tick each: T counts rounds. One-port, strict.
Parameters round_machine(Ports ports = one_port);

/// One run of a submission.
struct Trial {
  std::string item{};   ///< lost if the run does not end well
  std::string label{};  ///< "root 3, 5 values"; shown after the topology's name
  TopologyPtr topology{};
  Parameters machine = round_machine();
  std::function<void(Communicator&)>
      program{};  ///< of every PE: makes its data, calls the submission, keeps the result
  /// Statements of C++ that do the same in a program by itself (labs/grader/driver.hpp).
  std::string driver{};
  std::string port_item{};                   ///< lost if ports are violated; empty: `item`
  std::string deadlock_hint{}, port_hint{};  ///< in place of the general ones
  std::uint64_t seed = 1;
};

/// Ends the examination with all points lost: the submission broke the rules.
class Foul : public std::runtime_error {
 public:
  Foul(const std::string& what_was_done, std::string hint)
      : std::runtime_error(what_was_done), hint_(std::move(hint)) {}
  [[nodiscard]] const std::string& hint() const { return hint_; }

 private:
  std::string hint_;
};

/// The process in which an examination takes place.
struct ExamRoom {
  /// Called with the number, the item and the label of each trial when it begins.
  std::function<void(int run, const std::string& item, const std::string& label)> begun;
  /// Called while a PE prints the line, with the text that is shown of it: the line outlives the
  /// process if the PE ends that next.
  std::function<void(const PrintedLine& line, const std::string& shown)> printed;
  /// Calls in the submission's object that led to this PE's last exception; may be null.
  std::function<std::vector<std::uint64_t>(Rank)> thrown_from;
  bool wants_view = false;
  /// Items of which a trial ended an earlier process: these, and items that need them, are skipped.
  std::vector<std::string> closed{};
};

/// Progress of the trial that runs; may be read in a signal handler.
struct TrialProgress {
  std::atomic<std::int64_t> messages{0}, reached{0};  ///< taken by PEs; the latest such tick
  std::atomic<int> number{0};                         ///< of the trial: 1 for the first one
};
const TrialProgress& trial_progress();

/// Report of a trial; null if its run did not begin, or did not come to its end.
using ReportPtr = std::shared_ptr<const Report>;

class Exam {
 public:
  /// The most messages of one run.
  static constexpr std::int64_t kMostMessages = 200'000;

  Exam(const Lab& lab, const SharedObject& submission, ExamRoom room);
  /// Lists trials in `listed` and runs none.
  Exam(const Lab& lab, std::vector<Trial>& listed);

  /// Name of function `index`.
  [[nodiscard]] const std::string& name(std::size_t index = 0) const { return lab_.functions.at(index).name; }

  /// Function `index` of the lab, of the type that the lab gives it.
  /// Errors    ConfigError outside of a trial's program, inside which its errors are its own.
  template <class F>
  [[nodiscard]] F* function(std::size_t index = 0) const {
    return reinterpret_cast<F*>(address(index));
  }

  /// Runs the trial; null if it ends in an error, a deadlock, a violation of ports or with too
  /// many messages, which are faults of its item.
  /// Errors    Foul if the submission shares memory between PEs, or calls an algorithm of ours.
  ReportPtr run(const Trial& trial);

  /// Runs the lab's own program, to compare a prediction with; a fault noted next shows its page.
  Report measure(const TopologyPtr& topology, const Parameters& machine,
                 const std::function<void(Communicator&)>& program);

  /// Notes a fault of the trial that ran last. Only the first of an item counts.
  ///   found   what was seen and what it should have been: "3 rounds instead of 2"
  ///   hint    teaches, and does not give the answer away
  void fault(std::string_view item, const std::string& found, const std::string& hint);
  /// Notes a fault unless `holds`; returns `holds`.
  bool expect(bool holds, std::string_view item, const std::string& found, const std::string& hint) {
    looked_at_[index_of(item)] = true;
    if (!holds) fault(item, found, hint);
    return holds;
  }
  /// True if the item need not be looked at: it has a fault, or an item that it needs has one.
  [[nodiscard]] bool is_lost(std::string_view item) const;

  /// Errors    Foul if a PE has received fewer bytes than it ends with: it cheated.
  void require_received(const Report& report, const std::function<std::int64_t(Rank)>& least_bytes);

  /// The marks at the end.
  [[nodiscard]] Marks marks() const;

 private:
  void keep_view();
  void close(std::string_view item) { closed_[index_of(item)] = true; }
  [[nodiscard]] bool is_closed(std::size_t index) const;
  [[nodiscard]] void* address(std::size_t index) const;
  [[nodiscard]] std::size_t index_of(std::string_view item) const;

  const Lab& lab_;
  const SharedObject* submission_ = nullptr;
  std::vector<Trial>* listed_ = nullptr;
  ExamRoom room_;
  bool is_in_program_ = false;  ///< PEs run a trial's program
  bool wrote_statics_ = false;  ///< in the trial that ran last
  std::string label_;
  int run_ = 0;                        ///< number of the trial that ran last
  std::vector<std::uint64_t> frames_;  ///< of its exception
  ReportPtr last_;                     // up to its end or its error
  std::vector<std::optional<Fault>> faults_;
  std::vector<bool> looked_at_;  ///< of each item: something of it has been compared
  std::vector<bool> closed_;     ///< of each item: its trials are no longer run
  std::string view_;
  int viewed_ = -1;      ///< the item whose fault it shows
  std::string no_view_;  ///< why there is no page of the first trial with a fault
};

/// All runs of the lab, with labels as faults have them.
std::vector<Trial> trials_of(const Lab& lab);

}  // namespace toruscope::labs
