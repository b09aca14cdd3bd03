// SPDX-License-Identifier: Apache-2.0
// toruscope mpirun PROGRAM: the process goes on as toruscope-mpirun (mpi/launch/). Functions that
// MPI programs call, exit and write among them, have another meaning there.

#include "cli/verbs/verbs.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/core.h>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace toruscope::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLauncher = "toruscope-mpirun";

/// Beside this program, or where it was built.
fs::path launcher_of(const fs::path& program) {
  std::error_code error;
  const fs::path folder = program.parent_path();
  for (const fs::path& path : {folder / kLauncher, folder.parent_path() / "mpi/launch" / kLauncher})
    if (fs::exists(path, error)) return path;
  throw ConfigError(fmt::format(
      "mpirun: {} belongs beside {}, and is not there; where that was built: cmake --build BUILD --target "
      "toruscope_mpirun",
      kLauncher, core::escaped(program.string())));
}

/// The words of this process, as they were typed.
std::vector<std::string> typed_words() {
  std::vector<std::string> words;
  std::FILE* const file = std::fopen("/proc/self/cmdline", "re");
  if (file == nullptr) return words;
  std::string word;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) {
    if (c != 0) {
      word += static_cast<char>(c);
      continue;
    }
    words.push_back(word);
    word.clear();
  }
  std::fclose(file);
  return words;
}

}  // namespace

ExitCode run_mpi_program(const Session&) {
  std::error_code error;
  const std::string launcher = launcher_of(fs::read_symlink("/proc/self/exe", error)).string();
  std::vector<std::string> words = typed_words();
  if (words.size() < 2) throw HostLimitError("mpirun: /proc is needed, and is not there");
  words.erase(words.begin());  // toruscope, and then the verb, which the launcher knows
  words.front() = launcher;
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  execv(launcher.c_str(), all.data());
  throw HostLimitError(
      fmt::format("mpirun: {} cannot be started: {}", core::escaped(launcher), std::strerror(errno)));
}

}  // namespace toruscope::cli
