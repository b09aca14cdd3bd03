// SPDX-License-Identifier: Apache-2.0
// The process in which one submission runs: toruscope-lab-runner LAB OBJECT [view]. `toruscope grade` starts it.
//
//   descriptor 0   a line that nobody else knows, read before the submission is loaded
//   descriptor 3   where the findings go; each line begins with that line:
//                  case LABEL | load REASON | stop REASON | endless REASON | foul {"found", "hint"} | marks {...}

#include "labs/labs.hpp"
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
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unistd.h>

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

void examine_loaded(const labs::Lab& lab, const labs::SharedObject& submission, bool wants_view) {
  labs::Exam exam(
      lab, submission, [](const std::string& label) { say("case", label); }, wants_view);
  try {
    lab.check(exam);
    say("marks", labs::to_json(exam.marks()));
  } catch (const labs::Endless& found) {
    say("endless", found.what());
  } catch (const labs::Foul& found) {
    const nlohmann::ordered_json words{{"found", found.what()}, {"hint", found.hint()}};
    say("foul", words.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
  }
}

[[noreturn]] void examine(const labs::Lab& lab, const std::string& object, bool wants_view) {
  try {
    say("case", "while it is loaded");
    labs::begin_load();
    labs::SharedObject submission(object);
    submission.add_statics(labs::end_load());
    examine_loaded(lab, submission, wants_view);
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
    std::set_new_handler([] { labs::stop_runner("asks for more memory than a lab may have"); });
    examine(*lab, object, argc > 3);
  });
}
