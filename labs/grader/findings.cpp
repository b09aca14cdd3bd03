// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/findings.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/source_place.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <csignal>
#include <fmt/core.h>
#include <sstream>
#include <string_view>
#include <utility>

namespace toruscope::labs {

using namespace sandbox;

namespace fs = std::filesystem;

namespace {

/// Reads "case RUN ITEM LABEL"; the item is empty while the submission is loaded.
void note_case(Findings& findings, const std::string& words) {
  std::istringstream text(words);
  text >> findings.run;
  text.get();
  std::getline(text, findings.item, ' ');
  std::getline(text, findings.label);
}

LastWords last_words(const std::string& words) {
  LastWords end;
  std::istringstream text(words);
  text >> end.signal >> end.messages >> end.reached >> end.is_own;
  for (std::uint64_t frame = 0; text >> frame;) end.frames.push_back(frame);
  return end;
}

constexpr std::size_t kMostLines = 20;

/// Lines that one run has printed.
struct PrintedInRun {
  struct OfMachine {
    std::int64_t time = 0;
    Rank rank = 0;
    std::string text{};
  };
  std::vector<OfMachine> of_machine{};  ///< by Communicator::print
  std::vector<std::string> others{};    ///< by std::cout and its like; kMostLines + 1 of more
};

/// Reads "print TICKS RANK TEXT".
PrintedInRun::OfMachine line_of_machine(const std::string& words) {
  PrintedInRun::OfMachine line;
  std::istringstream text(words);
  std::string print;
  text >> print >> line.time >> line.rank;
  text.get();
  std::getline(text, line.text);
  return line;
}

/// The output of a run, shortened: either kind of lines has half of the room, and what the other
/// one leaves.
std::string short_output(PrintedInRun run) {
  constexpr std::size_t kHalf = kMostLines / 2;
  constexpr std::size_t kLongest = 200;
  std::vector<PrintedInRun::OfMachine>& of_machine = run.of_machine;
  std::stable_sort(of_machine.begin(), of_machine.end(), [](const auto& a, const auto& b) {
    return std::pair(a.time, a.rank) < std::pair(b.time, b.rank);
  });
  const std::size_t left = kMostLines - std::min(kMostLines, of_machine.size());
  const std::size_t others = std::min(run.others.size(), std::max(kHalf, left));
  const std::size_t shown = std::min(of_machine.size(), kMostLines - others);
  std::string text;
  for (std::size_t i = 0; i < others; ++i) text += run.others[i] + "\n";
  if (others < run.others.size()) text += "...\n";
  for (std::size_t i = 0; i < shown; ++i) text += of_machine[i].text + "\n";
  if (shown < of_machine.size()) text += "...\n";
  return core::shown_lines(text, kLongest);
}

/// Output of each run: what follows a line "SECRET RUN", with lines "SECRET print ..." in it.
std::vector<std::string> printed_in_runs(const std::string& output, const std::string& secret) {
  const std::string mark = secret + " ";
  std::vector<PrintedInRun> runs(1);
  std::size_t run = 0;
  std::istringstream all(output);
  for (std::string line; std::getline(all, line);) {
    if (!line.starts_with(mark)) {
      if (!line.empty() && runs[run].others.size() <= kMostLines) runs[run].others.push_back(line);
      continue;
    }
    const std::string words = line.substr(mark.size());
    if (words.starts_with("print ")) {
      runs[run].of_machine.push_back(line_of_machine(words));
      continue;
    }
    int begun = 0;
    std::istringstream(words) >> begun;
    run = static_cast<std::size_t>(std::clamp(begun, 0, static_cast<int>(runs.size())));
    if (run == runs.size()) runs.emplace_back();
  }
  std::vector<std::string> texts;
  for (PrintedInRun& one : runs) texts.push_back(short_output(std::move(one)));
  return texts;
}

constexpr const char* kMemoryHint =
    "an index or an iterator that is past the end of a vector or span, or one into a vector that is gone: "
    "print the index before it is used. `--driver` writes this run as a program of its own, for gdb or "
    "-fsanitize=address: docs/debugging.md";

struct Words {
  std::string found, hint;
};

Words words_for_signal(int signal, bool is_own) {
  switch (signal) {
    case kOutOfMemory:
      return {fmt::format("asks for more memory than the {} MiB that a lab has, for all PEs together",
                          Containment{}.memory_bytes >> 20U),
              "how many values does a PE need at a time in this case, and how often does the line ask for "
              "them? Print the number before it is used: one below 0 is a very large one as a size"};
    case SIGSEGV:
    case SIGBUS:
      return {"crashes: it uses memory that is not its own, or that it did not get (SIGSEGV)", kMemoryHint};
    case SIGFPE:
      if (is_own) return {"crashes: a whole number is divided by zero (SIGFPE)", "print what it is divided by"};
      break;
    case SIGABRT:
      return {
          "aborts (SIGABRT): a check failed, or an exception had nobody to catch it",
          "what it printed names the check. An assertion of the C++ library, __n < this->size(), is an index "
          "past the end: print the index before it is used"};
    case SIGSYS:
      return {kAsksTheKernel, "a lab needs messages between PEs, and nothing of the computer around them"};
    default:
      break;
  }
  return {
      fmt::format("crashes outside of its own functions (signal {}): most likely it wrote where it should not, "
                  "and over numbers of the library",
                  signal),
      kMemoryHint};
}

}  // namespace

Findings findings_of(const Ended& ended, const std::string& secret, std::size_t items) {
  Findings findings;
  std::string_view channel = ended.channel;
  while (!channel.empty()) {
    const std::size_t end = channel.find('\n');
    // The runner was ended while it wrote, or somebody else wrote.
    if (end == std::string_view::npos) {
      const std::string begin = secret + " ";
      findings.is_forged = findings.is_forged || (!begin.starts_with(channel) && !channel.starts_with(begin));
      break;
    }
    const std::string_view line = channel.substr(0, end);
    channel.remove_prefix(end + 1);
    const auto rest_of = [&](std::string_view word) -> std::optional<std::string> {
      const std::string begin = secret + " " + std::string(word) + " ";
      if (!line.starts_with(begin)) return std::nullopt;
      return std::string(line.substr(begin.size()));
    };
    if (const auto label = rest_of("case"))
      note_case(findings, *label);
    else if (const auto why = rest_of("load"))
      findings.not_loaded = *why;
    else if (const auto reason = rest_of("stop"))
      findings.stopped = *reason;
    else if (const auto error = rest_of("lab"))
      findings.of_lab = *error;
    else if (const auto words = rest_of("foul"))
      findings.foul = nlohmann::ordered_json::parse(*words, nullptr, false);
    else if (const auto last = rest_of("end"))
      findings.end = last_words(*last);
    else if (const auto text = rest_of("marks"))
      findings.marks = marks_from_json(*text, items);
    else
      findings.is_forged = true;
  }
  if (findings.foul && !findings.foul->is_object()) findings.is_forged = true;
  findings.printed = printed_in_runs(ended.output, secret);
  return findings;
}

Fault fault_of_end(const Findings& findings, const Ended& ended, const Containment& containment) {
  Fault fault{.trial = findings.label, .found = "", .hint = "", .run = findings.run};
  if (findings.end) fault.frames = findings.end->frames;
  if (ended.how == Ended::How::out_of_time) {
    const LastWords end = findings.end.value_or(LastWords{});
    fault.found = fmt::format(
        "is cut after {} s of processor time, the most of a lab; in this run PEs had taken {} messages by tick "
        "{}",
        containment.processor_seconds, core::grouped(end.messages), core::grouped(end.reached));
    fault.hint =
        "it takes too long, or it does not come to an end: which loop is it, and how often should it run for "
        "this case? Print its variable, with few PEs";
  } else if (ended.how == Ended::How::signalled) {
    const Words words = words_for_signal(ended.number, findings.end && findings.end->is_own);
    fault.found = words.found;
    fault.hint = words.hint;
  } else if (ended.number == static_cast<int>(ExitCode::host_limit)) {
    fault.found = "uses more than the stack of a PE, 256 KiB";
    fault.hint =
        "a recursion without end, or a large array in a function: a std::vector takes its room elsewhere";
  } else {
    fault.found = ended.number == static_cast<int>(ExitCode::program_error)
                      ? "ends the whole process, in which all PEs run"
                      : fmt::format("ends the whole process with exit code {}", ended.number);
    fault.hint = kReturnHint;
  }
  return fault;
}

void complete(Fault& fault, const Findings& findings, const std::vector<std::string>& lines) {
  const auto run = static_cast<std::size_t>(fault.run);
  if (fault.run > 0 && run < findings.printed.size()) fault.printed = findings.printed[run];
  if (!lines.empty()) fault.found += fmt::format("; the line is {}", core::joined(lines, ", called from "));
  fault.frames.clear();
}

std::vector<std::string> source_lines(const std::vector<std::uint64_t>& offsets, const std::string& object,
                                      const std::string& source, const Containment& containment) {
  constexpr const char* kTool = "/usr/bin/addr2line";
  constexpr std::size_t kMost = 2;
  std::error_code error;
  if (offsets.empty() || !fs::exists(kTool, error)) return {};
  std::vector<std::string> command{kTool, "-i", "-e", object};
  for (const std::uint64_t offset : offsets) command.push_back(fmt::format("{:#x}", offset));
  const Ended ended = run_contained(command, "", containment);
  std::vector<std::string> found;
  std::istringstream all(ended.output);
  for (std::string line; std::getline(all, line) && found.size() < kMost;) {
    const std::string place = core::source_place(line);
    if (place.starts_with(source + ":") && (found.empty() || found.back() != place)) found.push_back(place);
  }
  return found;
}

}  // namespace toruscope::labs
