// SPDX-License-Identifier: Apache-2.0
// toruscope::main: from the words of the command line to what carries them out.

#include "cli/command/verb_tree.hpp"
#include "cli/files/input_files.hpp"
#include "cli/files/output_files.hpp"
#include "cli/process/computer.hpp"
#include "cli/process/ending.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/files/command_files.hpp"

#include <toruscope/main.hpp>

#include <filesystem>
#include <fmt/core.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {

namespace {

/// "mine" of "build/mine".
std::string name_of(const char* called) {
  const std::string name = called == nullptr ? "" : std::filesystem::path(called).filename().string();
  return name.empty() ? "toruscope" : name;
}

}  // namespace

int main(int argc, char** argv, const std::function<void(Communicator&)>& program, const Tables& tables) {
  cli::share_arena_if_addresses_are_few();
  return guarded([&] {
    cli::require_stack();
    const std::vector<std::string> words(argv + 1, argv + argc);
    cli::Command command = cli::read_command_line(words);
    if (command.carry_out == nullptr) {
      cli::write_to_stdout(command.text);
      return ExitCode::ok;
    }
    const cli::InterruptWatch watch;
    const core::CommandFiles files;
    Tables all = cli::with_schedules(tables, command.options);
    for (Preset& machine : all.machines) machine.parameters = completed(std::move(machine.parameters));
    const cli::Session session{command.options, all, program,
                               fmt::format("{} {}", name_of(argv[0]), core::joined(words, " "))};
    return cli::code_after_interrupt(command.carry_out(session));
  });
}

int main(int argc, char** argv, const std::function<void(Communicator&)>& program,
         const Catalogue& algorithms) {
  Tables tables;
  tables.algorithms = algorithms;
  return main(argc, argv, program, tables);
}

}  // namespace toruscope
