// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/grade.hpp"

#include "labs/grader/contained.hpp"
#include "labs/grader/findings.hpp"
#include "labs/runner/system_calls.hpp"
#include "runtime/core/input_file.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <sys/random.h>
#include <thread>
#include <unistd.h>

namespace toruscope::labs {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestSource = std::uint64_t{1} << 20U;
constexpr const char* kObject = "submission.so";

/// A new folder that only this user can look into, gone again with all that is in it.
class OwnFolder {
 public:
  OwnFolder() {
    std::string name = (fs::temp_directory_path() / "toruscope-grade-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw HostLimitError(fmt::format("grade: cannot make a folder in {}: {}",
                                       fs::temp_directory_path().string(), core::error_text(errno)));
    path_ = name;
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  ~OwnFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush())
    throw HostLimitError(fmt::format("grade: cannot write {}; is the disk full?", path.string()));
}

/// What is compiled: the submission, and the table of its functions.
std::string unit_text(const Lab& lab, const std::string& source) {
  std::string entries;
  for (const Wanted& function : lab.functions)
    entries += fmt::format("    reinterpret_cast<void*>(static_cast<std::add_pointer_t<{}>>(&{})),\n",
                           function.type, function.name);
  return fmt::format(
      "#include \"{}\"\n#include <toruscope/toruscope.hpp>\n#include <type_traits>\nusing namespace "
      "toruscope;\n"
      "extern \"C\" __attribute__((visibility(\"default\"))) void* const toruscope_lab_functions[] = "
      "{{\n{}}};\n",
      source, entries);
}

/// A name that stands in an #include and a message as it is.
std::string plain_name(const fs::path& file) {
  std::string name = file.filename().string();
  for (char& c : name)
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ') c = '_';
  return name;
}

Ended build(const Submission& submission, const Grading& grading, const fs::path& folder) {
  const std::string source = plain_name(submission.file);
  if (submission.is_link)
    throw ConfigError(
        "is a symbolic link: it would be read with the rights of whoever grades; hand in the file itself");
  write_file(folder / source, core::read_input("grade ", submission.file.string(), kLargestSource));
  write_file(folder / "lab.unit.cpp", unit_text(*submission.lab, source));
  constexpr int kSeconds = 8;
  const Containment containment{.folder = folder,
                                .may_write = true,
                                .readable = grading.places.readable(),
                                .processor_seconds = kSeconds,
                                .file_bytes = std::uint64_t{64} << 20U,
                                .open_files = 256,
                                .interrupt = grading.interrupt};
  return run_contained({grading.places.compiler.string(),
                        "-std=c++20",
                        "-O1",
                        "-g1",
                        "-gdwarf-4",
                        "-D_GLIBCXX_ASSERTIONS",
                        "-Wall",
                        "-Wextra",
                        "-fmax-errors=5",
                        "-fPIC",
                        "-fvisibility=hidden",
                        "-fstack-clash-protection",
                        "-fdiagnostics-color=never",
                        "-shared",
                        "-Wl,-Bsymbolic",
                        "-Wl,-z,now,-z,relro",
                        "-I",
                        grading.places.headers.string(),
                        "lab.unit.cpp",
                        "-o",
                        kObject},
                       "", containment);
}

/// Something that a submission cannot guess.
std::string new_secret() {
  std::array<std::uint64_t, 2> number{};
  if (getrandom(number.data(), sizeof number, 0) != sizeof number)
    throw HostLimitError("grade: this computer gives no random numbers");
  return fmt::format("{:016x}{:016x}", number[0], number[1]);
}

/// The process ended in a trial, by a fault of the program: what the other items get can still be found.
bool is_fault(const Ended& ended) {
  if (ended.how == Ended::How::exited) return ended.number == static_cast<int>(ExitCode::host_limit);
  return ended.how == Ended::How::out_of_time || (ended.how == Ended::How::signalled && ended.number != SIGSYS);
}

/// A signal that the process told itself.
Ended ended_by(int signal) {
  return {.how = signal == SIGXCPU ? Ended::How::out_of_time : Ended::How::signalled, .number = signal};
}

/// Why there are no marks.
std::string reason_of(const Ended& ended, const Containment& containment) {
  switch (ended.how) {
    case Ended::How::idle:
      return fmt::format("waits for something outside, {} s long", containment.wall_seconds);
    case Ended::How::too_much_output:
      return fmt::format("prints more than {} KiB", containment.output_bytes >> 10U);
    case Ended::How::not_started:
      return fmt::format("could not be started: {}", core::error_text(ended.number));
    case Ended::How::out_of_time:
    case Ended::How::signalled:
    case Ended::How::interrupted:
    case Ended::How::exited:
      break;
  }
  if (ended.number == static_cast<int>(ExitCode::program_error))
    return "ends the whole process, in which all PEs run";
  return fmt::format("ends the whole process with exit code {}", ended.number);
}

