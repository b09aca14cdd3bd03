// SPDX-License-Identifier: Apache-2.0

#include "tests/cli/child_process.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace toruscope {

namespace {

struct Pipe {
  std::array<int, 2> ends{};
  Pipe() { EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0); }
};

[[noreturn]] void become_toruscope(const std::vector<std::string>& words,
                                   const std::vector<std::string>& environment, const Pipe& out,
                                   const Pipe& err) {
  dup2(out.ends[1], STDOUT_FILENO);
  dup2(err.ends[1], STDERR_FILENO);
  std::vector<char*> arguments;
  std::string program = TORUSCOPE_PROGRAM;
  arguments.push_back(program.data());
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  for (const std::string& setting : environment) putenv(const_cast<char*>(setting.c_str()));
  execv(program.c_str(), arguments.data());
  _exit(127);
}

}  // namespace

Finished run_toruscope(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                       int interrupt_after_ms) {
  const Pipe out;
  const Pipe err;
  const pid_t child = fork();
  if (child == 0) become_toruscope(words, environment, out, err);
  close(out.ends[1]);
  close(err.ends[1]);
  Finished finished;
  const auto start = std::chrono::steady_clock::now();
  bool is_interrupted = interrupt_after_ms <= 0;
  std::array<pollfd, 2> polled{{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
  std::array<std::string*, 2> texts{&finished.out, &finished.err};
  while (polled[0].fd >= 0 || polled[1].fd >= 0) {
    poll(polled.data(), polled.size(), is_interrupted ? -1 : 10);
    if (!is_interrupted &&
        std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(interrupt_after_ms)) {
      kill(child, SIGINT);
      is_interrupted = true;
    }
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      std::array<char, 4096> part{};
      const ssize_t length = read(polled[i].fd, part.data(), part.size());
      if (length > 0) {
        texts[i]->append(part.data(), static_cast<std::size_t>(length));
      } else {
        close(polled[i].fd);
        polled[i].fd = -1;
      }
    }
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  finished.peak_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished;
}

}  // namespace toruscope
