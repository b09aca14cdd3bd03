// SPDX-License-Identifier: Apache-2.0
// Twisted tori: links and routes worked out by hand, known diameters, and both engines on them.

#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/topology.hpp>

#include <array>
#include <gmock/gmock.h>
#include <vector>

namespace toruscope {
namespace {

using ::testing::ElementsAre;
using ::testing::ThrowsMessage;

constexpr Port kPlus0 = 0, kMinus0 = 1, kPlus1 = 2, kMinus1 = 3;

Route twisted_route(const TopologyPtr& t, Node a, Node b) {
  Route legs;
  t->route(a, b, legs);
  return legs;
}

// Node 2x + y of the picture in runtime/topology/twisted.cpp.
TEST(Twisted, ClosesItsShortDimensionWithAShift) {
  const TopologyPtr t = twisted_torus({4, 2});

  EXPECT_EQ(t->neighbour(0, kPlus1), 1);
  EXPECT_EQ(t->neighbour(1, kPlus1), 4) << "from 0,1 to 2,0";
  EXPECT_EQ(t->neighbour(5, kPlus1), 0) << "from 2,1 to 0,0";
  EXPECT_EQ(t->neighbour(0, kMinus1), 5);
  EXPECT_EQ(t->neighbour(6, kPlus0), 0) << "the long dimension closes straight";
  EXPECT_EQ(t->neighbour(0, kMinus0), 6);
}

TEST(Twisted, ShiftsAlongEveryLongDimension) {
  const TopologyPtr one_long = twisted_torus({4, 4, 8});
  const TopologyPtr two_long = twisted_torus({4, 8, 8});
  const auto node = [](const TopologyPtr& t, int x, int y, int z) {
    return (x * t->sides()[1] + y) * t->sides()[2] + z;
  };

  EXPECT_EQ(one_long->neighbour(node(one_long, 3, 1, 6), kPlus0), node(one_long, 0, 1, 2));
  EXPECT_EQ(one_long->neighbour(node(one_long, 2, 0, 1), kMinus1), node(one_long, 2, 3, 5));
  EXPECT_EQ(two_long->neighbour(node(two_long, 3, 1, 6), kPlus0), node(two_long, 0, 5, 2));
  EXPECT_EQ(two_long->neighbour(node(two_long, 2, 7, 1), kPlus1), node(two_long, 2, 0, 1));
}

// On 8x4, node 4x + y. From 0,0 to 4,3: 4 + 1 the straight way; through the twist one step back in
// dimension 1.
TEST(Twisted, RoutesThroughTheTwistWhereThatIsShorter) {
  const TopologyPtr t = twisted_torus({8, 4});

  EXPECT_THAT(twisted_route(t, 0, 19), ElementsAre(Leg{kMinus1, 1, 1}))
      << "over the wrap-around link of its ring";
  EXPECT_THAT(twisted_route(t, 0, 16), ElementsAre(Leg{kPlus0, 4, 0})) << "as far by four steps of dimension 1";
  EXPECT_THAT(twisted_route(t, 13, 20), ElementsAre(Leg{kPlus0, 2, 0}, Leg{kMinus1, 1, 0}));
  EXPECT_THAT(twisted_route(t, 3, 16), ElementsAre(Leg{kPlus1, 1, 0})) << "place 3 to place 4 of a ring of 8";
  EXPECT_THAT(twisted_route(t, 19, 0), ElementsAre(Leg{kPlus1, 1, 1})) << "place 7 to place 0";
}

// Camara et al.: the diameter of 2k x k is k, that of the torus 3k/2.
TEST(Twisted, HasASmallerDiameterThanTheTorus) {
  for (const int k : {2, 4, 6, 8}) {
    EXPECT_EQ(twisted_torus({2 * k, k})->diameter(), k);
    EXPECT_EQ(torus(2 * k, k)->diameter(), 3 * k / 2);
  }
  EXPECT_EQ(twisted_torus({4, 4, 8})->diameter(), 6);
  EXPECT_EQ(torus(4, 4, 8)->diameter(), 8);
}

TEST(Twisted, RefusesOtherSides) {
  const auto refuses = [](std::vector<int> sides, const char* got) {
    EXPECT_EQ(
        test::message_of<ConfigError>([&] { twisted_torus(sides); }),
        std::string(
            "twisted: every side is k or 2k, both occur, and k is at least 2, as in 4x4x8 and 4x8x8; got ") +
            got);
  };
  refuses({4, 4}, "4x4");
  refuses({1, 2}, "1x2");
  refuses({2, 8}, "2x8");
  refuses({4, 8, 16}, "4x8x16");
  EXPECT_EQ(test::message_of<ConfigError>([] {
              twisted_torus({2, 2, 2, 2, 2, 2, 2, 4});
            }),
            "twisted: at most 6 sides may be short, got 2x2x2x2x2x2x2x4");
}

TEST(Twisted, IsServedByBothEnginesAlike) {
  for (const auto& sides : {std::vector{4, 2}, std::vector{3, 6}, std::vector{2, 4, 4}, std::vector{2, 2, 4}})
    for (const Time th : {Time(Ticks{0}), Time(Ticks{3})}) {
      const Parameters machine{.ports = all_ports, .ts = Ticks{5}, .tw = Ticks{1}, .th = th, .tick = Time{}};
      const auto run = [&](NetworkEngine engine, int workers) {
        return Machine(twisted_torus(sides), machine, {.network = engine, .workers = workers})
            .run([](Communicator& comm) {
              std::vector<std::array<char, 7>> bodies(static_cast<std::size_t>(comm.size()));
              comm.round([&](Round& round) {
                for (Rank other = 0; other < comm.size(); ++other) {
                  auto& body = bodies[static_cast<std::size_t>(other)];
                  if (other != comm.rank()) round.send(other, body);
                  if (other != comm.rank()) round.recv(other, body);
                }
              });
            });
      };
      const Report hop = run(NetworkEngine::hop, 1);
      const Report ring = run(NetworkEngine::ring, 2);

      EXPECT_EQ(ring.finish.time, hop.finish.time) << hop.topology->name();
      EXPECT_EQ(ring.totals.hops, hop.totals.hops) << hop.topology->name();
      EXPECT_EQ(ring.totals.link_conflicts, hop.totals.link_conflicts) << hop.topology->name();
      EXPECT_EQ(ring.totals.header_wait, hop.totals.header_wait) << hop.topology->name();
      EXPECT_EQ(ring.totals.max_link_bytes, hop.totals.max_link_bytes) << hop.topology->name();
      EXPECT_EQ(ring.host.network, "ring");
    }
}

// Rings of 8 on one virtual channel can fill up.
TEST(Twisted, NeedsTwoChannelsWhereMessagesHoldThem) {
  Parameters machine{
      .switching = Switching::wormhole, .virtual_channels = 1, .ts = Ticks{1}, .tw = Ticks{1}, .tick = Time{}};
  const auto is_refused =
      testing::AllOf(testing::StartsWith("virtual channels: with 1 the routes of twisted:8x4 have a cyclic "
                                         "dependency: "),
                     testing::EndsWith("; give --virtual-channels 2"));

  for (const Ticks th : {Ticks{0}, Ticks{1}}) {
    machine.th = th;
    EXPECT_THAT(test::refusal(twisted_torus({8, 4}), machine), is_refused) << "th = " << th.count;
  }
  EXPECT_THAT(test::refusal(embed(line(32), twisted_torus({8, 4}), "snake"), machine),
              testing::HasSubstr("cyclic dependency"));
  EXPECT_THAT(test::refusal(twisted_torus({32, 32, 16}), machine),
              testing::EndsWith("are not searched for cyclic dependencies; give --virtual-channels 2"));
  Parameters buffered = machine;
  buffered.switching = Switching::store_and_forward;
  buffered.buffers = 1;
  EXPECT_THAT(test::refusal(twisted_torus({8, 4}), buffered), is_refused);

  machine.virtual_channels = 2;
  EXPECT_EQ(test::refusal(twisted_torus({8, 4}), machine), "");
}

}  // namespace
}  // namespace toruscope
