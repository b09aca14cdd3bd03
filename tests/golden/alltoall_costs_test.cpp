// SPDX-License-Identifier: Apache-2.0
// The all-to-all algorithms of rings and tori, run, against the costs in alltoall_costs.csv and the
// paper's Figure 7.

#include "collectives/alltoall/colouring.hpp"
#include "collectives/verify.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/built_in.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

struct Row {
  std::string algorithm, sides;
  std::int64_t startups = 0, volume = 0, blocks_sent = 0, block_hops = 0;
  int max_hops = 0;
};

/// The lines of a table below its head, each as a stream of comma-separated fields.
std::vector<std::istringstream> lines(const std::string& name, const std::string& head) {
  std::ifstream file(test::in_source("tests/golden/" + name));
  std::vector<std::istringstream> result;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with("#") && !line.starts_with(head)) result.emplace_back(line);
  return result;
}

std::string field(std::istringstream& line) {
  std::string text;
  std::getline(line, text, ',');
  return text;
}

/// From the field `sides` on.
Row rest_of(std::istringstream& line, const std::string& algorithm) {
  Row row{.algorithm = algorithm, .sides = field(line)};
  char comma = 0;
  line >> row.startups >> comma >> row.volume >> comma >> row.blocks_sent >> comma >> row.block_hops >> comma >>
      row.max_hops;
  EXPECT_TRUE(line) << "unreadable line: " << line.str();
  return row;
}

/// Blocks sent, block-hops, and hops of a message if there are events.
void expect_traffic(const Row& row, const Report& report) {
  EXPECT_EQ(report.totals.bytes, row.blocks_sent);
  EXPECT_EQ(std::accumulate(report.links.begin(), report.links.end(), std::int64_t{0},
                            [](std::int64_t sum, const LinkReport& link) { return sum + link.bytes; }),
            row.block_hops);
  int max_hops = 0;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message) max_hops = std::max(max_hops, e.hops);
  if (!report.events.empty()) {
    EXPECT_EQ(max_hops, row.max_hops);
  }
}

void expect_costs(const Row& row, const Alltoall& algorithm, const TopologyPtr& topology,
                  const Parameters& unit) {
  SCOPED_TRACE(row.algorithm + " on " + row.sides);
  Execution execution;
  execution.record_events = topology->nodes() <= 256;

  const Verdict v = verify(algorithm, topology, unit, execution, {1});

  EXPECT_TRUE(v.ok()) << (v.faults.empty() ? "" : v.faults.front());
  EXPECT_TRUE(v.predicted);
  EXPECT_EQ(v.report.finish.account.startups, row.startups);
  EXPECT_EQ(v.report.finish.account.bytes, row.volume);
  EXPECT_EQ(v.report.finish.time.count, row.startups + row.volume);
  expect_traffic(row, v.report);
}

/// A startup and a byte are a tick each.
Parameters unit_costs() {
  Parameters unit = preset("unit");
  unit.tw = Ticks{1};
  return unit;
}

const Alltoall& algorithm(const std::string& name, const Topology& topology, const Parameters& parameters) {
  return choose(builtin_catalogue().alltoall(), name, case_of(topology, parameters, 1));
}

/// "gt" with this colouring of every torus, whose strides must divide its sides.
Alltoall gt_with(const collectives::Colouring& colouring) {
  Alltoall entry = test::built_in<Alltoall>("gt");
  entry.predicted = [colouring](const Case& c) { return exact_cost(colouring, c); };
  entry.run = collectives::as_they_are(
      [colouring](collectives::Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block) { exchange(carrier, colouring, send, receive, block); });
  return entry;
}

TEST(AlltoallGolden, CostsAreThoseOfTheTable) {
  const Parameters unit = unit_costs();
  std::vector<std::istringstream> table = lines("alltoall_costs.csv", "algorithm");
  ASSERT_GE(table.size(), 140U);
  for (std::istringstream& line : table) {
    const std::string name = field(line);
    const Row row = rest_of(line, name);
    const TopologyPtr topology = parse_topology("torus:" + row.sides);
    expect_costs(row, algorithm(name, *topology, unit), topology, unit);
  }
}

TEST(AlltoallGolden, CostsOfEveryColouringAreThoseOfTheTable) {
  const Parameters unit = unit_costs();
  std::vector<std::istringstream> table = lines("alltoall_colourings.csv", "colours");
  ASSERT_GE(table.size(), 30U);
  for (std::istringstream& line : table) {
    collectives::Colouring colouring;
    colouring.colours = std::stoi(field(line));
    std::istringstream strides(field(line));
    for (std::string g; std::getline(strides, g, 'x');) colouring.strides.push_back(std::stoi(g));
    colouring.helpers = std::stoi(field(line));
    const Row row = rest_of(line, "gt");
    expect_costs(row, gt_with(colouring), parse_topology("torus:" + row.sides), unit);
  }
}

