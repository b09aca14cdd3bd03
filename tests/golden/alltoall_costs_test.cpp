// SPDX-License-Identifier: Apache-2.0
// AR1 and AT2, run, against the costs in alltoall_costs.csv and the paper's Figure 7.

#include "collectives/verify.hpp"

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

std::vector<Row> rows() {
  std::ifstream file(TORUSCOPE_SOURCE_DIR "/tests/golden/alltoall_costs.csv");
  std::vector<Row> result;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#") || line.starts_with("algorithm")) continue;
    std::istringstream in(line);
    Row row;
    char comma = 0;
    std::getline(in, row.algorithm, ',');
    std::getline(in, row.sides, ',');
    in >> row.startups >> comma >> row.volume >> comma >> row.blocks_sent >> comma >> row.block_hops >> comma >>
        row.max_hops;
    EXPECT_TRUE(in) << "alltoall_costs.csv: unreadable line: " << line;
    result.push_back(row);
  }
  return result;
}

const Alltoall& algorithm(const std::string& name, const Topology& topology, const Parameters& parameters) {
  return choose(builtin_catalogue().alltoall(), name, case_of(topology, parameters, 1));
}

TEST(AlltoallGolden, CostsAreThoseOfTheTable) {
  Parameters unit = preset("unit");
  unit.tw = Ticks{1};
  const std::vector<Row> table = rows();
  ASSERT_GE(table.size(), 40U);

  for (const Row& row : table) {
    SCOPED_TRACE(row.algorithm + " on " + row.sides);
    const TopologyPtr topology = parse_topology("torus:" + row.sides);
    Execution execution;
    execution.record_events = topology->nodes() <= 256;

    const Verdict v = verify(algorithm(row.algorithm, *topology, unit), topology, unit, execution, {1});

    EXPECT_TRUE(v.ok()) << (v.faults.empty() ? "" : v.faults.front());
    EXPECT_EQ(v.report.finish.account.startups, row.startups);
    EXPECT_EQ(v.report.finish.account.bytes, row.volume);
    EXPECT_EQ(v.report.finish.time.count, row.startups + row.volume);
    EXPECT_EQ(v.report.totals.bytes, row.blocks_sent);
    const auto& links = v.report.links;
    EXPECT_EQ(std::accumulate(links.begin(), links.end(), std::int64_t{0},
                              [](std::int64_t sum, const LinkReport& link) { return sum + link.bytes; }),
              row.block_hops);
    int max_hops = 0;
    for (const Event& e : v.report.events)
      if (e.kind == Event::Kind::message) max_hops = std::max(max_hops, e.hops);
    if (execution.record_events) {
      EXPECT_EQ(max_hops, row.max_hops);
    }
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
