// SPDX-License-Identifier: Apache-2.0
// The process in which one submission runs: toruscope-lab-runner LAB OBJECT [view] [closed:ITEM...]. `toruscope
// grade` starts it.
//
//   descriptor 0   a line that nobody else knows, read before the submission is loaded
//   descriptor 3   where the findings go; each line begins with that line:
//                  case RUN ITEM LABEL | load REASON | stop REASON | foul {"found", "hint"} | marks {...}
//                  end SIGNAL MESSAGES TICKS IS_OWN OFFSET... (faults.hpp)
//   output         what the submission prints; a line of the same kind says which run begins

#include "labs/labs.hpp"
#include "labs/runner/faults.hpp"
#include "labs/runner/load_memory.hpp"
#include "labs/runner/secret.hpp"
#include "labs/runner/system_calls.hpp"
#include "labs/support/exam.hpp"
#include "labs/support/shared_object.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/collectives.hpp>
#include <toruscope/error.hpp>

#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace {

using namespace toruscope;

constexpr int kChannel = 3;

void say(std::string_view what, std::string_view words) {
  if (!labs::write_line(kChannel, {what, " ", words})) _exit(labs::kStoppedCode);
}

/// What the library reads of this computer when it is used first, it reads here.
void warm_up() {
  Execution execution;
  execution.workers = 1;
  Machine machine{ring(2), labs::round_machine(), execution};
  machine.run([](Communicator& comm) {
    const int mine = comm.rank();
    int other = -1;
    comm.sendrecv(1 - mine, mine, 1 - mine, other);
  });
}

/// Between what two runs print.
void mark_output(int run) {
  std::cout.flush();
  std::fflush(stdout);
  if (write(STDOUT_FILENO, "\n", 1) == 1) labs::write_line(STDOUT_FILENO, {std::to_string(run)});
}

void examine_loaded(const labs::Lab& lab, const labs::SharedObject& submission, labs::ExamRoom room) {
  room.thrown_from = labs::thrown_from;
  room.begun = [](int run, const std::string& item, const std::string& label) {
    labs::forget_exceptions();
    say("case", fmt::format("{} {} {}", run, item, label));
    mark_output(run);
  };
  labs::Exam exam(lab, submission, std::move(room));
  try {
    lab.check(exam);
    mark_output(0);
    say("marks", labs::to_json(exam.marks()));
  } catch (const labs::Foul& found) {
    const nlohmann::ordered_json words{{"found", found.what()}, {"hint", found.hint()}};
    say("foul", words.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
  }
}

[[noreturn]] void examine(const labs::Lab& lab, const std::string& object, labs::ExamRoom room) {
  try {
    say("case", "0  while it is loaded");
    labs::begin_load();
    labs::SharedObject submission(object);
    submission.add_statics(labs::end_load());
    labs::tell_faults(kChannel, submission.function(0));
    examine_loaded(lab, submission, std::move(room));
  } catch (const labs::NotLoaded& error) {
    say("load", core::escaped(error.what()));
  } catch (const std::exception& error) {
    say("stop", "throws " + core::escaped(error.what()));
  } catch (...) {
    say("stop", "throws what is no std::exception");
  }
  _exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 2 ? argv[1] : "";
  const labs::Lab* const lab = labs::find_lab(wanted);
  if (lab == nullptr || !labs::read_secret()) {
    std::fputs("toruscope-lab-runner is started by `toruscope grade`\n", stderr);
    return static_cast<int>(ExitCode::usage);
  }
  const std::string object = argv[2];
  return guarded([&] {
    warm_up();
    const int opened = open(object.c_str(), O_RDONLY | O_CLOEXEC);
    try {
      labs::confine_system_calls(kChannel, object, opened);
    } catch (const HostLimitError&) {
      _exit(labs::kCannotConfine);
    }
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // what a run has printed is there if it ends the process
    std::set_new_handler([] { labs::stop_runner("asks for more memory than a lab may have"); });
    labs::ExamRoom room;
    constexpr std::string_view kClosed = "closed:";
    for (const std::string_view word : std::span(argv, static_cast<std::size_t>(argc)).subspan(3)) {
      if (word.starts_with(kClosed))
        room.closed.emplace_back(word.substr(kClosed.size()));
      else
        room.wants_view = true;
    }
    examine(*lab, object, std::move(room));
  });
}
