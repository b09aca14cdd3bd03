// SPDX-License-Identifier: Apache-2.0
// Networks in networks: nodes and routes worked out by hand, costs of levels.

#include "tests/runtime/topology/nodes_passed.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::nodes_passed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refused(const std::string& text) {
  return test::message_of<ConfigError>([&] { parse_topology(text); });
}

TEST(Hierarchy, IsIslandsOnRails) {
  const TopologyPtr t = parse_topology("hier:complete:4/ring:3");

  EXPECT_EQ(t->pes(), 12);
  EXPECT_EQ(t->nodes(), 12);
  EXPECT_EQ(t->ports(), 3 + 2);
  EXPECT_THAT(t->sides(), ElementsAre(3, 4)) << "islands, PEs of an island";
  EXPECT_EQ(t->diameter(), 2);
  EXPECT_THAT(nodes_passed(t, 1, 2), ElementsAre(1, 2));
  EXPECT_THAT(nodes_passed(t, 1, 10), ElementsAre(1, 2, 10)) << "to the rail of PE 10, then backwards along it";
  EXPECT_THAT(nodes_passed(t, 5, 9), ElementsAre(5, 9));
  EXPECT_EQ(t->port_name(5, 0), "to 2 in the island");
  EXPECT_EQ(t->port_name(5, 3), "+0 along the rail");
}

// Two DGX on two leaf switches a rail. PEs 0 .. 5; rail 0: leaves 6, 7, spine 8; rail 1: leaves 9,
// 10, spine 11; ..
TEST(Hierarchy, HasSwitchesOfEachRail) {
  const TopologyPtr t = parse_topology("hier:complete:3/fattree:2x1x1");

  EXPECT_EQ(t->pes(), 6);
  EXPECT_EQ(t->nodes(), 6 + 3 * 3);
  EXPECT_THAT(nodes_passed(t, 0, 4), ElementsAre(0, 1, 9, 11, 10, 4));
}

// Islands of a tree each: PEs 0 .. 5, switches 6, 7 of island 0, 8, 9 of island 1.
TEST(Hierarchy, HasSwitchesOfEachIsland) {
  const TopologyPtr t = parse_topology("hier:tree:3/line:2");

  EXPECT_EQ(t->nodes(), 6 + 2 * 2);
  EXPECT_THAT(nodes_passed(t, 3, 5), ElementsAre(3, 9, 8, 5));
  EXPECT_THAT(nodes_passed(t, 0, 4), ElementsAre(0, 7, 1, 4));
}

TEST(Hierarchy, HasAsManyLevelsAsAreNamed) {
  const TopologyPtr t = parse_topology("hier:complete:2/ring:3/mesh:2x2");

  EXPECT_EQ(t->name(), "hier:complete:2/ring:3/mesh:2x2");
  EXPECT_THAT(t->sides(), ElementsAre(4, 3, 2)) << "outermost level first";
  EXPECT_EQ(t->dimensions(), 3);
  EXPECT_EQ(t->dimension_of(0), 0);
  EXPECT_EQ(t->dimension_of(1), 1);
  EXPECT_EQ(t->dimension_of(t->ports() - 1), 2);
}

// 5 bytes from PE 1 to PE 10: ts 4, e = 4 and 5, x = 5 and 50, th 1 and 7: the tail is over the
// second link at 55, there at 62.
TEST(Hierarchy, HasCostsOfItsLevels) {
  const Parameters machine{
      .ts = Ticks{4}, .tick = Time{}, .tw_of = {Ticks{1}, Ticks{10}}, .th_of = {Ticks{1}, Ticks{7}}};
  const Report report = Machine(parse_topology("hier:complete:4/ring:3"), machine).run([](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == 1) comm.send(10, body);
    if (comm.rank() == 10) comm.recv(1, body);
  });

  EXPECT_EQ(report.finish.time, Ticks{62});
}

TEST(Hierarchy, HasTheLinksOfItsNetworksInEachCopy) {
  const test::TemporaryFolder folder;
  const std::string pair = folder.file("pair", "0 1 slow=3\n").string();
  const TopologyPtr slow = parse_topology("hier:graph:" + pair + "/ring:2");
  EXPECT_THAT(slow->slow_links(),
              ElementsAre(SlowLink{0, 1, 3}, SlowLink{2, 3, 3}, SlowLink{1, 0, 3}, SlowLink{3, 2, 3}));

  const std::string far = folder.file("far", "0 1 th=9ns\n").string();
  const TopologyPtr costs = parse_topology("hier:ring:2/graph:" + far);
  EXPECT_THAT(costs->links_with_costs(),
              ElementsAre(LinkWithCosts{0, 2, {}, 9ns}, LinkWithCosts{1, 3, {}, 9ns},
                          LinkWithCosts{2, 0, {}, 9ns}, LinkWithCosts{3, 1, {}, 9ns}));
}

TEST(Hierarchy, RefusesWhatCannotBe) {
  EXPECT_EQ(refused("hier:ring:4"),
            "hier: \"ring:4\" has one level; write hier:INNER/OUTER, as hier:complete:8/torus:4x4");
  EXPECT_THAT(refused("hier:ring:4/rign:3"), HasSubstr("has one level"));
  EXPECT_EQ(refused("hier:ring:0/ring:3"), "ring: every side must be at least 1, got 0");
  EXPECT_THAT(refused("hier:ring:4096/ring:8192"), HasSubstr("hier: at most 16,777,216 nodes"));
  EXPECT_THAT(test::message_of<ConfigError>([] { hierarchy(parse_topology("hier:ring:2/ring:2"), ring(2)); }),
              HasSubstr("the inner network hier:ring:2/ring:2 is a hierarchy"));
  EXPECT_THAT(test::message_of<ConfigError>([] {
                hierarchy(with_failed_links(ring(4), {{0, 1}}), ring(2));
              }),
              HasSubstr("give --fail for the whole hierarchy"));
}

}  // namespace
}  // namespace toruscope
