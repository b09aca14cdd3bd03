// SPDX-License-Identifier: Apache-2.0
// Costs by size and a rendezvous from curves that are no line.

#include "calibration/fit.hpp"
#include "calibration/machine_text.hpp"
#include "cli/machines/settings.hpp"
#include "tests/calibration/synthetic_cluster.hpp"

#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace toruscope::calibration {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

using Seconds = std::function<double(double bytes)>;

/// 1 byte to 4 MiB.
Table round_trips(const Seconds& one) {
  Table table{.file = "made", .line = 1, .title = "round trips", .test = Test::ping_pong};
  for (int power = 0; power <= 22; ++power) {
    const double bytes = std::ldexp(1, power);
    table.points.push_back({.line = 1, .bytes = bytes, .seconds = one(bytes)});
  }
  return table;
}

/// 64 messages each, which follow each other by `period`.
Table windows(const Seconds& one, const Seconds& period) {
  Table table{.file = "made", .line = 2, .title = "windows", .test = Test::window};
  for (int power = 0; power <= 22; ++power) {
    const double bytes = std::ldexp(1, power);
    table.points.push_back({.line = 2,
                            .bytes = bytes,
                            .seconds = one(bytes) + 63 * period(bytes) + one(4),
                            .count = 64,
                            .answer = 4});
  }
  return table;
}

Parameters machine_of(const Reading& reading) {
  return cli::read_machine_text("made.toml", machine_text(fit_machine(reading, {}), reading), presets())
      .parameters;
}

/// From 32 KiB on 6 us more.
double with_handshake(double bytes) {
  return 1.5e-6 + 1e-10 * bytes + (bytes > 16384 ? 6e-6 : 0);
}

TEST(CalibratedPieces, AreTheLinesOfTheCurveUpAndDown) {
  const Reading reading{.tables = {round_trips([](double bytes) {
                          return bytes < 1024     ? 1e-6 + 1e-9 * bytes
                                 : bytes <= 32768 ? 1.5e-6 + 0.2e-9 * bytes
                                                  : 4e-6 + 0.4e-9 * bytes;
                        })},
                        .notes = {}};

  const Parameters machine = machine_of(reading);

  EXPECT_EQ(machine.ts, Time::parse("1us", "ts"));
  EXPECT_EQ(machine.tw, Time::parse("1ns", "tw"));
  EXPECT_EQ(to_string(machine.pieces), "513:ts=1.5us,tw=200ps;32769:ts=4us,tw=400ps");
  EXPECT_EQ(machine.eager, 32768);
  EXPECT_FALSE(machine.rendezvous);
  const Fit fit = fit_machine(reading, {});
  EXPECT_LT(fit.held_out.value(), 1e-6);
  EXPECT_THAT(fit.remarks, Contains(HasSubstr("one line holds within 15 % from 1 to 256 bytes")));
  EXPECT_THAT(fit.remarks,
              Contains(HasSubstr("beyond 4,194,304 bytes, the largest size measured, the last piece "
                                 "goes on, which no table says")));
  EXPECT_THAT(machine_text(fit, reading),
              HasSubstr("# pieces: from 513 bytes on (the curve changes between 512 and 1,024)"));
  EXPECT_EQ(machine_text(fit, reading), machine_text(fit_machine(reading, {}), reading));
}

TEST(CalibratedPieces, AreARendezvousWhereWindowsDoNotShowIt) {
  const Reading reading{
      .tables = {round_trips(with_handshake),
                 windows(with_handshake, [](double bytes) { return 0.5e-6 + 1e-10 * bytes; })},
      .notes = {}};

  const Parameters machine = machine_of(reading);

  EXPECT_EQ(machine.ts, Time::parse("500ns", "ts"));
  EXPECT_EQ(machine.latency, Time::parse("1us", "latency"));
  EXPECT_EQ(machine.eager, 16384);
  ASSERT_TRUE(machine.rendezvous);  // twice 2 us, and twice the latency
  EXPECT_EQ(*machine.rendezvous, Time::parse("2us", "rendezvous"));
  EXPECT_TRUE(machine.pieces.empty());
  EXPECT_LT(fit_machine(reading, {}).held_out.value(), 1e-6);
  EXPECT_EQ(fit_machine(reading, {}).setting("rendezvous").knowledge, Knowledge::not_determined);
}

TEST(CalibratedPieces, AreALongerStartupWhereWindowsShowIt) {
  const Reading reading{
      .tables = {round_trips(with_handshake),
                 windows(with_handshake, [](double bytes) { return with_handshake(bytes) - 1e-6; })},
      .notes = {}};

  const Parameters machine = machine_of(reading);

  EXPECT_EQ(to_string(machine.pieces), "16385:ts=6.5us");
  EXPECT_FALSE(machine.rendezvous);
  EXPECT_LT(fit_machine(reading, {}).held_out.value(), 1e-6);
}

TEST(CalibratedPieces, TooShortForAHandshakeAreLatency) {
  const auto one = [](double bytes) { return 1.5e-6 + 1e-10 * bytes + (bytes > 1024 ? 1.5e-6 : 0); };
  const Reading reading{
      .tables = {round_trips(one), windows(one, [](double bytes) { return 0.5e-6 + 1e-10 * bytes; })},
      .notes = {}};
  EXPECT_EQ(to_string(machine_of(reading).pieces), "1025:latency=2.5us");
  EXPECT_FALSE(machine_of(reading).rendezvous);
}

TEST(CalibratedPieces, AreNotMadeOfALine) {
  SyntheticCluster cluster({.ts = 1e-6, .tw = 1e-10, .latency = 1e-6}, 0, 1);
  const Reading reading{.tables = {cluster.ping_pong(-1), cluster.windows(-1)}, .notes = {}};
  EXPECT_TRUE(fit_machine(reading, {}).pieces.empty());
  EXPECT_THAT(machine_text(fit_machine(reading, {}), reading), Not(HasSubstr("pieces")));
}

TEST(CalibratedPieces, AreSeldomMadeOfNoise) {
  int found = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SyntheticCluster cluster({.ts = 1e-6, .tw = 1e-10, .latency = 1e-6}, 0.1, seed);
    const Reading reading{.tables = {cluster.ping_pong(-1), cluster.windows(-1)}, .notes = {}};
    found += fit_machine(reading, {}).pieces.empty() ? 0 : 1;
  }
  EXPECT_LE(found, 4);
}

}  // namespace
}  // namespace toruscope::calibration
