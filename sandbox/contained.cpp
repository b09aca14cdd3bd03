// SPDX-License-Identifier: Apache-2.0

#include "sandbox/contained.hpp"

#include "runtime/core/joined.hpp"
#include "sandbox/landlock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace toruscope::sandbox {

namespace {

using Clock = std::chrono::steady_clock;

/// Both ends of a pipe, closed on exec.
struct Pipe {
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (int& end : ends) shut(end);
  }
  static void shut(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  std::array<int, 2> ends{};
  [[nodiscard]] bool is_open() const { return ends[0] >= 0; }
  int& out() { return ends[0]; }
  int& in() { return ends[1]; }
};

/// Sets a limit, at most what the process may set itself.
void limit(int what, std::uint64_t most, std::uint64_t at_the_very_most) {
  rlimit now = {};
  getrlimit(static_cast<__rlimit_resource>(what), &now);
  const rlimit both{std::min<rlim_t>(most, now.rlim_max), std::min<rlim_t>(at_the_very_most, now.rlim_max)};
  setrlimit(static_cast<__rlimit_resource>(what), &both);
}

/// A namespace each for users (so that root is nobody), network, System V memory and names.
constexpr int kNamespaces = CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;

/// Input of a child, ready before the fork: after it only calls of the kernel are safe.
struct Launch {
  const Containment& containment;
  const FileRules& rules;
  std::vector<char*> arguments, environment;
  int input = -1, output = -1, channel = -1;
  int refusal = -1;  ///< gets the errno of a program that cannot be started; closed by its start
};

/// Takes on all limits in the child, then the program.
[[noreturn]] void become(const Launch& launch) noexcept {
  constexpr int kChannel = 3;
  constexpr int kRefusal = 4;
  constexpr int kAbove = 16;
  const Containment& c = launch.containment;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const auto seconds = static_cast<std::uint64_t>(c.processor_seconds);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, seconds, seconds + 1);
  limit(RLIMIT_AS, c.memory_bytes, c.memory_bytes);
  limit(RLIMIT_FSIZE, c.file_bytes, c.file_bytes);
  int error = chdir(c.folder.c_str()) == 0 ? 0 : errno;
  unshare(kNamespaces);                                   // where the kernel allows
  if (c.has_same_memory) personality(ADDR_NO_RANDOMIZE);  // where the kernel allows
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  launch.rules.take_on();  // where the kernel allows
  const int input = fcntl(launch.input, F_DUPFD, kAbove);
  const int output = fcntl(launch.output, F_DUPFD, kAbove);
  const int channel = fcntl(launch.channel, F_DUPFD, kAbove);
  const int refusal = fcntl(launch.refusal, F_DUPFD, kAbove);
  const bool has_ends = dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
                        dup2(output, STDERR_FILENO) >= 0 && dup2(channel, kChannel) >= 0 &&
                        dup3(refusal, kRefusal, O_CLOEXEC) >= 0;
  if (!has_ends) {
    error = EMFILE;  // no descriptor may be copied
    static_cast<void>(!write(refusal >= 0 ? refusal : launch.refusal, &error, sizeof error));
    _exit(1);
  }
  close_range(kRefusal + 1, ~0U, 0);
  const auto files = static_cast<std::uint64_t>(c.open_files);
  limit(RLIMIT_NOFILE, files, files);
  if (error == 0) {
    execve(launch.arguments[0], launch.arguments.data(), launch.environment.data());
    error = errno;
  }
  static_cast<void>(!write(kRefusal, &error, sizeof error));
  _exit(1);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

/// Reads available bytes; false at the end.
bool take(int from, std::string& into) {
  std::array<char, 1U << 16U> part{};
  const ssize_t n = read(from, part.data(), part.size());
  if (n > 0) into.append(part.data(), static_cast<std::size_t>(n));
  return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

Ended not_started(int number) {
  return {.how = Ended::How::not_started, .number = number};
}

/// Notes how the child ended by itself, or by a limit.
void judge(Ended& ended, int status, const rusage& used, int processor_seconds) {
  constexpr double kMicrosecond = 1e-6;
  ended.processor_seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                            kMicrosecond * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  ended.peak_bytes = static_cast<std::uint64_t>(used.ru_maxrss) << 10U;
  if (ended.how != Ended::How::exited) return;
  if (!WIFSIGNALED(status)) {
    ended.number = WEXITSTATUS(status);
    return;
  }
  ended.number = WTERMSIG(status);
  const bool was_killed =
      ended.number == SIGXCPU || (ended.number == SIGKILL && ended.processor_seconds >= processor_seconds);
  ended.how = was_killed ? Ended::How::out_of_time : Ended::How::signalled;
}

/// Listens until the child has ended, or has to be ended.
Ended listen(int child, int output, int channel, const Containment& c) {
  constexpr int kPatience = 100;  // ms
  Ended ended{.how = Ended::How::exited};
  const auto deadline = Clock::now() + std::chrono::seconds(c.wall_seconds);
  std::array<pollfd, 3> all{pollfd{child, POLLIN, 0}, pollfd{output, POLLIN, 0}, pollfd{channel, POLLIN, 0}};
  for (;;) {
    poll(all.data(), all.size(), kPatience);
    const bool is_over = all[0].revents != 0;
    if (all[1].revents != 0 && !take(output, ended.output)) all[1].fd = -1;
    if (all[2].revents != 0 && !take(channel, ended.channel)) all[2].fd = -1;
    if (ended.output.size() > c.output_bytes || ended.channel.size() > c.channel_bytes) {
      ended.how = Ended::How::too_much_output;
      return ended;
    }
    if (is_over && all[1].revents == 0 && all[2].revents == 0) return ended;
    if (c.interrupt != nullptr && c.interrupt->load(std::memory_order_relaxed)) {
      ended.how = Ended::How::interrupted;
      return ended;
    }
    if (!is_over && Clock::now() > deadline) {
      ended.how = Ended::How::idle;
      return ended;
    }
  }
}

}  // namespace

Ended run_contained(const std::vector<std::string>& command, const std::string& input,
                    const Containment& containment) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment{"PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=" + containment.folder.string(),
                                       "TMPDIR=" + containment.folder.string()};
  if (containment.has_same_memory) environment.emplace_back("MALLOC_PERTURB_=165");
  std::vector<std::filesystem::path> readable = containment.readable;
  std::vector<std::filesystem::path> writable{"/dev/null"};
  (containment.may_write ? writable : readable).push_back(containment.folder);
  const FileRules rules(readable, writable);
  Pipe in, out, channel, refusal;
  if (!in.is_open() || !out.is_open() || !channel.is_open() || !refusal.is_open()) return not_started(EMFILE);
  const Launch launch{.containment = containment,
                      .rules = rules,
                      .arguments = pointers(arguments),
                      .environment = pointers(environment),
                      .input = in.out(),
                      .output = out.in(),
                      .channel = channel.in(),
                      .refusal = refusal.in()};
  const pid_t child = fork();
  if (child == 0) become(launch);
  if (child < 0) return not_started(errno);
  Pipe::shut(in.out());
  Pipe::shut(out.in());
  Pipe::shut(channel.in());
  Pipe::shut(refusal.in());
  static_cast<void>(!write(in.in(), input.data(), input.size()));  // a line: fits in a pipe
  Pipe::shut(in.in());
  int ending = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  Ended ended = ending < 0 ? not_started(errno) : listen(ending, out.out(), channel.out(), containment);
  Pipe::shut(ending);
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  int status = 0;
  rusage used = {};
  while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) continue;
  int error = 0;
  if (read(refusal.out(), &error, sizeof error) == sizeof error) return not_started(error);
  judge(ended, status, used, containment.processor_seconds);
  return ended;
}

std::vector<Enforcement> enforcement(const std::vector<std::filesystem::path>& readable) {
  const std::string all = core::joined(readable, ", ", [](const auto& path) { return path.string(); });
  const int version = landlock_version();
  const pid_t child = fork();
  if (child == 0) _exit(unshare(kNamespaces) == 0 ? 0 : 1);
  int status = 1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  const bool has_namespaces = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return {
      {"processor time, memory, size of files, open files", true, "limits of the process (setrlimit)"},
      {"output", true, "cut at a limit, and the process ended"},
      {"system calls of the running submission", true, "seccomp: no files, processes, threads, network"},
      {"files while it is compiled", version > 0,
       version > 0 ? fmt::format("Landlock, version {}: beside its folder it can read {}", version, all)
                   : "needs Landlock in the kernel: an #include can read what you can"},
      {"user and network of both", has_namespaces,
       has_namespaces
           ? "namespaces of their own"
           : "needs unprivileged user namespaces; seccomp keeps the running submission from the network"},
  };
}

}  // namespace toruscope::sandbox