void throw_if_interrupted(const Ended& ended) {
  if (ended.how == Ended::How::interrupted) throw InterruptedError("grade: interrupted");
}

/// A part of the compiler was ended by a limit: GCC and Clang then report a fault of their own.
bool was_cut_short(const Ended& built) {
  if (built.how != Ended::How::exited) return true;
  constexpr std::array kWords{"internal compiler error", "out of memory", "due to signal"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](const char* words) { return built.output.find(words) != std::string::npos; });
}

/// A compiler refuses a submission with words, or makes the object.
void check_compiler(const Ended& built, bool has_made_it, const fs::path& compiler) {
  const bool fails_without_words = built.number != 0 && built.output.empty();
  if (!fails_without_words && (built.number != 0 || has_made_it)) return;
  throw ConfigError(
      fmt::format("grade: the compiler {} {}; give one that compiles C++: --compiler g++", compiler.string(),
                  fails_without_words ? fmt::format("ended with code {} and without a word", built.number)
                                      : "ended without an error and has made nothing"));
}

/// The compiler's words, not too many.
std::string told_by_compiler(const std::string& words) {
  constexpr std::size_t kMost = 4000;
  return words.size() <= kMost ? words : words.substr(0, kMost) + "\n...\n";
}

/// What came of a process that is not to be started again.
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
    verdict.hint = fault.hint.empty()
                       ? "the function returns when the PE is done, and does nothing else to the process"
                       : fault.hint;
  }
}

/// Runs the checks, and if a trial ends the process, those of the other items in another one.
void examine(Verdict& verdict, const Submission& submission, const Grading& grading, const fs::path& folder) {
  const Lab& lab = *submission.lab;
  const std::string object = (folder / kObject).string();
  const Containment containment{
      .folder = folder, .readable = grading.places.readable(), .interrupt = grading.interrupt};
  const auto completed = [&](Fault fault, const Findings& findings) {
    complete(fault, findings, source_lines(fault.frames, object, plain_name(submission.file), containment));
    return fault;
  };
  std::map<std::string, Fault> closed;  // items, a trial of which has ended the process
  for (;;) {
    const std::string secret = new_secret();
    std::vector<std::string> command{grading.places.runner.string(), lab.name, object};
    if (grading.wants_view) command.emplace_back("view");
    for (const auto& [item, fault] : closed) command.push_back("closed:" + item);
    Ended ended = run_contained(command, secret + "\n", containment);
    throw_if_interrupted(ended);
    if (ended.how == Ended::How::exited && ended.number == kCannotConfine)
      throw HostLimitError("grade: this kernel has no seccomp filters, without which no submission is run");
    const Findings findings = findings_of(ended, secret, lab.rubric.size());
    if (findings.end) ended = ended_by(findings.end->signal);
    const bool has_words = findings.is_forged || findings.not_loaded || findings.stopped || findings.foul;
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

}  // namespace

Verdict grade(const Submission& submission, const Grading& grading) {
  const OwnFolder folder;
  Verdict verdict{.submission = submission.name, .student = submission.student, .lab = submission.lab};
  Ended built;
  try {
    built = build(submission, grading, folder.path());
  } catch (const ConfigError& error) {  // of one in a class: the others are graded all the same
    verdict.ending = Verdict::Ending::not_built;
    verdict.reason = error.what();
    verdict.hint = "a submission is one file of C++, of 1 MiB at most";
    return verdict;
  }
  verdict.compiler = told_by_compiler(built.output);
  if (built.how == Ended::How::not_started) throw HostLimitError("grade: cannot start the compiler");
  throw_if_interrupted(built);
  if (was_cut_short(built)) {
    verdict.ending = Verdict::Ending::not_built;
    verdict.reason = "the compiler takes too long over it, or too much memory";
    verdict.hint = "templates and constant expressions without an end keep a compiler busy for ever";
    verdict.compiler.clear();
    return verdict;
  }
  std::error_code error;
  check_compiler(built, fs::exists(folder.path() / kObject, error), grading.places.compiler);
  if (built.number != 0) {
    verdict.ending = Verdict::Ending::not_built;
    verdict.reason = "does not compile";
    verdict.hint =
        "the compiler's first error is the one to look at. The starter has the signature; the rank comes "
        "first in comm.send(to, data) and comm.recv(from, data)";
    return verdict;
  }
  examine(verdict, submission, grading, folder.path());
  return verdict;
}

std::vector<Verdict> grade_all(const std::vector<Submission>& submissions, const Grading& grading,
                               const std::function<void(std::size_t)>& done) {
  std::vector<Verdict> verdicts(submissions.size());
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> finished{0};
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&] {
    for (std::size_t i = next++; i < submissions.size(); i = next++) {
      try {
        verdicts[i] = grade(submissions[i], grading);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        next = submissions.size();
      }
      done(++finished);
    }
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < grading.at_a_time; ++i) others.emplace_back(work);
  work();
  others.clear();
  if (error) std::rethrow_exception(error);
  return verdicts;
}

}  // namespace toruscope::labs
