// SPDX-License-Identifier: Apache-2.0
// What published simulators say of the same networks: docs/classical_models.md, "BookSim",
// "SimGrid".

#include "tests/runtime/topology/nodes_passed.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

/// The lines of a table below its head, with blanks in place of commas.
std::vector<std::istringstream> rows_of(const std::string& name) {
  std::ifstream file(test::in_source("tests/golden/" + name));
  std::vector<std::istringstream> rows;
  bool is_below_head = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    for (char& c : line)
      if (c == ',') c = ' ';
    if (is_below_head) rows.emplace_back(line);
    is_below_head = true;
  }
  return rows;
}

TEST(BookSim, TakesAsLongForAPacketInAnEmptyNetwork) {
  constexpr std::size_t kFlits = 6;
  Parameters machine = preset("unit");
  machine.ts = {};
  machine.tw = Time(Ticks{1});       // a flit on a link
  machine.th = Time(Ticks{4});       // the router's three cycles and the link's
  machine.latency = Time(Ticks{5});  // the last router, and the way in and out
  machine.injection = Injection::buffered;
  Execution execution;
  execution.workers = 1;

  int pairs = 0;
  for (std::istringstream& row : rows_of("booksim.csv")) {
    std::string network;
    Rank from = 0;
    Rank to = 0;
    std::int64_t cycles = 0;
    ASSERT_TRUE(row >> network >> from >> to >> cycles);
    const Report report = Machine(parse_topology(network), machine, execution).run([&](Communicator& comm) {
      std::vector<std::byte> packet(kFlits);
      if (comm.rank() == from) comm.send(to, packet);
      if (comm.rank() == to) comm.recv(from, packet);
    });
    EXPECT_EQ(report.finish.time.count, cycles) << network << ": " << from << " -> " << to;
    ++pairs;
  }
  EXPECT_EQ(pairs, 390);
}

/// A torus of two dimensions whose first coordinate counts fastest, as SimGrid numbers its hosts.
struct FirstIsFastest {
  int first, second;

  [[nodiscard]] Rank ours(int host) const { return host % first * second + host / first; }
  [[nodiscard]] int theirs(Rank rank) const { return rank / second + rank % second * first; }

  /// Whether the way from `a` to `b` leads half-way round a ring, from its middle to its begin: the
  /// one where SimGrid goes backwards.
  [[nodiscard]] bool leads_to_the_begin(int a, int b) const {
    const auto leads = [](int from, int to, int side) { return to == 0 && 2 * from == side; };
    return leads(a % first, b % first, first) || leads(a / first, b / first, second);
  }
};

TEST(SimGrid, TakesTheSameWaysButHalfWayRoundARing) {
  int others = 0;
  int of_two_hosts = 0;  // half-way round a side of 2 either way is one link
  for (std::istringstream& row : rows_of("simgrid_torus.csv")) {
    FirstIsFastest torus_of{};
    char by = 0;
    int a = 0;
    int b = 0;
    ASSERT_TRUE(row >> torus_of.first >> by >> torus_of.second >> a >> b);
    std::vector<int> way;
    for (int host = 0; row >> host;) way.push_back(host);

    std::vector<int> ours;
    for (const Node node :
         test::nodes_passed(torus(torus_of.first, torus_of.second), torus_of.ours(a), torus_of.ours(b)))
      ours.push_back(torus_of.theirs(node));
    EXPECT_EQ(ours.size(), way.size()) << a << " -> " << b;
    if (!torus_of.leads_to_the_begin(a, b)) {
      EXPECT_EQ(ours, way) << torus_of.first << "x" << torus_of.second << ": " << a << " -> " << b;
    } else if (ours == way) {
      ++of_two_hosts;
    } else {
      ++others;
    }
  }
  // 4x3: from 2 to 0 in the side of 4, on 3 x 3 pairs of rows; 2x4: the same on 2 x 2 pairs of
  // columns. Its other ways are those from 1 to 0 in the side of 2, on 4 x 4 pairs, but for one.
  EXPECT_EQ(others, 9 + 4);
  EXPECT_EQ(of_two_hosts, 16 - 1);
}

}  // namespace
}  // namespace toruscope
