// SPDX-License-Identifier: Apache-2.0
// `run` without an application runs the program that was given to toruscope::main.

#include <toruscope/toruscope.hpp>

#include <atomic>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Outcome {
  int code;
  std::string out, err;
};

Outcome run(std::vector<std::string> words, const std::function<void(Communicator&)>& program) {
  words.insert(words.begin(), {"program", "run", "--topology", "ring:4"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = toruscope::main(static_cast<int>(arguments.size()), arguments.data(), program);
  std::string out = testing::internal::GetCapturedStdout();
  return {code, std::move(out), testing::internal::GetCapturedStderr()};
}

TEST(OwnProgram, IsRunAndReported) {
  const Outcome outcome = run({"--machine", "unit"}, [](Communicator& comm) {
    int got = -1;
    comm.sendrecv(comm.shift(0, 1), std::vector<int>{comm.rank()}, comm.shift(0, -1), std::span(&got, 1));
    if (comm.rank() == 0) comm.print("got " + std::to_string(got));
  });

  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("[1 step, PE 0] got 3"), HasSubstr("operation         program")));
}

TEST(OwnProgram, ShowsWhatWasPrintedBeforeItFailed) {
  const Outcome outcome = run({}, [](Communicator& comm) {
    comm.print("before");
    int nothing = 0;
    comm.recv(comm.shift(0, 1), std::span(&nothing, 1));
  });

  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("PE 3] before"));
  EXPECT_THAT(outcome.err, HasSubstr("cycle 0 -> 1 -> 2 -> 3 -> 0"));
}

TEST(OwnProgram, IsNotStartedWithoutTheMemoryForItsMachine) {
  std::atomic<int> started{0};

  const Outcome outcome = run({"--memory", "10K"}, [&](Communicator&) { ++started; });

  EXPECT_EQ(outcome.code, 6);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("the program on ring:4 needs about"), HasSubstr("10 KiB")));
  EXPECT_EQ(started, 0);
}

}  // namespace
}  // namespace toruscope
