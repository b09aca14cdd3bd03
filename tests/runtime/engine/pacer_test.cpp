// SPDX-License-Identifier: Apache-2.0
// Slow motion, by a clock that only a sleep or the test moves: when moments are due, and what is called late.

#include "runtime/engine/pacer.hpp"

#include <toruscope/machine.hpp>

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <sstream>
#include <vector>

namespace toruscope {
namespace {

using Ns = std::chrono::nanoseconds;
using Ms = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;
using detail::Pacer;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Each sleep takes `oversleep` longer than was asked for.
struct MovedClock final : detail::WallClock {
  [[nodiscard]] Nanoseconds now() const override { return time; }
  void sleep(Nanoseconds duration) override {
    sleeps.push_back(duration);
    time += duration + oversleep;
  }
  Nanoseconds time = Seconds(100);
  Nanoseconds oversleep = Ns(0);
  std::vector<Nanoseconds> sleeps;
};

bool never() {
  return false;
}

TEST(Pacer, AMomentIsDueSoManyTimesItsVirtualTimeAfterTheStart) {
  MovedClock clock;
  Pacer pacer(1000, Time::femtoseconds(1'000), clock);  // a tick of 1 ps takes 1 ns

  pacer.wait_until(Ticks{7}, never);

  EXPECT_EQ(pacer.due(Ticks{5'000'000}), Ms(5));
  EXPECT_EQ(clock.time, Seconds(100) + Ns(7));
  EXPECT_EQ(pacer.report().pace, 1000);
  EXPECT_EQ(pacer.report().moments, 1);
  EXPECT_EQ(pacer.report().late, 0);
  EXPECT_EQ(pacer.report().largest_lateness_seconds, 0);
}

TEST(Pacer, LooksWhetherItMustStopWhileItWaits) {
  MovedClock clock;
  Pacer pacer(1, Time::femtoseconds(1'000'000'000'000), clock);  // a tick of 1 ms takes 1 ms
  int looks = 0;

  pacer.wait_until(Ticks{50}, never);
  EXPECT_EQ(clock.sleeps, (std::vector<detail::WallClock::Nanoseconds>{Ms(20), Ms(20), Ms(10)}));

  pacer.wait_until(Ticks{1'000'000}, [&] { return ++looks == 3; });
  EXPECT_EQ(clock.time, Seconds(100) + Ms(90));
}

TEST(Pacer, TellsMomentsThatWereOverAndTheLargestLateness) {
  MovedClock clock;
  Pacer pacer(1, Time::femtoseconds(1'000'000'000'000), clock);

  pacer.wait_until(Ticks{10}, never);  // in time
  clock.time += Ms(5);
  pacer.wait_until(Ticks{12}, never);  // 3 ms late
  pacer.wait_until(Ticks{12}, never);  // no moment of its own
  clock.oversleep = Ms(1);
  pacer.wait_until(Ticks{20}, never);  // the sleep ends 1 ms late

  EXPECT_EQ(pacer.report().moments, 3);
  EXPECT_EQ(pacer.report().late, 1);
  EXPECT_DOUBLE_EQ(pacer.report().largest_lateness_seconds, 0.003);
}

TEST(Pacer, WhatIsFarAwayIsDueInSomeYears) {
  MovedClock clock;
  const Pacer pacer(1e12, Time::femtoseconds(1'000'000'000'000'000), clock);

  EXPECT_GT(pacer.due(Ticks{1'000'000}), std::chrono::hours(24 * 365));
  EXPECT_EQ(pacer.due(Ticks{1'000'000}), pacer.due(Ticks{2'000'000}));
}

/// Computes, exchanges with all, takes from any source, and asks.
void talk(Communicator& comm) {
  const int p = comm.size();
  std::vector<char> body(100);
  comm.compute(Ticks{1000 * comm.rank()});
  for (int i = 1; i < p; ++i) comm.sendrecv((comm.rank() + i) % p, body, (comm.rank() + p - i) % p, body);
  Request request = comm.isend((comm.rank() + 1) % p, body);
  while (!comm.probe(any_source)) comm.compute(Ticks{200'000});
  comm.recv(any_source, body);
  comm.wait(request);
  comm.print("done");
}

TEST(Pacer, ChangesNothingButTheHostsFigures) {
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads}) {
    const auto run = [&](std::optional<double> pace) {
      Execution execution{.engine = engine, .workers = 2, .record_events = true};
      execution.pace = pace;
      return Machine(torus(2, 3), preset("generic"), execution).run(talk);
    };
    const Report usual = run(std::nullopt);
    const Report paced = run(1e-3);

    std::ostringstream usual_events, paced_events;
    write_events(usual_events, usual);
    write_events(paced_events, paced);
    EXPECT_EQ(paced_events.str(), usual_events.str());
    EXPECT_EQ(paced.finish.account, usual.finish.account);
    EXPECT_EQ(paced.output.back().time, usual.output.back().time);
    EXPECT_FALSE(usual.host.pace);
    ASSERT_TRUE(paced.host.pace);
    EXPECT_GT(paced.host.pace->moments, 0);
    EXPECT_LE(paced.host.pace->late, paced.host.pace->moments);
  }
}

TEST(Pacer, TheTimeLimitEndsAWaitOfYears) {
  Execution execution;
  execution.pace = 1e12;
  execution.time_limit = Ms(50);
  Machine machine(ring(2), preset("generic"), execution);

  EXPECT_THAT([&] { machine.run(talk); }, ThrowsMessage<HostLimitError>(HasSubstr("ended after 50 ms")));
}

TEST(Pacer, RefusesWhatCannotBeStretched) {
  const auto machine = [](double pace, const char* costs) {
    Execution execution;
    execution.pace = pace;
    return [=] { Machine(ring(2), preset(costs), execution); };
  };
  EXPECT_THAT(machine(0, "generic"), ThrowsMessage<ConfigError>(HasSubstr("pace: 0 asked for")));
  EXPECT_THAT(machine(-1, "generic"), ThrowsMessage<ConfigError>(HasSubstr("more than 0")));
  EXPECT_THAT(machine(1e13, "generic"), ThrowsMessage<ConfigError>(HasSubstr("up to 1e12")));
  EXPECT_THAT(machine(1, "unit"), ThrowsMessage<ConfigError>(HasSubstr("the machine unit counts steps")));
}

}  // namespace
}  // namespace toruscope
