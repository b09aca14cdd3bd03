// SPDX-License-Identifier: Apache-2.0
// Who has the processor of a PE next, without a machine: what the plan and the worker do is done
// here while a strand waits.

#include "runtime/pe/strands.hpp"

#include "runtime/pe/requests.hpp"
#include "tests/runtime/pe/one_pe.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::test {
namespace {

/// A PE whose body runs in a test, and whose operations note their names.
class OneOfSeveral : public testing::Test {
 protected:
  OneOfSeveral() {
    pe.core().strands = &strands;
    body.start([this] { program(); });
  }
  ~OneOfSeveral() override { body.free_context(); }

  /// Runs the body of the program; each time that it waits the strands that ask first go on, until
  /// it is the body's turn.
  void run(std::function<void()> of_body) {
    program = std::move(of_body);
    pe.host.context->while_suspended = [this] { serve(); };
    body.context().resume();
  }
  void serve() {
    strands.leave();
    for (;;) {
      asked.push_back(strands.when().count);
      if (strands.when() == kNever) FAIL() << "nobody asks";
      strands.give();
      core::PeContext& next = strands.enter_chosen();
      if (&next == own_context()) return;  // the body goes on
      next.resume();
      strands.leave();
    }
  }
  [[nodiscard]] const core::PeContext* own_context() {
    if (body_context == nullptr) body_context = pe.host.first;
    return body_context;
  }
  void start(
      const std::string& name, std::function<void()> code = [] {}) {
    strands.start({.code = [this, name, code](Communicator&) {
      ran.push_back(name);
      code();
    }});
  }
  void compute(std::int64_t ticks) {
    ASSERT_TRUE(strands.begin());
    pe.core().clock.time += Ticks{ticks};
    strands.hold(pe.core().clock);
  }
  [[nodiscard]] std::int64_t now() { return pe.core().clock.time.count; }

  OnePe pe;
  core::Body body{pe.core()};
  std::vector<std::string> ran;
  std::vector<std::int64_t> asked;
  core::Strands strands{pe.core(), body, [this](core::Strands::Operation& operation) {
                          strands.begin_operation();
                          Communicator* const nobody = nullptr;
                          operation.code(*nobody);
                          strands.end();
                        }};
  std::function<void()> program;
  const core::PeContext* body_context = nullptr;
};

TEST_F(OneOfSeveral, AtOneTickTheLastOneStartedIsFirstAndTheBodyLast) {
  run([this] {
    start("first");
    start("second");
    compute(5);
    ran.push_back("body");
  });

  EXPECT_THAT(ran, testing::ElementsAre("second", "first", "body"));
  EXPECT_EQ(strands.under_way(), 0U);
}

TEST_F(OneOfSeveral, TheProcessorIsGivenWhenItIsFree) {
  run([this] {
    start("operation", [this] { compute(30); });
    compute(5);
    EXPECT_EQ(now(), 35);
  });
}

TEST_F(OneOfSeveral, AStrandKeepsItWhileItsClockStandsStill) {
  run([this] {
    start("operation", [this] {
      for (int call = 0; call < 3; ++call) compute(0);
    });
    compute(0);
    compute(0);
  });

  EXPECT_THAT(asked, testing::ElementsAre(0, 0));  // the operation, and the body
}

TEST_F(OneOfSeveral, WhileNoneRunsTheStateIsThatOfTheBody) {
  run([this] {
    compute(7);
    start("operation", [this] { compute(30); });
    pe.host.context->while_suspended = [this] {
      strands.leave();
      EXPECT_EQ(now(), 7);
      EXPECT_EQ(strands.latest_clock(), Ticks{7});
      serve();
    };
    compute(1);
  });

  EXPECT_EQ(now(), 38);
}

TEST_F(OneOfSeveral, AWaitAsksWhenItsMessagesAreThere) {
  core::Requests requests(nullptr, pe.host.messages);
  core::RequestState* receive = requests.add(core::RequestState::Kind::receive, 1, 1, 0);
  core::Message* message = message_from(pe, 1, 0, 20);
  run([&] {
    start("operation");
    pe.host.context->while_suspended = [&] {
      strands.leave();
      strands.give();
      strands.enter_chosen().resume();  // the operation
      strands.leave();
      EXPECT_EQ(strands.when(), kNever);
      receive->message = message;
      pe.core().note_news();
      EXPECT_EQ(strands.when(), message->asks);
      serve();
    };
    core::RequestState* const all[] = {receive};
    EXPECT_TRUE(strands.await(all, "recv", Ticks{3}));
  });
  requests.release(receive);
}

TEST_F(OneOfSeveral, AnOperationThatHasNotBegunIsDropped) {
  run([this] {
    start("operation");
    strands.cancel_all();
    compute(5);
    EXPECT_FALSE(pe.core().is_shared());
  });

  EXPECT_THAT(ran, testing::IsEmpty());
}

}  // namespace
}  // namespace toruscope::test
