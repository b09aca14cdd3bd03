// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/text.hpp"

#include <toruscope/parameters.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(TimeText, IsExactInTheLargestFittingUnit) {
  const Parameters machine;  // ticks of 1 ps

  EXPECT_EQ(time_text({11'970'000}, machine), "11.97 us");
  EXPECT_EQ(time_text({999}, machine), "999 ps");
  EXPECT_EQ(time_text({1'000}, machine), "1 ns");
  EXPECT_EQ(time_text({12'345'678'901'234}, machine), "12.345678901234 s");
  EXPECT_EQ(time_text({0}, machine), "0 s");
  EXPECT_EQ(time_text({INT64_MAX}, machine), "9223372.036854775807 s");
}

TEST(TimeText, KnowsTheLengthOfATick) {
  EXPECT_EQ(time_text({3}, {.tick = 25us}), "75 us");
  EXPECT_EQ(time_text({3}, {.tick = 2500ms}), "7.5 s");
  EXPECT_EQ(time_text({3'000'000}, {.tick = 1000ms}), "3000000 s");
  EXPECT_EQ(time_text({7}, {.tick = Time::femtoseconds(1)}), "7 fs");
}

TEST(TimeText, CountsFractionsOfAStepExactly) {
  const Parameters thirds = with_lambda(preset("postal"), 4, 3);

  EXPECT_EQ(time_text({0}, thirds), "0 steps");
  EXPECT_EQ(time_text({3}, thirds), "1 step");
  EXPECT_EQ(time_text({7}, thirds), "7/3 steps");
  EXPECT_EQ(time_text({3'000}, thirds), "1,000 steps");
}

TEST(TimeText, CountsStepsOnAStepMachine) {
  EXPECT_EQ(time_text({1}, preset("unit")), "1 step");
  EXPECT_EQ(time_text({36'000}, preset("unit")), "36,000 steps");
}

TEST(TimeText, IsExactBeyondTheRangeOfFemtoseconds) {
  EXPECT_EQ(time_text({INT64_MAX}, {.tick = 7ns}), "64563604257.983430649 s");
}

TEST(SecondsText, IsExact) {
  EXPECT_EQ(seconds_text({11'970'000}, {}), "0.00001197");
  EXPECT_EQ(seconds_text({0}, {}), "0");
  EXPECT_EQ(seconds_text({2}, {.tick = 2500ms}), "5");
}

TEST(MostLoadedLink, IsTheFirstOfThoseWithMostBytes) {
  Report report;
  EXPECT_EQ(most_loaded_link(report), nullptr);
  EXPECT_EQ(loaded_link_text(report), "");
  report.topology = ring(4);
  report.links = {
      {0, 0, 1, 5, 100, 5, {}}, {1, 0, 2, 5, 200, 5, {}}, {2, 0, 3, 6, 200, 6, {}}, {3, 1, 2, 6, 200, 6, {}}};

  ASSERT_EQ(most_loaded_link(report), &report.links[2]);
  EXPECT_EQ(link_text(report.links[2], *report.topology), "2 -> 3 (+ direction of dimension 0)");
  EXPECT_EQ(loaded_link_text(report),
            "2 -> 3 (+ direction of dimension 0): 200 bytes; as many on 2 other links");
  EXPECT_EQ(loaded_link_text(report, true),
            "2 -> 3 (+ direction of dimension 0): 200 bytes, 6 messages; as many on 2 other links");
}

TEST(DirectionText, IsInWords) {
  EXPECT_EQ(direction_text({0, 1, 4, 1, 1, 1, {}}, *torus(4, 4)), "- direction of dimension 0");
  EXPECT_EQ(direction_text({0, 2, 4, 1, 1, 1, {}}, *hypercube(3)), "bit 2");
  EXPECT_EQ(direction_text({0, 0, 1, 1, 1, 1, {}}, *complete(4)), "");
}

TEST(MostAwaitedLinks, AreThoseThatWereWaitedFor) {
  Report report;
  report.links = {
      {0, 0, 1, 5, 100, 5, {7}}, {1, 0, 2, 5, 200, 5, {}}, {2, 0, 3, 6, 9, 6, {8}}, {3, 0, 0, 1, 1, 1, {7}}};

  EXPECT_THAT(most_awaited_links(report, 2), testing::ElementsAre(&report.links[2], &report.links[0]));
  EXPECT_EQ(most_awaited_links(report, 10).size(), 3U);
  EXPECT_THAT(most_loaded_links(report, 2), testing::ElementsAre(&report.links[1], &report.links[0]));
}

TEST(Bottleneck, IsTheLargestPartAndTheLongestWait) {
  Report report;
  report.topology = ring(4);
  report.costs.ts = Ticks{10};
  report.costs.tw = Ticks{1};
  report.finish = {{140}, {.startups = 2, .bytes = 20, .link_wait = {100}}};
  report.pes.resize(2);
  EXPECT_EQ(bottleneck(report).largest, "waiting for links: 100 ps of 140 ps (71.4 %)");
  EXPECT_EQ(bottleneck(report).wait, "");
  report.totals.link_wait = {300};
  report.links = {{0, 0, 1, 5, 100, 5, {300}}};
  EXPECT_EQ(bottleneck(report).wait,
            "for link 0 -> 1 (+ direction of dimension 0), 300 ps over its 5 messages");
  report.totals.partner_wait = {400};
  report.pes[1].partner_wait = {400};
  EXPECT_EQ(bottleneck(report).wait, "for partners, most of all PE 1: 400 ps");
  report.totals.port_wait = {500};
  report.pes[0].longest_port_wait = {
      {500}, {7}, {.is_send = false, .partner = 2}, {.is_send = false, .partner = 3}};
  EXPECT_EQ(
      bottleneck(report).wait,
      "for a port: PE 0's receive from PE 2 waited 500 ps (from 7 ps on) while its receive from PE 3 held "
      "the port");
}

}  // namespace
}  // namespace toruscope::core
