// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/fault_report.hpp"

#include "runtime/engine/sanitizers.hpp"

#include <toruscope/machine.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <latch>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <span>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <vector>

namespace toruscope {
namespace {

[[gnu::noinline]] int use_stack(int depth) {
  volatile char frame[1024];
  for (volatile char& c : frame) c = static_cast<char>(depth);
  return depth <= 0 ? frame[3] : use_stack(depth - 1) + frame[5];
}

class StackOverflow : public testing::TestWithParam<PeEngine> {};

TEST_P(StackOverflow, IsToldByTheNameOfThePe) {
  if (detail::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto overflow = [&] {
    detail::install_fault_report();
    Machine machine(ring(8), {}, {.engine = GetParam(), .workers = 2, .stack_bytes = 64 * 1024});
    machine.run([](Communicator& comm) {
      if (comm.rank() == 5) use_stack(1000);
    });
  };
  EXPECT_EXIT(overflow(), testing::ExitedWithCode(6),
              "PE 5 used more than its stack of 64 KiB; try --stack 256K");
}

/// The frames after one that has stepped over the guard.
[[gnu::noinline]] int step_over_guard() {
  volatile char frame[256 * 1024];
  frame[0] = 1;
  return use_stack(4000) + frame[0];
}

TEST_P(StackOverflow, IsToldBelowAFrameThatStepsOverTheGuard) {
  if (detail::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto overflow = [&] {
    detail::install_fault_report();
    Machine machine(ring(8), {}, {.engine = GetParam(), .stack_bytes = 64 * 1024});
    machine.run([](Communicator& comm) {
      if (comm.rank() == 5) step_over_guard();
    });
  };
  EXPECT_EXIT(overflow(), testing::ExitedWithCode(6), "PE 5 used more than its stack of 64 KiB");
}

/// As kernels before Linux 6.13 do.
void refuse_guard_marks() {
  constexpr unsigned kInstallGuard = 102;
  std::array<sock_filter, 6> filter{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kInstallGuard, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  if (madvise(nullptr, 0, kInstallGuard) == 0 || errno != EINVAL) std::abort();  // the filter is not at work
}

TEST_P(StackOverflow, IsToldWhereTheKernelMarksNoGuards) {
  if (detail::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto overflow = [&] {
    refuse_guard_marks();
    detail::install_fault_report();
    Machine machine(ring(8), {}, {.engine = GetParam(), .workers = 2, .stack_bytes = 64 * 1024});
    machine.run([](Communicator& comm) {
      if (comm.rank() == 5) use_stack(1000);
    });
  };
  EXPECT_EXIT(overflow(), testing::ExitedWithCode(6), "PE 5 used more than its stack of 64 KiB");
}

TEST_P(StackOverflow, OfManyPesAtOnceIsToldOnce) {
  if (detail::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  constexpr int kPes = 32;
  const auto overflow = [&] {
    detail::install_fault_report();
    Machine machine(ring(kPes), {}, {.engine = GetParam(), .workers = kPes, .stack_bytes = 64 * 1024});
    std::latch all(kPes);
    machine.run([&](Communicator&) {
      all.arrive_and_wait();
      use_stack(1000);
    });
  };
  const auto reports = [](const std::string& text) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find("used more than", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  EXPECT_EXIT(overflow(), testing::ExitedWithCode(6), testing::ResultOf(reports, 1));
}

TEST_P(StackOverflow, DoesNotHappenWithALargerStack) {
  Machine machine(ring(2), {}, {.engine = GetParam(), .stack_bytes = 4 * 1024 * 1024});
  EXPECT_NO_THROW(machine.run([](Communicator& comm) { comm.compute(Ticks{use_stack(1000) * 0}); }));
}

class FaultOfAProgram : public testing::TestWithParam<PeEngine> {
 protected:
  void run_on_pe_5(void (*mistake)()) {
    detail::install_fault_report();
    Machine machine(ring(8), {}, {.engine = GetParam(), .workers = 2});
    machine.run([&](Communicator& comm) {
      if (comm.rank() == 5) mistake();
    });
  }
};

TEST_P(FaultOfAProgram, IsToldByTheNameOfThePe) {
  if (detail::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(run_on_pe_5([] { std::raise(SIGSEGV); }), testing::KilledBySignal(SIGSEGV),
              "the program of PE 5 ended the process: Segmentation fault");
  EXPECT_EXIT(run_on_pe_5([] { std::abort(); }), testing::KilledBySignal(SIGABRT),
              "the program of PE 5 ended the process: Aborted");
}

/// A message goes into a buffer that may not be written, when another PE may have control.
TEST_P(FaultOfAProgram, InABufferIsToldByTheNameOfTheReceiver) {
  if (detail::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto fault = [&] {
    detail::install_fault_report();
    Machine machine(ring(8), {}, {.engine = GetParam()});
    machine.run([](Communicator& comm) {
      constexpr std::size_t kPage = 4096;
      void* const page = mmap(nullptr, kPage, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      std::vector<char> writable(1);
      const std::span<char> into =
          comm.rank() == 5 ? std::span(static_cast<char*>(page), 1) : std::span(writable);
      const Rank next = (comm.rank() + 1) % comm.size();
      const Rank previous = (comm.rank() + comm.size() - 1) % comm.size();
      comm.sendrecv(next, std::vector<char>(1), previous, into);
    });
  };
  EXPECT_EXIT(fault(), testing::KilledBySignal(SIGSEGV), "the program of PE 5 ended the process: Segm");
}

TEST_P(FaultOfAProgram, CannotEndTheProcessAsIfAllWereWell) {
  if (detail::kSanitized) GTEST_SKIP() << "sanitizers take exit() amiss";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(run_on_pe_5([] { std::exit(0); }), testing::ExitedWithCode(7),  // NOLINT(concurrency-mt-unsafe)
              "the program of PE 5 called exit\\(\\)");
}

constexpr auto kEngineName = [](const auto& parameter) { return parameter.index == 0 ? "fibers" : "threads"; };
INSTANTIATE_TEST_SUITE_P(Engines, FaultOfAProgram, testing::Values(PeEngine::fibers, PeEngine::threads),
                         kEngineName);
INSTANTIATE_TEST_SUITE_P(Engines, StackOverflow, testing::Values(PeEngine::fibers, PeEngine::threads),
                         kEngineName);

}  // namespace
}  // namespace toruscope
