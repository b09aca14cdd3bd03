// SPDX-License-Identifier: Apache-2.0
// A submission under examination: its functions are run on machines, and what is wrong is noted to the items of the rubric.
//
// Invariants  (1) An item keeps its first fault. (2) Nothing depends on the computer: runs use one worker, and virtual time alone counts.
//             (3) An item that nothing was compared for is lost.
// Not here    How the submission was built and kept in its place (labs/grader/).

#pragma once

#include "labs/support/lab.hpp"
#include "labs/support/marks.hpp"

#include <toruscope/machine.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::labs {

class SharedObject;

/// Only startups cost, a tick each: T is the number of rounds. One-port, policy strict: a busy port is an error, not a wait.
Parameters round_machine(Ports ports = one_port);

/// One run of a submission.
struct Trial {
  std::string item{};   ///< that is lost if the run does not end well
  std::string label{};  ///< "root 3, 5 values"; the topology's name is put in front
  TopologyPtr topology{};
  Parameters machine = round_machine();
  std::function<void(Communicator&)>
      program{};            ///< of every PE: makes its data, calls the submission, keeps the result
  std::string driver{};     ///< the same as statements of C++, for a program by itself (labs/grader/driver.hpp)
  std::string port_item{};  ///< that is lost if ports are violated; empty: `item`
  std::string deadlock_hint{}, port_hint{};  ///< in place of the general ones
  std::uint64_t seed = 1;
};

/// The examination is over and all points are lost: the submission did not play by the rules.
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
  /// Is told the number, the item and the label of each trial when it begins.
  std::function<void(int run, const std::string& item, const std::string& label)> begun;
  /// The calls in the submission's object from which this PE threw last in the trial; may be null.
  std::function<std::vector<std::uint64_t>(Rank)> thrown_from;
  bool wants_view = false;
  /// Items a trial of which ended an earlier process: neither these trials nor those of items that need them
  /// are run.
  std::vector<std::string> closed{};
};

/// How far the trial that runs has come; may be read in a signal handler.
struct TrialProgress {
  std::atomic<std::int64_t> messages{0}, reached{0};  ///< taken by PEs; the latest such moment, in ticks
};
const TrialProgress& trial_progress();

class Exam {
 public:
  /// The most messages of one run.
  static constexpr std::int64_t kMostMessages = 200'000;

  Exam(const Lab& lab, const SharedObject& submission, ExamRoom room);
  /// Runs nothing: trials are added to `listed`.
  Exam(const Lab& lab, std::vector<Trial>& listed);

  /// Name of function `index`.
  [[nodiscard]] const std::string& name(std::size_t index = 0) const { return lab_.functions.at(index).name; }

  /// Function `index` of the lab, of the type that the lab gives it.
  /// Errors    ConfigError outside of a trial's program: there it is called, and there its errors are its own.
  template <class F>
  [[nodiscard]] F* function(std::size_t index = 0) const {
    return reinterpret_cast<F*>(address(index));
  }

  /// Runs the trial; nothing if it ends in an error, a deadlock, a violation of ports or with too many
  /// messages, which are faults of its item. What PEs print by Communicator::print goes to the standard output.
  /// Errors    Foul if the submission shares memory between PEs, or uses an algorithm of the library's tables.
  std::optional<Report> run(const Trial& trial);

  /// A run of the lab's own, with which a prediction is compared: a fault that is noted next shows it on its page.
  Report measure(const TopologyPtr& topology, const Parameters& machine,
                 const std::function<void(Communicator&)>& program);

  /// Notes a fault of the trial that ran last. Only the first of an item counts.
  ///   found   what was seen and what it should have been: "3 rounds instead of 2"
  ///   hint    teaches, and does not give the answer away
  void fault(std::string_view item, const std::string& found, const std::string& hint);
  /// The same unless `holds`; gives `holds`.
  bool expect(bool holds, std::string_view item, const std::string& found, const std::string& hint) {
    looked_at_[index_of(item)] = true;
    if (!holds) fault(item, found, hint);
    return holds;
  }
  /// No longer worth looking at: it has a fault, or an item that it needs has one.
  [[nodiscard]] bool is_lost(std::string_view item) const;

  /// Errors    Foul if a PE has received fewer bytes than the data that it ends with: it got them without messages.
  void require_received(const Report& report, const std::function<std::int64_t(Rank)>& least_bytes);

  /// What there is to tell at the end.
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
  std::optional<Report> last_;         ///< of what ran last, up to its end or to the error that ended it
  std::vector<std::optional<Fault>> faults_;
  std::vector<bool> looked_at_;  ///< of each item: something of it has been compared
  std::vector<bool> closed_;     ///< of each item: its trials are no longer run
  std::string view_;
  int viewed_ = -1;      ///< the item whose fault it shows
  std::string no_view_;  ///< why there is no page of the first trial with a fault
};

/// All runs of the lab, whose labels are as faults name them.
std::vector<Trial> trials_of(const Lab& lab);

}  // namespace toruscope::labs