// Where sides differ the shorter rings' largest messages meet the longer rings' smaller ones.
TEST(AlltoallGolden, SynchronisedRoundByRoundUnequalSidesCostMoreThanTheClosedForms) {
  Parameters blocks = preset("unit");
  blocks.ts = Ticks{0};
  blocks.tw = Ticks{1};
  std::vector<std::istringstream> table = lines("alltoall_round_by_round.csv", "colours");
  ASSERT_GE(table.size(), 6U);
  for (std::istringstream& line : table) {
    collectives::Colouring colouring;
    colouring.colours = std::stoi(field(line));
    const TopologyPtr topology = parse_topology("torus:" + field(line));
    if (core::kSanitized && topology->pes() > 400) continue;
    SCOPED_TRACE(topology->name());
    colouring.strides.assign(topology->sides().size(), colouring.colours);
    for (const Synchronisation synchronisation : {Synchronisation::round, Synchronisation::stage}) {
      colouring.synchronisation = synchronisation;
      const Verdict v = verify(gt_with(colouring), topology, blocks, {}, {1});
      EXPECT_TRUE(v.data_is_right);
      EXPECT_EQ(v.report.finish.time.count, std::stoi(field(line)));
      EXPECT_EQ(v.report.totals.link_conflicts, 0);
    }
  }
}

// Section 6 compares with it: equal on 4x4, more blocks on 12x12, more of both from 16x16 on.
TEST(AlltoallGolden, TheRivalCostsWhatIsPrinted) {
  const Parameters unit = unit_costs();
  std::vector<std::istringstream> table = lines("alltoall_rivals.csv", "algorithm");
  ASSERT_GE(table.size(), 6U);
  for (std::istringstream& line : table) {
    const std::string name = field(line);
    const TopologyPtr topology = parse_topology("torus:" + field(line));
    SCOPED_TRACE(name + " on " + topology->name());
    const std::int64_t startups = std::stoll(field(line));
    const std::int64_t volume = std::stoll(field(line));

    const Verdict v = verify(algorithm(name, *topology, unit), topology, unit, {}, {1});

    EXPECT_TRUE(v.ok()) << (v.faults.empty() ? "" : v.faults.front());
    EXPECT_EQ(v.report.finish.account.startups, startups);
    EXPECT_EQ(v.report.finish.account.bytes, volume);
  }
}

TEST(AlltoallGolden, WhatSharesLinksSendsTheListedBlocksAndCostsTheListedWithoutSharing) {
  const Parameters unit = unit_costs();
  std::vector<std::istringstream> table = lines("alltoall_shared_links.csv", "algorithm");
  ASSERT_GE(table.size(), 25U);
  Execution execution;
  execution.record_events = true;
  for (std::istringstream& line : table) {
    const std::string name = field(line);
    const Row row = rest_of(line, name);
    SCOPED_TRACE(name + " on " + row.sides);
    const TopologyPtr sharing = parse_topology("torus:" + row.sides);
    const Alltoall& entry = algorithm(name, *sharing, unit);
    const Verdict v = verify(entry, sharing, unit, execution, {1});
    EXPECT_TRUE(v.ok()) << (v.faults.empty() ? "" : v.faults.front());
    expect_traffic(row, v.report);

    const TopologyPtr alone = complete(sharing->nodes());
    if (entry.refusal(case_of(*alone, unit, 1))) continue;
    const Report report = verify(entry, alone, unit, execution, {1}).report;
    EXPECT_EQ(report.finish.account.startups, row.startups);
    EXPECT_EQ(report.finish.account.bytes, row.volume);
  }
}

// Figure 7: ts = 75 us, tw = 11.1 ns per byte, m = 64 bytes, T in ticks of 1 ps.
TEST(AlltoallGolden, ParagonTimesAreExactToTheTick) {
  struct Point {
    int side;
    std::int64_t startups, blocks;
  };
  for (const Point& point : {Point{16, 8, 1024}, Point{32, 12, 6144}}) {
    SCOPED_TRACE(point.side);
    const TopologyPtr topology = torus(point.side, point.side);
    const Parameters& paragon = preset("paragon");

    const Verdict v = verify(algorithm("at2", *topology, paragon), topology, paragon, {}, {64});

    EXPECT_TRUE(v.ok());
    EXPECT_EQ(v.report.finish.time.count, point.startups * 75'000'000 + point.blocks * 64 * 11'100);
    EXPECT_EQ(v.report.totals.link_conflicts, 0);
  }
}

}  // namespace
}  // namespace toruscope
