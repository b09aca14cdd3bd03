// SPDX-License-Identifier: Apache-2.0

#include "sandbox/contained.hpp"

#include "sandbox/landlock.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::sandbox {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// A folder of the test's own, and a shell that runs contained in it.
class Contained : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(containment_.folder); }
  void TearDown() override { fs::remove_all(containment_.folder); }

  Ended shell(const std::string& commands, const std::string& input = "") {
    return run_contained({"/bin/sh", "-c", commands}, input, containment_);
  }

  Containment containment_{
      .folder = fs::temp_directory_path() / (std::string("toruscope_contained_") +
                                             testing::UnitTest::GetInstance()->current_test_info()->name()),
      .readable = {"/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache"},
      .wall_seconds = 30};
};

TEST_F(Contained, GivesExitCodeOutputAndChannel) {
  const Ended ended = shell("cat; echo oops >&2; echo marks >&3; exit 5", "read this\n");

  EXPECT_EQ(ended.how, Ended::How::exited);
  EXPECT_EQ(ended.number, 5);
  EXPECT_EQ(ended.output, "read this\noops\n");
  EXPECT_EQ(ended.channel, "marks\n");
}

TEST_F(Contained, BeginsInItsFolderWithNothingOfTheEnvironment) {
  setenv("TORUSCOPE_TEST_SECRET", "told", 1);
  const Ended ended = shell("pwd; env");
  unsetenv("TORUSCOPE_TEST_SECRET");

  EXPECT_THAT(ended.output, HasSubstr(containment_.folder.string() + "\n"));
  EXPECT_THAT(ended.output, Not(HasSubstr("TORUSCOPE_TEST_SECRET")));
}

TEST_F(Contained, HasNoDescriptorsButItsOwn) {
  const std::ifstream open_here("/dev/null");

  EXPECT_EQ(shell("for f in 4 5 6 7 8 9; do (eval \"true <&$f\") 2>/dev/null && echo $f; done").output, "");
}

TEST_F(Contained, IsEndedAfterItsProcessorTime) {
  containment_.processor_seconds = 1;

  EXPECT_EQ(shell("while :; do :; done").how, Ended::How::out_of_time);
}

TEST_F(Contained, IsEndedIfItDoesNothingForTooLong) {
  containment_.wall_seconds = 1;

  EXPECT_EQ(shell("sleep 1000").how, Ended::How::idle);
}

TEST_F(Contained, IsEndedIfItSaysTooMuch) {
  containment_.output_bytes = 1000;

  const Ended ended = shell("while :; do echo once more; done");

  EXPECT_EQ(ended.how, Ended::How::too_much_output);
  EXPECT_LT(ended.output.size(), 1'000'000U);
}

TEST_F(Contained, TakesItsChildrenWithIt) {
  const auto began = std::chrono::steady_clock::now();
  const Ended ended = shell("sleep 1000 & sleep 1000 & exit 0");  // they keep the pipes open

  EXPECT_EQ(ended.how, Ended::How::exited);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

TEST_F(Contained, TellsTheSignalThatEndedIt) {
  const Ended ended = shell("kill -SEGV $$");

  EXPECT_EQ(ended.how, Ended::How::signalled);
  EXPECT_EQ(ended.number, SIGSEGV);
}

TEST_F(Contained, WritesNoFileThatIsTooLarge) {
  containment_.may_write = true;
  containment_.file_bytes = 1024;

  shell("trap '' XFSZ; yes > large");

  EXPECT_EQ(fs::file_size(containment_.folder / "large"), 1024U);
}

TEST_F(Contained, SeesOnlyWhatItMay) {
  if (landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  const fs::path beside = containment_.folder.string() + "_beside";
  std::ofstream(beside) << "a secret";
  std::ofstream(containment_.folder / "own") << "its own";

  const Ended ended = shell("cat own; cat " + beside.string() + "; echo x > new; echo x > " + beside.string());
  containment_.may_write = true;
  shell("echo x > new; echo x > " + beside.string());

  EXPECT_THAT(ended.output, HasSubstr("its own"));
  EXPECT_THAT(ended.output, Not(HasSubstr("secret")));
  EXPECT_TRUE(fs::exists(containment_.folder / "new"));
  EXPECT_EQ(fs::file_size(beside), 8U);
  fs::remove(beside);
}

TEST_F(Contained, TellsWhyAProgramDoesNotStart) {
  const Ended missing = run_contained({"/no/such/program"}, "", containment_);
  std::ofstream(containment_.folder / "text") << "no program";
  const Ended text = run_contained({(containment_.folder / "text").string()}, "", containment_);

  EXPECT_EQ(missing.how, Ended::How::not_started);
  EXPECT_EQ(missing.number, ENOENT);
  EXPECT_EQ(text.how, Ended::How::not_started);
  EXPECT_EQ(text.number, EACCES);
}

TEST_F(Contained, TellsWhatItTook) {
  const Ended ended = shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done");

  EXPECT_GT(ended.processor_seconds, 0);
  EXPECT_GT(ended.peak_bytes, 100'000U);
}

}  // namespace
}  // namespace toruscope::sandbox
