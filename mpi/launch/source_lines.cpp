// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/source_lines.hpp"

#include "runtime/core/source_place.hpp"

#include <array>
#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

/// What addr2line says of an address; empty if it is not there.
std::string answer_of(std::string program, std::string address) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  char name[] = "addr2line", option[] = "-e";
  char* const words[] = {name, option, program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const bool is_begun = posix_spawnp(&child, name, &files, nullptr, words, environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  close(ends[1]);
  std::string said;
  std::array<char, 1024> part{};
  for (ssize_t n = 0; is_begun && (n = ::read(ends[0], part.data(), part.size())) > 0;)
    said.append(part.data(), static_cast<std::size_t>(n));
  close(ends[0]);
  if (is_begun) waitpid(child, nullptr, 0);
  return said;
}

}  // namespace

std::string SourceLines::of(std::uintptr_t address) const {
  const std::lock_guard lock(lock_);
  const auto [place, is_new] = known_.try_emplace(address);
  if (is_new) {
    const std::string said = answer_of(program_.string(), fmt::format("{:#x}", address));
    place->second = core::source_place(std::string_view(said).substr(0, said.find('\n')));
  }
  return place->second;
}

}  // namespace toruscope::mpi
