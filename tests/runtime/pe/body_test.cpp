// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/body.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace toruscope::core {
namespace {

using test::OnePe;

class BodyOfOne : public testing::Test {
 protected:
  /// Runs the program in a context, to its end; what is done while it is suspended.
  void run(
      const std::function<void()>& program, const std::function<void()>& meanwhile = [] {}) {
    body_.start([this, program] {
      body_.run(program);
      body_.end();
    });
    pe_.host.context->while_suspended = meanwhile;
    body_.context().resume();
  }
  std::string error() const {
    try {
      std::rethrow_exception(body_.error());
    } catch (const std::exception& e) {
      return e.what();
    }
  }

  OnePe pe_;
  Body body_{pe_.core()};
};

TEST_F(BodyOfOne, RunsToItsEnd) {
  bool has_run = false;
  run([&] { has_run = true; });

  EXPECT_TRUE(has_run);
  EXPECT_EQ(body_.state(), Body::State::ended);
  EXPECT_EQ(pe_.host.ended, 1);
  EXPECT_EQ(body_.error(), nullptr);
}

TEST_F(BodyOfOne, KeepsItsErrorWithPeAndTime) {
  run([&] {
    pe_.core().clock.time = Ticks{12};
    throw std::runtime_error("lost");
  });

  EXPECT_EQ(error(), "PE 0 threw at 12 steps: lost");
  EXPECT_EQ(body_.error_time(), Ticks{12});
  EXPECT_EQ(pe_.host.failed.size(), 1U);
}

TEST_F(BodyOfOne, NamesTheTypeOfWhatIsNoException) {
  run([] { throw 7; });

  EXPECT_EQ(error(), "PE 0 threw at 0 steps: a value of type int, which is no std::exception");
}

TEST_F(BodyOfOne, SaysWhereItLiesWhileItIsSuspended) {
  auto state = Body::State::ended;
  bool goes_on = false;
  run([&] { goes_on = body_.suspend(Body::State::waiting); }, [&] { state = body_.state(); });

  EXPECT_EQ(state, Body::State::waiting);
  EXPECT_TRUE(goes_on);
}

TEST_F(BodyOfOne, LeavesItsProgramWhenItIsUnwound) {
  bool has_gone_on = false;
  run(
      [&] {
        static_cast<void>(body_.suspend(Body::State::waiting));
        has_gone_on = true;
      },
      [&] { body_.begin_unwinding(); });

  EXPECT_FALSE(has_gone_on);
  EXPECT_EQ(body_.error(), nullptr) << "whoever ends the run knows why";
}

TEST_F(BodyOfOne, GivesDestructorsNoAnswerWhenItIsUnwound) {
  struct Guard {
    Body& body;
    bool& goes_on;
    ~Guard() { goes_on = body.may_go_on("recv", 0); }
  };
  bool goes_on = true;
  run(
      [&] {
        const Guard guard{body_, goes_on};
        static_cast<void>(body_.suspend(Body::State::waiting));
      },
      [&] { body_.begin_unwinding(); });

  EXPECT_FALSE(goes_on);
}

TEST_F(BodyOfOne, PausesAfterSomeCallsOfARunThatIsToStop) {
  int calls = 0;
  pe_.stop_asked = true;
  run(
      [&] {
        for (;; ++calls) static_cast<void>(body_.may_go_on("now", 3));
      },
      [&] {
        EXPECT_EQ(body_.state(), Body::State::paused);
        body_.begin_unwinding();
      });

  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace toruscope::core
