// SPDX-License-Identifier: Apache-2.0
#include "cli/files/output_files.hpp"
#include "cli/process/ending.hpp"
#include "runtime/files/output_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <ostream>
#include <thread>
#include <unistd.h>

namespace toruscope::cli {
namespace {

using testing::ExitedWithCode;

class InterruptDeathTest : public testing::TestWithParam<int> {};

TEST_P(InterruptDeathTest, BeforeARunEndsTheProcess) {
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        std::raise(GetParam());
      },
      ExitedWithCode(130), "^toruscope: interrupted\n$");
}

TEST_P(InterruptDeathTest, OfARunSetsTheFlagFirst) {
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        const std::atomic<bool>& flag = listen_for_interrupt();
        std::raise(GetParam());
        if (!flag.load()) _exit(1);
        std::raise(GetParam());
      },
      ExitedWithCode(130), "^toruscope: interrupted\n$");
}

TEST_P(InterruptDeathTest, WhileAFileIsWrittenLeavesThePlaceAsItWas) {
  const test::TemporaryFolder folder;
  const auto file = folder.file("a.csv", "old");
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        listen_for_interrupt();
        core::write_file(file, [&](std::ostream& out) {
          out << "half" << std::flush;
          std::raise(GetParam());
        });
      },
      ExitedWithCode(130), "the file that was being written is as it was before");
  EXPECT_EQ(test::content_of(file), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST_P(InterruptDeathTest, BetweenTwoOutputsLeavesTheFirstWholeAndBeginsNoOther) {
  const test::TemporaryFolder folder;
  const auto first = folder.file("a.jsonl", "old");
  const auto second = folder.file("b.txt", "old");
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        const FileOutput events("--events", first.string());
        const FileOutput result("-o", second.string());
        listen_for_interrupt();
        events.write([](std::ostream& out) { out << "new"; });
        std::raise(GetParam());
        result.write([](std::ostream& out) { out << "new"; });
      },
      ExitedWithCode(130), "^toruscope: interrupted\n$");
  EXPECT_EQ(test::content_of(first), "new");
  EXPECT_EQ(test::content_of(second), "old");
  EXPECT_EQ(folder.entries(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptDeathTest, testing::Values(SIGINT, SIGTERM, SIGHUP),
                         [](const auto& signal) { return std::string("SIG") + sigabbrev_np(signal.param); });

TEST(EndingSignalDeathTest, LeavesNoFileHalfWritten) {
  const test::TemporaryFolder folder;
  const auto file = folder.file("a.csv", "old");
  for (const int signal : {SIGQUIT, SIGXCPU, SIGUSR1})
    EXPECT_EXIT(
        {
          const InterruptWatch watch;
          core::write_file(file, [&](std::ostream& out) {
            out << "half" << std::flush;
            std::raise(signal);
          });
        },
        testing::KilledBySignal(signal), "^$");
  EXPECT_EQ(test::content_of(file), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(Interrupt, ThatNoRunSawIsTheCodeOfACommandThatEndedWell) {
  const InterruptWatch watch;
  EXPECT_EQ(code_after_interrupt(ExitCode::ok), ExitCode::ok);
  listen_for_interrupt();
  std::raise(SIGHUP);
  EXPECT_EQ(code_after_interrupt(ExitCode::ok), ExitCode::interrupted);
  EXPECT_EQ(code_after_interrupt(ExitCode::wrong_result), ExitCode::wrong_result);
}

TEST(Interrupt, LeavesAHandlerOfTheProgramAlone) {
  const auto handler = [](int) {};
  const auto former = std::signal(SIGUSR1, handler);
  {
    const InterruptWatch watch;
    EXPECT_EQ(std::signal(SIGUSR1, handler), static_cast<void (*)(int)>(handler));
  }
  std::signal(SIGUSR1, former);
}

TEST(Interrupt, ThatIsIgnoredStaysIgnored) {
  for (const int signal : {SIGINT, SIGHUP}) {
    const auto former = std::signal(signal, SIG_IGN);
    {
      const InterruptWatch watch;
      listen_for_interrupt();
      std::raise(signal);
      EXPECT_FALSE(interrupt_flag().load());
    }
    EXPECT_EQ(std::signal(signal, former), SIG_IGN);
  }
}

TEST(ReadingLimitDeathTest, EndsTheProcess) {
  EXPECT_EXIT(
      {
        const ReadingLimit limit(std::chrono::milliseconds(0), ReadingLimit::Clock::now());
        pause();
      },
      ExitedWithCode(6), "time limit: 0 ms passed while the machine and its files were read");
}

// A process that lives on after the limit, which ended before, exits with a code of its own.
TEST(ReadingLimitDeathTest, IsOfReadingAlone) {
  EXPECT_EXIT(
      {
        constexpr std::chrono::milliseconds kLimit(500);
        {
          const ReadingLimit none(std::nullopt, ReadingLimit::Clock::now());
          const ReadingLimit passed(kLimit, ReadingLimit::Clock::now());
        }
        std::this_thread::sleep_for(2 * kLimit);
        std::_Exit(17);
      },
      ExitedWithCode(17), "");
}

}  // namespace
}  // namespace toruscope::cli
