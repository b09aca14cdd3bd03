// SPDX-License-Identifier: Apache-2.0
#include "calibration/fit.hpp"

#include "calibration/machine_text.hpp"
#include "cli/machines/settings.hpp"
#include "tests/calibration/synthetic_cluster.hpp"
#include "tests/calibration/tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::calibration {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::string fit_refusal(const Reading& reading, const Cluster& cluster = {}) {
  try {
    (void)fit_machine(reading, cluster);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

Reading reading_of_cluster(const ClusterCosts& costs) {
  SyntheticCluster cluster(costs, 0, 1);
  return {.tables = {cluster.ping_pong(-1), cluster.windows(-1)}, .notes = {}};
}

TEST(CalibratedMachine, HasTheSumInTsIfRoundTripsAreAllThatIsKnown) {
  SyntheticCluster cluster({.ts = 0.1e-6, .tw = 1e-10, .latency = 1e-6}, 0, 1);
  const Fit fit = fit_machine({.tables = {cluster.ping_pong(-1)}, .notes = {}}, {});
  EXPECT_NEAR(fit.costs.ts, 1.1e-6, 1e-12);
  EXPECT_EQ(fit.costs.latency, 0);
  EXPECT_EQ(fit.setting("ts").knowledge, Knowledge::not_determined);
  EXPECT_THAT(fit.setting("ts").says, HasSubstr("holds ts + tr + tm + latency + h th by convention"));
  EXPECT_EQ(fit.sums.at(0).knowledge, Knowledge::determined);
}

TEST(CalibratedMachine, DiffersWhereWindowsTellTheStartup) {
  const Fit long_startup = fit_machine(reading_of_cluster({.ts = 1.1e-6, .tw = 1e-10}), {});
  const Fit long_way = fit_machine(reading_of_cluster({.ts = 0.1e-6, .tw = 1e-10, .latency = 1e-6}), {});
  EXPECT_NEAR(long_startup.costs.ts, 1.1e-6, 1e-12);
  EXPECT_NEAR(long_startup.costs.latency, 0, 1e-12);
  EXPECT_NEAR(long_way.costs.ts, 0.1e-6, 1e-12);
  EXPECT_NEAR(long_way.costs.latency, 1e-6, 1e-12);
}

TEST(CalibratedMachine, HasAnEagerLimitWhereTheCurveJumps) {
  SyntheticCluster cluster({.ts = 1e-6, .tw = 1e-9}, 0, 1);
  Reading reading{.tables = {cluster.ping_pong(-1)}, .notes = {}};
  for (Point& point : reading.tables[0].points)
    if (point.bytes > 8192) point.seconds += 20e-6;
  const Fit fit = fit_machine(reading, {});
  EXPECT_EQ(fit.costs.eager, 8192);
  EXPECT_THAT(fit.remarks, Contains(HasSubstr("round trips jump between 8,192 and 16,384 bytes")));
  EXPECT_THAT(fit.remarks, Contains(HasSubstr("one line holds within 15 %")));
}

TEST(CalibratedMachine, SaysWhereACurveGoesDown) {
  SyntheticCluster cluster({.ts = 1e-6, .tw = 1e-9}, 0, 1);
  Reading reading{.tables = {cluster.ping_pong(-1)}, .notes = {}};
  for (Point& point : reading.tables[0].points)
    if (point.bytes == 131072) point.seconds = 50e-6;
  EXPECT_THAT(fit_machine(reading, {}).remarks,
              Contains(HasSubstr("the time goes down from 65,536 to 131,072 bytes, by 25 %")));
}

TEST(CalibratedMachine, IsNotMadeOfTooLittle) {
  EXPECT_THAT(fit_refusal(reading_of("size,seconds\n8,1e-6\n8,2e-6\n")),
              HasSubstr("t.txt:1: messages of one size, 8 bytes,"));
  EXPECT_THAT(fit_refusal(reading_of("size,seconds\n8,1e-6\n64,2e-6\n")),
              HasSubstr("messages of 2 sizes only"));
  EXPECT_THAT(fit_refusal(reading_of("size,seconds,test\n8,1e-6,send\n")), HasSubstr("nothing to fit"));
}

TEST(CalibratedMachine, IsNotMadeOfTablesThatContradictEachOther) {
  SyntheticCluster fast({.ts = 1e-6, .tw = 1e-10}, 0, 1);
  SyntheticCluster slow({.ts = 10e-6, .tw = 1e-9}, 0, 1);
  EXPECT_THAT(fit_refusal({.tables = {fast.ping_pong(-1), slow.windows(-1)}, .notes = {}}),
              HasSubstr("made:2: a message of a window takes"));
  EXPECT_THAT(fit_refusal({.tables = {fast.ping_pong(-1), slow.ping_pong(-1)}, .notes = {}}),
              HasSubstr("times as slow as that of"));
}

TEST(CalibratedMachine, SaysWhichTablesContradictEachOtherAboutSends) {
  SyntheticCluster cluster({.ts = 0.5e-6, .tw = 1e-10, .latency = 1e-6}, 0, 1);
  SyntheticCluster other({.ts = 2e-6}, 0, 1);
  const Fit fit =
      fit_machine({.tables = {cluster.ping_pong(-1), cluster.windows(-1), other.sends()}, .notes = {}}, {});
  EXPECT_NEAR(fit.costs.ts, 0.5e-6, 1e-12);
  EXPECT_THAT(fit.remarks,
              Contains("made:3: a send keeps its PE 2us, and by the windows of made:2 one begins "
                       "each 500ns: these tables contradict each other; ts is that of the windows, "
                       "and the sends fit nothing"));
  EXPECT_THAT(fit.setting("ts").says, Not(HasSubstr("separates them")));
}

TEST(CalibratedMachine, SaysWhichTablesHaveMoreAtTheEndsThanInAll) {
  SyntheticCluster cluster({.ts = 0.5e-6, .tw = 1e-10, .latency = 1e-6}, 0, 1);
  SyntheticCluster other({.tr = 3e-6}, 0, 1);
  const Fit fit =
      fit_machine({.tables = {cluster.ping_pong(-1), cluster.windows(-1), other.receives()}, .notes = {}}, {});
  EXPECT_EQ(fit.costs.latency, 0);
  EXPECT_THAT(fit.remarks,
              Contains("made:2, made:4: ts + tm + tr is 3.5us, and by made:1 a message takes 1.5us "
                       "in all: these tables contradict each other; latency is taken as 0"));
  EXPECT_THAT(fit.setting("latency").says, HasSubstr("taken as 0"));
}

TEST(CalibratedMachine, HasNoTimePerHopThatNoiseHides) {
  SyntheticCluster cluster({.ts = 1e-6, .tw = 1e-10, .th = 1e-12}, 0.1, 1);
  const Reading reading{.tables = {cluster.ping_pong(1), cluster.ping_pong(2)}, .notes = {}};
  const Fit fit = fit_machine(reading, {});
  EXPECT_EQ(fit.costs.th, 0);
  EXPECT_EQ(fit.setting("th").knowledge, Knowledge::not_determined);
  EXPECT_THAT(fit.setting("th").says, HasSubstr("noise hides it; left out"));
  EXPECT_EQ(fit.sums.at(0).name, "ts + tr + tm + latency + h th");
  EXPECT_THAT(machine_text(fit, reading), Not(HasSubstr("\nth = ")));
}

TEST(CalibratedMachine, IsNotMadeOfNoise) {
  Reading reading = reading_of("size,seconds\n1,1e-6\n2,9e-6\n4,1e-7\n8,7e-6\n16,2e-7\n32,5e-6\n");
  EXPECT_THAT(fit_refusal(reading), HasSubstr("is above the effect"));
}

TEST(CalibratedMachine, SaysHowSeveralPairsDiffer) {
  SyntheticCluster near({.ts = 1e-6, .tw = 1e-9}, 0, 1);
  SyntheticCluster far({.ts = 1.3e-6, .tw = 1.3e-9}, 0, 1);
  const Reading reading{
      .tables = {near.ping_pong(-1), near.ping_pong(-1), near.ping_pong(-1), far.ping_pong(-1)}, .notes = {}};
  EXPECT_THAT(
      fit_machine(reading, {}).remarks,
      Contains("4 ping-pong tables, 1.00 to 1.30 times their median; in 2 groups (3 up to 1.00, 1 up to 1.30), "
               "which may be distances"));
}

TEST(CalibratedMachine, IsBoundedByASharedPortAndNotFittedToIt) {
  SyntheticCluster cluster({.ts = 1e-6, .tw = 1e-9}, 0, 1);
  Reading reading{.tables = {cluster.ping_pong(-1)}, .notes = {}};
  const Reading pairs = reading_of(
      "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n# [ pairs: 8 ] [ window size: 64 ]\n"
      "# Size                  MB/s        Messages/s\n1024  2000.00  1\n2048  4000.00  1\n");
  const double ts = fit_machine(reading, {}).costs.ts;
  reading.tables.push_back(pairs.tables.at(0));
  const Fit alone = fit_machine(reading, {});
  EXPECT_EQ(alone.costs.ts, ts);
  EXPECT_THAT(alone.remarks, Contains(HasSubstr("the sum over 8 pairs fits nothing")));
  const Fit fit = fit_machine(reading, {.nodes = 4, .per_node = 4});
  EXPECT_THAT(fit.remarks,
              Contains(HasSubstr("4 senders of a node move 2.00 GB/s together at most, at 2,048 bytes")));
  EXPECT_THAT(fit_refusal(reading, {.nodes = 2, .per_node = 4}),
              HasSubstr("8 pairs are 16 PEs, and --nodes 2 --per-node 4 has 8"));
}

TEST(MachineText, IsAMachineFileOfTheCosts) {
  const Reading reading = reading_of_cluster({.ts = 0.1e-6, .tw = 8e-11, .latency = 1e-6});
  const Fit fit = fit_machine(reading, {});
  const std::string text = machine_text(fit, reading);
  EXPECT_EQ(text, machine_text(fit_machine(reading, {}), reading));
  const cli::MachineFile file = cli::read_machine_text("made.toml", text, presets());
  EXPECT_EQ(file.parameters.ts, Time::parse("100ns", "ts"));
  EXPECT_EQ(file.parameters.tw, Time::parse("80ps", "tw"));
  EXPECT_EQ(file.parameters.latency, Time::parse("1us", "latency"));
  EXPECT_THAT(text, HasSubstr("# made:1: ping-pong: 24 rows, 24 sizes, 0 to 4,194,304 bytes"));
  EXPECT_THAT(text, Not(HasSubstr("gap =")));
}

TEST(MachineText, SaysOfATimePerByteThatIsLeftOutThatItIsNotDetermined) {
  const Reading reading = reading_of("size,seconds\n1,1.0e-6\n2,1.1e-6\n4,1.0e-6\n8,1.1e-6\n16,1.05e-6\n");
  const Fit fit = fit_machine(reading, {});
  EXPECT_EQ(fit.costs.tw, 0);
  EXPECT_EQ(fit.setting("tw").value, 0);
  EXPECT_EQ(figure_text(fit.setting("tw")), "not determined: messages are too short, or too few; left out");
  EXPECT_THAT(machine_text(fit, reading),
              HasSubstr("# tw: not determined: messages are too short, or too few; left out\n"));
}

TEST(MachineText, TellsTimesAsExactlyAsTheyAreKnown) {
  EXPECT_EQ(time_text(1.0963456e-6, 0), "1.09635us");
  EXPECT_EQ(time_text(1.0963456e-6, 0.01e-6), "1.096us");
  EXPECT_EQ(time_text(1.0963456e-6, 1e-6), "1.1us");
  EXPECT_EQ(time_text(8.03e-11, 0), "80.3ps");
  EXPECT_EQ(time_text(0, 0), "0s");
  EXPECT_EQ(time_text(1e99, 0), "2000s");
}

}  // namespace
}  // namespace toruscope::calibration
