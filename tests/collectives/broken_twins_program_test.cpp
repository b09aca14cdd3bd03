// SPDX-License-Identifier: Apache-2.0
// The command line over a program's own table: `verify` says by its exit code which algorithms are
// wrong.

#include <toruscope/error.hpp>

#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

namespace toruscope {
namespace {

/// The exit code of the program with the twins in its table.
int exit_code(const std::string& arguments) {
  const int status =
      std::system(fmt::format("{} {} >/dev/null 2>&1", TORUSCOPE_BROKEN_TWINS, arguments).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int verify(const std::string& operation, const std::string& algorithm) {
  return exit_code(fmt::format("verify {} --algorithm {} --topology torus:4x4", operation, algorithm));
}

constexpr int code(ExitCode c) {
  return static_cast<int>(c);
}

TEST(BrokenTwinsProgram, FailsForEveryTwin) {
  EXPECT_EQ(verify("alltoall", "flips_a_bit"), code(ExitCode::wrong_result));
  EXPECT_EQ(verify("alltoall", "claims_no_conflicts"), code(ExitCode::wrong_result));
  EXPECT_EQ(verify("alltoall", "promises_too_much"), code(ExitCode::wrong_result));
  EXPECT_EQ(verify("broadcast", "forgets_one"), code(ExitCode::wrong_result));
  EXPECT_EQ(verify("reduce", "combines_backwards --operator affine"), code(ExitCode::wrong_result));
}

// A barrier that lets PEs leave early is faster than its bound too; wrong is worse.
TEST(BrokenTwinsProgram, SaysThatABoundWasBeaten) {
  EXPECT_EQ(verify("alltoall", "whispers"), code(ExitCode::bound_beaten));
  EXPECT_EQ(verify("barrier", "waits_for_one"), code(ExitCode::wrong_result));
}

TEST(BrokenTwinsProgram, PassesTheSoundAlgorithmsOfItsTable) {
  EXPECT_EQ(verify("alltoall", "at2"), code(ExitCode::ok));
  EXPECT_EQ(verify("barrier", "dissemination"), code(ExitCode::ok));
  EXPECT_EQ(verify("alltoall", "ar1"), code(ExitCode::usage));
}

}  // namespace
}  // namespace toruscope
