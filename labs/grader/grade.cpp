// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/grade.hpp"

#include "labs/grader/findings.hpp"
#include "runtime/core/in_turn.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "sandbox/build.hpp"
#include "sandbox/contained.hpp"
#include "sandbox/own_folder.hpp"
#include "sandbox/system_calls.hpp"

#include <toruscope/error.hpp>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <exception>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <sys/random.h>
#include <utility>

namespace toruscope::labs {

using namespace sandbox;

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestSource = std::uint64_t{1} << 20U;

/// A name that can stand in an #include and a message.
std::string plain_name(const fs::path& file) {
  std::string name = file.filename().string();
  for (char& c : name)
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ') c = '_';
  return name;
}

/// Reads the source. Errors: ConfigError if the file cannot be accepted.
std::string source_of(const Submission& submission) {
  if (submission.is_link)
    throw ConfigError(
        "is a symbolic link: it would be read with the rights of whoever grades; hand in the file itself");
  return core::read_input("grade ", submission.file.string(), kLargestSource);
}

/// Begins what is compiled.
constexpr const char* kHeader = "#include <toruscope/toruscope.hpp>\n#include <type_traits>\n";

/// What is compiled: the submission, and the table of its functions.
std::string unit_text(const std::string& source, const std::vector<Wanted>& functions) {
  std::string entries;
  for (const Wanted& function : functions)
    entries += fmt::format("    reinterpret_cast<void*>(static_cast<std::add_pointer_t<{}>>(&{})),\n",
                           function.type, function.name);
  return fmt::format(
      "{}#include \"{}\"\nusing namespace toruscope;\n"
      "extern \"C\" __attribute__((visibility(\"default\"))) void* const toruscope_lab_functions[] = "
      "{{\n{}}};\n",
      kHeader, source, entries);
}

constexpr const char* kMpiHeader = "lab.mpi.h";

/// What is compiled beside a solution in C: the lab's header, which calls it as a rank of MPI.
std::string mpi_unit_text(const std::vector<Wanted>& functions) {
  return fmt::format(
      "{}using namespace toruscope;\n"
      "extern \"C\" void toruscope_lab_as_rank(Communicator&, void (*)(void*), void*);\n"
      "template <class Call>\nvoid as_mpi_rank(Communicator& comm, Call call) {{\n"
      "  toruscope_lab_as_rank(comm, [](void* it) {{ (*static_cast<Call*>(it))(); }}, &call);\n}}\n{}",
      kHeader, unit_text(kMpiHeader, functions));
}

/// Built in the folder, or the reason why not.
Built built_in(const fs::path& folder, const Submission& submission, const fs::path& mpi_headers,
               Builder& builder) {
  std::string source;
  try {
    source = source_of(submission);
  } catch (const ConfigError& error) {  // others of a class are graded all the same
    return {.refusal = Built::Refusal{error.what(), "a submission is one file, of 1 MiB at most"}};
  }
  const std::string name = plain_name(submission.file);
  write_file(folder / name, source);
  if (!submission.mpi_header.empty()) {
    write_file(folder / kMpiHeader, core::read_input("grade ", submission.mpi_header.string(), kLargestSource));
    return builder.build(folder, mpi_unit_text(submission.lab->functions),
                         CPart{name, kMpiHeader, mpi_headers});
  }
  return builder.build(folder, unit_text(name, submission.lab->functions));
}

/// A word that a submission cannot guess.
std::string new_secret() {
  std::array<std::uint64_t, 2> number{};
  if (getrandom(number.data(), sizeof number, 0) != sizeof number)
    throw HostLimitError("grade: this computer gives no random numbers");
  return fmt::format("{:016x}{:016x}", number[0], number[1]);
}

/// True if a fault of the program ended the process in a trial: other items can still be graded.
bool is_fault(const Ended& ended) {
  return ended.how == Ended::How::exited || ended.how == Ended::How::out_of_time ||
         (ended.how == Ended::How::signalled && ended.number != SIGSYS);
}

/// The end that the process itself reported as this signal.
Ended ended_by(int signal) {
  return {.how = signal == SIGXCPU ? Ended::How::out_of_time : Ended::How::signalled, .number = signal};
}

/// Reason why there are no marks.
std::string reason_of(const Ended& ended, const Containment& containment) {
  switch (ended.how) {
    case Ended::How::idle:
      return fmt::format("waits for something outside, {} s long", containment.wall_seconds);
    case Ended::How::too_much_output:
      return fmt::format("prints more than {} KiB", containment.output_bytes >> 10U);
    case Ended::How::signalled:  // by SIGSYS; other signals are faults of a run
      return kAsksTheKernel;
    case Ended::How::not_started:
    case Ended::How::out_of_time:
    case Ended::How::interrupted:
    case Ended::How::exited:
      break;
  }
  return {};
}

/// Throws unless the submission has run: then there is no verdict on it.
void throw_unless_run(const Ended& ended, const Containment& containment, const fs::path& runner) {
  if (ended.how == Ended::How::interrupted) throw InterruptedError("grade: interrupted");
  if (ended.how == Ended::How::not_started) throw_not_started(runner.string(), ended.number);
  const bool has_begun = ended.how != Ended::How::exited || !ended.channel.empty();
  if (!has_begun && ended.number == kCannotConfine)
    throw HostLimitError("grade: this kernel has no seccomp filters, without which no submission is run");
  if (!has_begun)
    throw ConfigError(fmt::format("grade: {} ends where submissions run, before it has one; it says: {}",
                                  core::escaped(runner.string()),
                                  core::shown_lines(ended.output.substr(0, 600))));
  if (ended.how == Ended::How::signalled && ended.number == SIGKILL &&
      ended.processor_seconds < containment.processor_seconds)
    throw HostLimitError("grade: this computer ended a submission's process; is there enough memory?");
}

/// Throws if the checks ended in an error: a mistake of the lab's author costs no marks.
void throw_if_of_lab(const Findings& findings, const Submission& submission) {
  if (!findings.of_lab || findings.is_forged) return;
  throw ConfigError(fmt::format(
      "grade: the checks of lab {} end in an error{}, with {}: {}; correct its checks.cpp",
      submission.lab->name, findings.run == 0 ? "" : fmt::format(" ({})", core::shown(findings.label, 200)),
      core::shown(submission.name), core::shown(*findings.of_lab, 600)));
}

/// Concludes the verdict on a process that is not started again.
void conclude(Verdict& verdict, const Findings& findings, const Ended& ended, const Containment& containment) {
  const std::string where = findings.label.empty() ? "" : fmt::format(" ({})", findings.label);
  if (findings.is_forged) {
    verdict.ending = Verdict::Ending::foul;
    verdict.reason = "writes into the grader's channel";
    verdict.hint = "marks come from what the function does on the machine";
  } else if (findings.not_loaded) {
    verdict.ending = Verdict::Ending::not_built;
    verdict.reason = *findings.not_loaded;
    verdict.hint =
        "what a submission declares and uses, and the library does not have, it has to define itself";
  } else if (findings.stopped) {
    verdict.ending = Verdict::Ending::stopped;
    verdict.reason = *findings.stopped + where;
    verdict.hint = "a lab needs messages between PEs, and nothing of the computer around them";
  } else if (findings.foul) {
    verdict.ending = Verdict::Ending::foul;
    verdict.reason = findings.foul->value("found", "");
    verdict.hint = findings.foul->value("hint", "");
  } else if (findings.marks && ended.how == Ended::How::exited && ended.number == 0) {
    verdict.marks = *findings.marks;
  } else {
    const Fault fault = is_fault(ended) ? fault_of_end(findings, ended, containment) : Fault{};
    verdict.ending = Verdict::Ending::stopped;
    verdict.reason = (fault.found.empty() ? reason_of(ended, containment) : fault.found) + where;
    verdict.hint = fault.hint.empty() ? kReturnHint : fault.hint;
  }
}

/// Runs the checks; if a trial ends the process, those of the other items in another one.
void examine(Verdict& verdict, const Submission& submission, const Grading& grading, const fs::path& folder) {
  const Lab& lab = *submission.lab;
  const std::string object = (folder / Builder::kObject).string();
  const Containment containment{.folder = folder,
                                .readable = grading.places.readable(),
                                .has_same_memory = true,
                                .interrupt = grading.interrupt};
  const auto completed = [&](Fault fault, const Findings& findings) {
    complete(fault, findings, source_lines(fault.frames, object, plain_name(submission.file), containment));
    return fault;
  };
  std::map<std::string, Fault> closed;  // items of which a trial has ended the process
  for (;;) {
    const std::string secret = new_secret();
    std::vector<std::string> command{grading.places.runner.string(), lab.name, object};
    if (grading.wants_view) command.emplace_back("view");
    for (const auto& [item, fault] : closed) command.push_back("closed:" + item);
    Ended ended = run_contained(command, secret + "\n", containment);
    throw_unless_run(ended, containment, grading.places.runner);
    const Findings findings = findings_of(ended, secret, lab.rubric.size());
    throw_if_of_lab(findings, submission);
    if (findings.end) ended = ended_by(findings.end->signal);
    const bool has_words =
        findings.is_forged || findings.not_loaded || findings.stopped || findings.foul || findings.marks;
    if (!has_words && is_fault(ended) && findings.run > 0 && !closed.contains(findings.item)) {
      closed[findings.item] = completed(fault_of_end(findings, ended, containment), findings);
      continue;
    }
    conclude(verdict, findings, ended, containment);
    for (std::size_t i = 0; i < verdict.marks.faults.size(); ++i) {
      std::optional<Fault>& fault = verdict.marks.faults[i];
      if (const auto earlier = closed.find(lab.rubric[i].id); earlier != closed.end())
        fault = earlier->second;
      else if (fault)
        fault = completed(*fault, findings);
    }
    return;
  }
}

Verdict grade(const Submission& submission, const Grading& grading, Builder& builder) {
  const OwnFolder folder;
  Verdict verdict{.submission = submission.name, .student = submission.student, .lab = submission.lab};
  const Built built = built_in(folder.path(), submission, grading.places.mpi_headers, builder);
  verdict.compiler = built.words;
  if (!built.refusal) {
    examine(verdict, submission, grading, folder.path());
    return verdict;
  }
  verdict.ending = Verdict::Ending::not_built;
  verdict.reason = built.refusal->reason;
  verdict.hint = built.refusal->hint;
  return verdict;
}

/// Verdict on a submission that grading did not reach.
Verdict not_graded(const Submission& submission) {
  return {.submission = submission.name,
          .student = submission.student,
          .lab = submission.lab,
          .ending = Verdict::Ending::not_graded,
          .reason = "the grading ended before"};
}

}  // namespace

