// SPDX-License-Identifier: Apache-2.0
// toruscope::main: the one place that catches errors and turns them into words and exit codes.

#include "cli/command_line.hpp"
#include "cli/file_output.hpp"
#include "cli/interrupt.hpp"
#include "runtime/engine/fault_report.hpp"

#include <toruscope/main.hpp>

#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <new>
#include <string>
#include <vector>

namespace toruscope {

namespace {

int say(ExitCode code, const std::string& what) {
  std::fflush(stdout);
  std::fputs(("toruscope: " + what + "\n").c_str(), stderr);
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv, const std::function<void(Communicator&)>& program, const Tables& tables) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    detail::Command command = detail::read_command_line(words);
    if (command.carry_out == nullptr) {
      detail::write_to_stdout(command.text);
      return static_cast<int>(ExitCode::ok);
    }
    detail::install_fault_report();
    const detail::InterruptWatch watch;
    const detail::Session session{command.options, tables, program,
                                  fmt::format("{} {}", "toruscope", fmt::join(words, " "))};
    return static_cast<int>(command.carry_out(session));
  } catch (const Error& e) {
    return say(e.code(), e.what());
  } catch (const std::bad_alloc&) {
    return say(ExitCode::host_limit, "memory: this computer has no more; try fewer PEs or smaller blocks");
  } catch (const std::exception& e) {
    return say(ExitCode::program_error, e.what());
  }
}

int main(int argc, char** argv, const std::function<void(Communicator&)>& program,
         const Catalogue& algorithms) {
  Tables tables;
  tables.algorithms = algorithms;
  return main(argc, argv, program, tables);
}

}  // namespace toruscope
