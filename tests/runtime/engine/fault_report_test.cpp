// SPDX-License-Identifier: Apache-2.0
// What ends the process from inside a PE, under a plain Machine: nobody installs anything for it.

#include "runtime/core/sanitizers.hpp"

#include <toruscope/machine.hpp>

#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <latch>
#include <span>
#include <string>
#include <sys/mman.h>
#include <thread>
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
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto overflow = [&] {
    Machine machine(ring(8), {}, {.engine = GetParam(), .workers = 2, .stack_bytes = 64 * 1024});
    machine.run([](Communicator& comm) {
      if (comm.rank() == 5) use_stack(1000);
    });
  };
  EXPECT_EXIT(overflow(), testing::ExitedWithCode(6),
              "PE 5 used more than its stack of 64 KiB; try --stack 256K");
}

/// Frames that are larger than the stack, of which little is touched.
[[gnu::noinline]] int use_large_frames(int depth) {
  volatile char frame[280 * 1024];
  for (int i = 0; i < 1000; ++i) frame[i] = static_cast<char>(depth);
  return depth <= 0 ? frame[3] : use_large_frames(depth - 1) + frame[5];
}

TEST_P(StackOverflow, OfLargeFramesIsTold) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto overflow = [&] {
    Machine machine(ring(8), {}, {.engine = GetParam(), .stack_bytes = 64 * 1024});
    machine.run([](Communicator& comm) {
      if (comm.rank() == 5) use_large_frames(3);
    });
  };
  EXPECT_EXIT(overflow(), testing::ExitedWithCode(6), "PE 5 used more than its stack of 64 KiB");
}

TEST_P(StackOverflow, OfManyPesAtOnceIsToldOnce) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report overflows themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  constexpr int kPes = 32;
  const auto overflow = [&] {
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
    Machine machine(ring(8), {}, {.engine = GetParam(), .workers = 2});
    machine.run([&](Communicator& comm) {
      if (comm.rank() == 5) mistake();
    });
  }
};

TEST_P(FaultOfAProgram, IsToldByTheNameOfThePe) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(run_on_pe_5([] { std::raise(SIGSEGV); }), testing::KilledBySignal(SIGSEGV),
              "the program of PE 5 ended the process: Segmentation fault");
  EXPECT_EXIT(run_on_pe_5([] { std::abort(); }), testing::KilledBySignal(SIGABRT),
              "the program of PE 5 ended the process: Aborted");
}

/// A message goes into a buffer that may not be written, when another PE may have control.
TEST_P(FaultOfAProgram, InABufferIsToldByTheNameOfTheReceiver) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto fault = [&] {
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
  if (core::kSanitized) GTEST_SKIP() << "sanitizers take exit() amiss";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  EXPECT_EXIT(run_on_pe_5([] { std::exit(0); }), testing::ExitedWithCode(7),
              "the program of PE 5 called exit\\(\\)");
}

TEST_P(FaultOfAProgram, IsToldWithTheNameOfTheRun) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto fault = [] {
    Machine machine(ring(8), {}, {.engine = GetParam(), .name = "broadcast by chain"});
    machine.run([](Communicator& comm) {
      if (comm.rank() == 3) std::raise(SIGFPE);
    });
  };
  EXPECT_EXIT(fault(), testing::KilledBySignal(SIGFPE),
              "the program of PE 3 ended the process: .*\n.*the run was: broadcast by chain\n");
}

// Of two runs at once, one of which is over, the other is still watched.
TEST_P(FaultOfAProgram, IsToldWhileAnotherMachineRunsOrHasEnded) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers report faults themselves";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto fault = [] {
    std::latch both(2);
    std::latch is_over(1);
    std::jthread other([&] {
      Machine(ring(3)).run([&](Communicator& comm) {
        if (comm.rank() == 0) both.arrive_and_wait();
      });
      is_over.count_down();
    });
    Machine machine(ring(8), {}, {.engine = GetParam(), .workers = 1});
    machine.run([&](Communicator& comm) {
      if (comm.rank() != 5) return;
      both.arrive_and_wait();
      is_over.wait();
      std::raise(SIGSEGV);
    });
  };
  EXPECT_EXIT(fault(), testing::KilledBySignal(SIGSEGV), "the program of PE 5 ended the process: Segm");
}

volatile std::sig_atomic_t own_calls = 0;
void own_handler(int, siginfo_t*, void*) {
  own_calls = own_calls + 1;
}

/// The process's own handler of SIGFPE, as long as it lives.
class OwnHandler {
 public:
  OwnHandler() {
    struct sigaction own = {};
    own.sa_sigaction = &own_handler;
    own.sa_flags = SA_SIGINFO;
    sigaction(SIGFPE, &own, &before_);
    own_calls = 0;
  }
  OwnHandler(const OwnHandler&) = delete;
  OwnHandler& operator=(const OwnHandler&) = delete;
  ~OwnHandler() { sigaction(SIGFPE, &before_, nullptr); }

 private:
  struct sigaction before_ = {};
};

/// What handles SIGFPE now.
auto handler_now() {
  struct sigaction now = {};
  sigaction(SIGFPE, nullptr, &now);
  return now.sa_sigaction;
}

TEST_P(FaultOfAProgram, GoesOnToTheProcesssOwnHandlerWhichIsThereAgainAfterTheRun) {
  const OwnHandler handler;
  testing::internal::CaptureStderr();

  run_on_pe_5([] { std::raise(SIGFPE); });  // the own handler lets the program go on

  EXPECT_EQ(own_calls, 1);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("the program of PE 5 ended the process"),
            std::string::npos);
  EXPECT_EQ(handler_now(), &own_handler);
  EXPECT_ANY_THROW(run_on_pe_5([] { throw 1; }));
  EXPECT_EQ(handler_now(), &own_handler) << "also after a run that fails";
}

// Whoever replaces the handler in a run keeps what he has put there.
TEST_P(FaultOfAProgram, LeavesAHandlerAloneThatWasInstalledInTheRun) {
  struct sigaction before = {};
  sigaction(SIGFPE, nullptr, &before);

  run_on_pe_5([] {
    struct sigaction own = {};
    own.sa_sigaction = &own_handler;
    own.sa_flags = SA_SIGINFO;
    sigaction(SIGFPE, &own, nullptr);
  });

  EXPECT_EQ(handler_now(), &own_handler);
  sigaction(SIGFPE, &before, nullptr);
}

constexpr auto kEngineName = [](const auto& parameter) { return parameter.index == 0 ? "fibers" : "threads"; };
INSTANTIATE_TEST_SUITE_P(Engines, FaultOfAProgram, testing::Values(PeEngine::fibers, PeEngine::threads),
                         kEngineName);
INSTANTIATE_TEST_SUITE_P(Engines, StackOverflow, testing::Values(PeEngine::fibers, PeEngine::threads),
                         kEngineName);

}  // namespace
}  // namespace toruscope
