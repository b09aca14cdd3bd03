// SPDX-License-Identifier: Apache-2.0
// What a measurement says beside its figures: how near to the bound, what lies between, what a
// formula is of.

#include "cli/runs/measurement.hpp"

#include "collectives/verify.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

cli::Measurement measured(std::int64_t time, std::int64_t bound) {
  cli::Measurement m;
  m.report.finish.time = Ticks{time};
  m.bound = Bound{.startups = 0, .bytes = 0, .ticks = Ticks{bound}, .source = "this test"};
  return m;
}

TEST(DropDetails, LeavesWhatARowShows) {
  cli::Measurement m;
  Report& report = m.report;
  report.pes.resize(1000);
  report.events.resize(1000);
  report.links = std::vector<LinkReport>(3);
  report.links[1].bytes = 9;
  report.links[1].from = 2;
  report.links[2].bytes = 8;
  cli::drop_details(m);
  EXPECT_EQ(report.pes.capacity() + report.events.capacity(), 0U);
  ASSERT_EQ(report.links.size(), 1U);
  EXPECT_EQ(report.links[0].from, 2);
  EXPECT_FALSE(m.has_links);
}

TEST(Efficiency, IsRoundedAndOnlyTheOptimumIsAll) {
  EXPECT_EQ(cli::efficiency_percent(measured(3, 2)), "66.7");
  EXPECT_EQ(cli::efficiency_percent(measured(10'000, 9'994)), "99.9");
  EXPECT_EQ(cli::efficiency_percent(measured(10'000, 9'999)), "99.9");
  EXPECT_EQ(cli::efficiency_percent(measured(10'000, 10'000)), "100.0");
  EXPECT_FALSE(cli::efficiency_percent(measured(0, 0)));
}

TEST(Gap, IsMadeOfPartsThatAddUp) {
  cli::Measurement m = measured(10, 8);
  m.report.costs.tm = Ticks{1};
  m.report.costs.latency = Ticks{2};
  m.report.finish.account.messages = 4;
  m.report.finish.account.latencies = 3;
  std::vector<std::string> parts;
  for (const cli::GapPart& part : cli::gap_parts(m))
    parts.push_back(std::to_string(part.ticks.count) + " " + part.text);
  EXPECT_THAT(parts, ElementsAre("2 tm of 4 messages; L of 3 messages: 10 ps, of which 8 ps are in the bound"));
}

// A bound may count more of its own, as the distance of the farthest PE, than lies on the path.
TEST(Gap, HasNoNegativePartForWhatTheBoundHasMoreOf) {
  cli::Measurement m = measured(12, 8);
  m.report.costs.ts = Ticks{12};
  m.report.finish.account.startups = 1;
  std::vector<std::string> parts;
  for (const cli::GapPart& part : cli::gap_parts(m))
    parts.push_back(std::to_string(part.ticks.count) + " " + part.text);
  EXPECT_THAT(parts, ElementsAre("4 1 startup: 12 ps, of which 8 ps are in the bound"));
}

// The bytes of a short vector take less than the way to the farthest PE, and are counted beside it.
TEST(Gap, NamesWhatTheBoundCountsAndNotWhatIsLongest) {
  using namespace std::chrono_literals;
  Parameters machine = preset("generic");
  machine.th = 50us;
  const Broadcast& flat = choose(builtin_catalogue().broadcast(), "flat", case_of(*ring(8), machine, 1000));
  const Verdict verdict = verify(flat, ring(8), machine, {.workers = 1}, {1000, 0});
  cli::Measurement m;
  m.report = verdict.report;
  m.bound = verdict.bound;

  std::string texts;
  for (const cli::GapPart& part : cli::gap_parts(m)) texts += part.text + "\n";

  EXPECT_THAT(texts, HasSubstr("3,000 bytes more than the bound's 1,000"));
  EXPECT_THAT(texts, HasSubstr("distance, 4 hops"));
}

TEST(Gap, OfLinksThatCostMoreAddsUpToo) {
  using namespace std::chrono_literals;
  Parameters machine = preset("generic");
  machine.tw_of = {1ns, 3ns};
  machine.th_of = {50ns, 90ns};
  machine.slow = {{0, 1, 5}};
  int above = 0;
  for (const Broadcast& entry : builtin_catalogue().broadcast()) {
    if (entry.refusal(case_of(*torus(4, 4), machine, 1024))) continue;
    const Verdict verdict = verify(entry, torus(4, 4), machine, {.workers = 1}, {1024, 0});
    cli::Measurement m;
    m.report = verdict.report;
    m.bound = verdict.bound;
    ASSERT_TRUE(m.bound) << entry.name;
    Ticks sum;
    std::string texts;
    for (const cli::GapPart& part : cli::gap_parts(m)) {
      EXPECT_GT(part.ticks, Ticks{}) << entry.name << ": " << part.text;
      sum += part.ticks;
      texts += part.text + "\n";
    }
    EXPECT_EQ(sum, m.report.finish.time - m.bound->ticks) << entry.name << ":\n" << texts;
    const Account& path = m.report.finish.account;
    if (path.slow_bytes == Ticks{} || path.slow_hops == Ticks{}) continue;
    ++above;
    EXPECT_THAT(texts, AllOf(HasSubstr("transmissions on links that cost more than the cheapest"),
                             HasSubstr("hops on links that cost more than the cheapest")))
        << entry.name;
  }
  EXPECT_GT(above, 0);
}

TEST(Gap, IsNoneWhereTheBoundIsMet) {
  const Finished finished = run_toruscope({"compare", "broadcast", "--algorithm", "postal", "--topology",
                                           "complete:9", "--machine", "postal", "--lambda", "3"});
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("postal meets the lower bound"), Not(HasSubstr("above the lower"))));
}

TEST(Formula, CountsOnlyWhatCosts) {
  const auto line = [](const char* th) {
    return run_toruscope({"verify", "alltoall", "--algorithm", "at2", "--topology", "torus:4x4", "--th", th})
        .out;
  };
  EXPECT_THAT(line("50ns"), HasSubstr("(4 startups, 256 bytes, 6 hops)"));
  EXPECT_THAT(line("0ns"), HasSubstr("(4 startups, 256 bytes)"));
}

TEST(Formula, OfAnApplicationIsThatOfItsCommunication) {
  const auto run = [](const char* flop, const char* format) {
    return run_toruscope({"run", "prefix", "--input", test::in_source("data/nile.csv"), "--topology",
                          "complete:4", "--machine", "postal", "--flop", flop, "--format", format})
        .out;
  };
  EXPECT_THAT(run("1", "table"), AllOf(HasSubstr("predicted comm."), HasSubstr("without local work")));
  EXPECT_THAT(run("0", "table"), HasSubstr("predicted T"));
  const Json with_work = Json::parse(run("1", "json"))["results"][0];
  EXPECT_TRUE(with_work["predicted"].is_null());
  // lambda = 2: G(4) = 5, the first of at least 4
  EXPECT_EQ(with_work["predicted_communication"]["ticks"], 4);
  const Json without = Json::parse(run("0", "json"))["results"][0];
  EXPECT_EQ(without["predicted"], without["predicted_communication"]);
}

}  // namespace
}  // namespace toruscope
