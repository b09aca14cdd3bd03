// SPDX-License-Identifier: Apache-2.0
// The shell allows little memory (ulimit -v) or stack (ulimit -s): a command succeeds, or ends with
// the code of limits and a sentence. It never hangs, and nothing ends it from outside.

#include "runtime/core/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>

namespace toruscope {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class LimitedMemory : public testing::TestWithParam<const char*> {};

TEST_P(LimitedMemory, IsToldOrEnough) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer reserves more addresses than any limit allows";
  const test::TemporaryFolder folder;
  const auto goal =
      folder.file("ring.goal", "num_ranks 2\nrank 0 {\nsend 64b to 1\n}\nrank 1 {\nrecv 64b from 0\n}\n");
  const std::string words = fmt::format(fmt::runtime(GetParam()), goal.string());
  int refused = 0;
  int succeeded = 0;
  for (int kib = 24'000; kib <= 130'000; kib += kib < 80'000 ? 2'000 : 10'000) {
    const std::string err = folder / "words";
    const int status = std::system(fmt::format("ulimit -c 0; ulimit -v {}; timeout 60 {} {} >/dev/null 2>{}",
                                               kib, TORUSCOPE_PROGRAM, words, err)
                                       .c_str());
    const std::string told = test::content_of(err);
    ASSERT_TRUE(WIFEXITED(status)) << kib << told;
    const int code = WEXITSTATUS(status);
    if (code == 127 && told.find("while loading") != std::string::npos)
      continue;  // it did not come to its start
    ASSERT_THAT(code, AnyOf(0, 6)) << words << " within " << kib << " KiB: " << told;
    ++(code == 0 ? succeeded : refused);
    if (code == 6) {
      EXPECT_THAT(told, AnyOf(HasSubstr("threads: this computer refuses"), HasSubstr("stacks: "),
                              HasSubstr("memory: this computer has no more")))
          << kib;
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(succeeded, 0);
}

/// Each thread would reserve 64 MiB of addresses for an arena of its own, as soon as there is room.
TEST(LimitedAddresses, AreNotReservedForArenas) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer reserves more addresses than any limit allows";
  const std::string command =
      fmt::format("ulimit -v 250000; timeout 300 {} phase allreduce -t torus:4x4 -j 2 --quiet >/dev/null",
                  TORUSCOPE_PROGRAM);
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 0);
}

/// The environment is empty: the kernel allows it a quarter of the stack, with the arguments.
TEST(LimitedStack, IsToldUnlessItIsEnough) {
  if (core::kSanitized) GTEST_SKIP() << "a sanitizer takes more stack than any other build";
  const test::TemporaryFolder folder;
  const std::string err = folder / "words";
  const auto code_within = [&](int kib) {
    const std::string command = fmt::format(
        "env -i sh -c 'ulimit -c 0; ulimit -s {}; exec {} info' >/dev/null 2>{}", kib, TORUSCOPE_PROGRAM, err);
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };

  EXPECT_EQ(code_within(64), 6);
  EXPECT_EQ(test::content_of(err),
            "toruscope: the shell's limit of the stack is 64 KiB, and this program takes up to 1024 KiB; raise "
            "it: ulimit -s 8192\n");
  EXPECT_EQ(code_within(1023), 6);
  EXPECT_EQ(code_within(1024), 0) << test::content_of(err);
}

INSTANTIATE_TEST_SUITE_P(Commands, LimitedMemory,
                         testing::Values("run goal --input {} -t ring:2 -j 2",
                                         "verify alltoall -t torus:4x4 -j 2",
                                         "verify broadcast -t ring:4 --engine threads -j 2",
                                         "compare allreduce -t torus:4x4 -a ring,torus -j 2",
                                         "verify broadcast -t ring:4 -j 1 --time-limit 50s", "info"));

}  // namespace
}  // namespace toruscope
