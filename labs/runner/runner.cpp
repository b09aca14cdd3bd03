// SPDX-License-Identifier: Apache-2.0
#include "labs/runner/runner.hpp"

#include "labs/labs.hpp"
#include "labs/runner/faults.hpp"
#include "labs/runner/load_memory.hpp"
#include "labs/support/cases.hpp"
#include "labs/support/exam.hpp"
#include "labs/support/shared_object.hpp"
#include "runtime/core/shown_text.hpp"
#include "sandbox/secret.hpp"
#include "sandbox/system_calls.hpp"

#include <toruscope/collectives.hpp>
#include <toruscope/error.hpp>

#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fmt/core.h>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace toruscope::labs {

using namespace sandbox;

namespace {

constexpr int kChannel = 3;

void say(std::string_view what, std::string_view words) {
  if (!write_line(kChannel, {what, " ", words})) _exit(kStoppedCode);
}

/// Makes the library read now what it reads of this computer at its first use.
void warm_up() {
  Execution execution;
  execution.workers = 1;
  Machine machine{ring(2), round_machine(), execution};
  machine.run([](Communicator& comm) {
    const int mine = comm.rank();
    int other = -1;
    comm.sendrecv(1 - mine, mine, 1 - mine, other);
  });
}

/// Puts a line of the grader's into the output, whatever the submission has begun there.
void mark_output(std::string_view words) {
  if (write(STDOUT_FILENO, "\n", 1) == 1) write_line(STDOUT_FILENO, {words});
}

/// Marks the output of the run that begins.
void mark_run(int run) {
  std::cout.flush();
  std::fflush(stdout);
  mark_output(std::to_string(run));
}

void examine_loaded(const Lab& lab, const SharedObject& submission, ExamRoom room) {
  room.thrown_from = thrown_from;
  room.begun = [](int run, const std::string& item, const std::string& label) {
    forget_exceptions();
    say("case", fmt::format("{} {} {}", run, item, label));
    mark_run(run);
  };
  room.printed = [](const PrintedLine& line, const std::string& shown) {
    mark_output(fmt::format("print {} {} {}", line.time.count, line.rank, shown));
  };
  Exam exam(lab, submission, std::move(room));
  try {
    lab.check(exam);
  } catch (const Foul& found) {
    const nlohmann::ordered_json words{{"found", found.what()}, {"hint", found.hint()}};
    return say("foul", words.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
  } catch (const std::exception& error) {  // exceptions of a submission end in Exam::run
    return say("lab", core::escaped(error.what()));
  } catch (...) {
    return say("lab", "they throw what is no std::exception");
  }
  mark_run(0);
  say("marks", to_json(exam.marks()));
}

[[noreturn]] void examine(const Lab& lab, const std::string& object, ExamRoom room) {
  try {
    say("case", "0  while it is loaded");
    begin_load();
    SharedObject submission(object);
    submission.add_statics(end_load());
    tell_faults(kChannel, submission.function(0));
    examine_loaded(lab, submission, std::move(room));
  } catch (const NotLoaded& error) {
    say("load", core::escaped(error.what()));
  } catch (const std::exception& error) {
    say("stop", "throws " + core::escaped(error.what()));
  } catch (...) {
    say("stop", "throws what is no std::exception");
  }
  _exit(0);
}

/// Turns this process into a submission's, and examines it.
[[noreturn]] void examine_contained(const Lab& lab, const std::string& object, ExamRoom room) {
  warm_up();
  const int opened = open(object.c_str(), O_RDONLY | O_CLOEXEC);
  try {
    confine_system_calls(kChannel, object, opened);
  } catch (const HostLimitError&) {
    _exit(kCannotConfine);
  }
  // Output of a run must be there even if it ends the process.
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  std::set_new_handler(end_for_memory);
  examine(lab, object, std::move(room));
}

ExamRoom room_of(std::span<char*> words) {
  ExamRoom room;
  constexpr std::string_view kClosed = "closed:";
  for (const std::string_view word : words) {
    if (word.starts_with(kClosed))
      room.closed.emplace_back(word.substr(kClosed.size()));
    else
      room.wants_view = true;
  }
  return room;
}

std::vector<Lab> placed(const std::vector<PlacedLab>& places) {
  std::vector<Lab> labs;
  for (const PlacedLab& place : places) {
    labs.push_back(place.make());
    labs.back().name = place.name;
    labs.back().folder = place.folder;
  }
  require_sound(labs);
  return labs;
}

}  // namespace

int runner_main(int argc, char** argv, const std::vector<PlacedLab>& places) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  return guarded([&] {
    const std::vector<Lab> labs = placed(places);
    const std::string_view first = words.size() > 1 ? words[1] : "";
    const Lab* const lab = find_lab(labs, words.size() > 2 && first == "cases" ? words[2] : first);
    if (first == "labs") {
      std::cout << to_json(labs) << "\n";
    } else if (first == "cases" && lab != nullptr) {
      std::cout << to_json(cases_of(*lab)) << "\n";
    } else {
      if (lab == nullptr || words.size() < 3 || !read_secret())
        throw ConfigError(
            "this program is started by `toruscope grade`; one of labs of your own by `toruscope "
            "grade --labs PROGRAM`");
      examine_contained(*lab, words[2], room_of(words.subspan(3)));
    }
  });
}

}  // namespace toruscope::labs