Graded grade_all(const std::vector<Submission>& submissions, const Grading& grading,
                 const std::function<void(std::size_t)>& done) {
  require_host();
  const Places& places = grading.places;
  Builder builder({places.compiler, places.headers, places.readable()}, kHeader, grading.interrupt);
  const bool has_mpi = fs::exists(places.mpi_headers / "mpi.h");
  std::atomic<bool> lacks_mpi{false};  // relaxed: a flag that is read when all have ended
  constexpr std::size_t kAClass = 6;
  Graded graded;
  for (const Submission& submission : submissions) graded.verdicts.push_back(not_graded(submission));
  std::atomic<std::size_t> finished{0};  // relaxed: a number to be shown
  try {
    if (submissions.size() >= kAClass) builder.precompile_header();
    core::in_turn(grading.at_a_time, submissions.size(), [&](std::size_t i) {
      if (!submissions[i].mpi_header.empty() && !has_mpi) {
        graded.verdicts[i].reason = "is C, and this installation has no mpi.h";
        lacks_mpi.store(true, std::memory_order_relaxed);
        done(finished.fetch_add(1, std::memory_order_relaxed) + 1);
        return;
      }
      Verdict verdict = grade(submissions[i], grading, builder);
      make_plain(verdict);
      graded.verdicts[i] = std::move(verdict);
      done(finished.fetch_add(1, std::memory_order_relaxed) + 1);
    });
  } catch (...) {
    graded.error = std::current_exception();
  }
  if (lacks_mpi && !graded.error)
    graded.error = std::make_exception_ptr(HostLimitError(
        "grade: submissions in C need what MPI programs are built with, and this installation has no " +
        core::escaped((places.mpi_headers / "mpi.h").string()) +
        "; build the target toruscope_mpirun, and install again"));
  return graded;
}

}  // namespace toruscope::labs
