// SPDX-License-Identifier: Apache-2.0
// The process in which one submission runs: toruscope-lab-runner LAB OBJECT [view]. `toruscope grade` starts it.
//
//   descriptor 0   a line that nobody else knows, read before the submission is loaded
//   descriptor 3   where the findings go; each line begins with that line:
//                  case LABEL | stop REASON | endless REASON | foul {"found", "hint"} | marks {...}

#include "labs/labs.hpp"
#include "labs/runner/load_memory.hpp"
#include "labs/runner/system_calls.hpp"
#include "labs/support/exam.hpp"
#include "labs/support/shared_object.hpp"

#include <toruscope/collectives.hpp>
#include <toruscope/error.hpp>

#include <array>
#include <cstdio>
#include <cstring>
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

void say(const std::string& secret, const std::string& what) {
  const std::string line = secret + " " + what + "\n";
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t part = write(kChannel, line.data() + done, line.size() - done);
    if (part <= 0) _exit(labs::kStoppedCode);
    done += static_cast<std::size_t>(part);
  }
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

/// The line that the grader writes to the standard input, read without a buffer in which a submission would find it. Empty if
/// there is none.
std::string read_secret() {
  std::array<char, 256> line{};
  const ssize_t length = read(STDIN_FILENO, line.data(), line.size());
  const std::string_view text(line.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  std::string secret(text.substr(0, text.find('\n')));
  explicit_bzero(line.data(), line.size());
  return secret;
}

[[noreturn]] void examine(const labs::Lab& lab, const std::string& object, bool wants_view,
                          const std::string& secret) {
  const auto foul = [&](const std::string& found, const std::string& hint) {
    const nlohmann::ordered_json words{{"found", found}, {"hint", hint}};
    say(secret, "foul " + words.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace));
  };
  try {
    say(secret, "case while it is loaded");
    labs::begin_load();
    labs::SharedObject submission(object);
    submission.add_statics(labs::end_load());
    labs::Exam exam(
        lab, submission, [&](const std::string& label) { say(secret, "case " + label); }, wants_view);
    lab.check(exam);
    say(secret, "marks " + labs::to_json(exam.marks()));
  } catch (const labs::Endless& found) {
    say(secret, std::string("endless ") + found.what());
  } catch (const labs::Foul& found) {
    foul(found.what(), found.hint());
  } catch (const std::exception& error) {
    foul(error.what(), "");
  } catch (...) {
    foul("throws what is no std::exception", "");
  }
  _exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 2 ? argv[1] : "";
  const labs::Lab* const lab = labs::find_lab(wanted);
  std::string secret = lab == nullptr ? "" : read_secret();
  if (secret.empty()) {
    std::fputs("toruscope-lab-runner is started by `toruscope grade`\n", stderr);
    return static_cast<int>(ExitCode::usage);
  }
  const std::string object = argv[2];
  return guarded([&] {
    warm_up();
    const int opened = open(object.c_str(), O_RDONLY | O_CLOEXEC);
    try {
      labs::confine_system_calls(kChannel, secret, object, opened);
    } catch (const HostLimitError&) {
      _exit(labs::kCannotConfine);
    }
    std::set_new_handler([] { labs::stop_runner("asks for more memory than a lab may have"); });
    examine(*lab, object, argc > 3, secret);
  });
}
