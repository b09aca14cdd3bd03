// SPDX-License-Identifier: Apache-2.0
// The exit code of a main of one's own, and what it says on standard error.

#include <toruscope/machine.hpp>

#include <functional>
#include <gtest/gtest.h>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace toruscope {
namespace {

std::pair<int, std::string> ended(const std::function<void()>& program) {
  testing::internal::CaptureStderr();
  const int code = guarded(program);
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(Guarded, GivesTheCodeOfAProgramThatEndsWell) {
  EXPECT_EQ(guarded([] {}), 0);
  EXPECT_EQ(guarded([] { return 3; }), 3);
  EXPECT_EQ(guarded([] { return ExitCode::wrong_result; }), 1);
}

TEST(Guarded, TellsWhatWasThrownAndGivesTheDocumentedCode) {
  const auto throws = [](const auto& error) { return ended([&] { throw error; }); };

  EXPECT_EQ(throws(ConfigError("torus: no sides")),
            (std::pair{2, std::string("toruscope: torus: no sides\n")}));
  EXPECT_EQ(throws(std::runtime_error("no input")), (std::pair{7, std::string("toruscope: no input\n")}));
  const auto [odd_code, odd_text] = throws(42);
  EXPECT_EQ(odd_code, 7);
  EXPECT_NE(odd_text.find("a value of type int was thrown"), std::string::npos) << odd_text;
  const auto [code, text] = throws(std::bad_alloc());
  EXPECT_EQ(code, 6);
  EXPECT_EQ(text.rfind("toruscope: memory: ", 0), 0U) << text;
  EXPECT_NE(text.find("Data::none"), std::string::npos) << text;
}

TEST(Guarded, TellsOfADeadlock) {
  const auto [code, text] = ended([] {
    Machine(ring(3)).run([](Communicator& comm) {
      int x = 0;
      comm.recv((comm.rank() + 1) % 3, x);
    });
  });

  EXPECT_EQ(code, 3);
  EXPECT_NE(text.find("cycle 0 -> 1 -> 2 -> 0"), std::string::npos) << text;
}

}  // namespace
}  // namespace toruscope
