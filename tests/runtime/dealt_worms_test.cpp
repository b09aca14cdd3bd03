// SPDX-License-Identifier: Apache-2.0
// Worms and finite buffers where a file, failed links or an embedding make the routes: they run
// where the channels in use are acyclic, and are refused with the cycle where they are not.

#include "tests/support/one_way_ring.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <cstdint>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::test {
namespace {

using testing::HasSubstr;

Parameters worm_parameters(int channels = 2) {
  return {.switching = Switching::wormhole,
          .virtual_channels = channels,
          .ts = Ticks{4},
          .tw = Ticks{1},
          .th = Ticks{1},
          .tick = Time{}};
}

Parameters buffers(Switching switching, int channels = 2) {
  Parameters machine = worm_parameters(channels);
  machine.switching = switching;
  machine.buffers = 1;
  return machine;
}

/// Every PE sends 20 bytes to every other one, all at once: whatever can wait for ever does.
void exchange(Communicator& comm) {
  std::vector<std::vector<char>> in(static_cast<std::size_t>(comm.size()), std::vector<char>(20));
  const std::vector<char> out(20);
  std::vector<Request> requests;
  for (Rank other = 0; other < comm.size(); ++other) {
    if (other == comm.rank()) continue;
    requests.push_back(comm.irecv(other, in[static_cast<std::size_t>(other)]));
    requests.push_back(comm.isend(other, out));
  }
  comm.wait_all(requests);
}

std::vector<std::int64_t> ends(const TopologyPtr& topology, const Parameters& machine) {
  std::vector<std::int64_t> ends;
  for (const PeReport& pe : Machine(topology, machine).run(exchange).pes) ends.push_back(pe.finish.time.count);
  return ends;
}

void expect_to_run(const TopologyPtr& topology, int channels) {
  EXPECT_NO_THROW(ends(topology, worm_parameters(channels))) << topology->name() << ", " << channels;
  for (const Switching switching : {Switching::cut_through, Switching::store_and_forward})
    EXPECT_NO_THROW(ends(topology, buffers(switching, channels))) << topology->name() << ", " << channels;
}

class DealtWorms : public testing::Test {
 protected:
  TopologyPtr graph_of(const std::string& wires) {
    return toruscope::graph(folder_.file("wires.txt", wires).string());
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(DealtWorms, RunOnTheGraphOfATreeOnOneChannel) {
  for (const int channels : {1, 2, 4}) expect_to_run(graph_of("pes 4\n0 4\n1 4\n2 5\n3 5\n4 5\n"), channels);
}

// Shortest routes on a ring of five wait for each other in both directions; on two channels they do
// not.
TEST_F(DealtWorms, OnTheGraphOfARingNeedTheChannelsThatItsRoutesWereDealtTo) {
  const TopologyPtr ring = graph_of("0 1\n1 2\n2 3\n3 4\n4 0\n");

  EXPECT_THAT(refusal(ring, worm_parameters(1)),
              testing::AllOf(HasSubstr("virtual channels: with 1 the routes of graph:"),
                             HasSubstr("1 -> 2 (channel 0), 2 -> 3 (channel 0)"),
                             HasSubstr("3 -> 4 (channel 0)"), HasSubstr("give --virtual-channels 2")));
  EXPECT_THAT(refusal(ring, buffers(Switching::cut_through, 1)), HasSubstr("a cyclic dependency: "));
  Parameters holds_nothing = worm_parameters(1);
  holds_nothing.switching = Switching::cut_through;
  EXPECT_EQ(refusal(ring, holds_nothing), "");
  expect_to_run(ring, 2);
  Parameters at_once = worm_parameters();
  at_once.th = Ticks{0};
  EXPECT_NO_THROW(ends(ring, at_once));
}

// A program's own ring without a dateline says nothing of its cycle; whatever the channels, it is
// found.
TEST(OwnWorms, AreRefusedOnACycleThatTheTopologyDoesNotMention) {
  const TopologyPtr cyclic = std::make_shared<OneWayRing>(4, false, true);
  const auto has_cycle = HasSubstr("one-way ring: its routes have a cyclic dependency: ");
  for (const int channels : {1, 2, 4}) {
    EXPECT_THAT(refusal(cyclic, worm_parameters(channels)), has_cycle) << channels;
    EXPECT_THAT(refusal(cyclic, buffers(Switching::store_and_forward, channels)), has_cycle) << channels;
  }
  Parameters at_once = worm_parameters();
  at_once.switching = Switching::cut_through;
  EXPECT_EQ(refusal(cyclic, at_once), "");
  at_once.th = Ticks{0};
  EXPECT_THAT(refusal(cyclic, at_once), has_cycle);
}

TEST(OwnWorms, RunWhereADatelineKeepsThemApart) {
  const TopologyPtr ring = std::make_shared<OneWayRing>(4, true, true);
  EXPECT_NO_THROW(ends(ring, worm_parameters()));
  Parameters at_once = worm_parameters();
  at_once.th = Ticks{0};
  EXPECT_NO_THROW(ends(ring, at_once));
  for (const Ticks th : {Ticks{0}, Ticks{1}}) {
    Parameters on_one = worm_parameters(1);
    on_one.th = th;
    EXPECT_THAT(refusal(ring, on_one), HasSubstr("give --virtual-channels 2")) << "th = " << th.count;
  }
  const TopologyPtr unordered = std::make_shared<OneWayRing>(4, true, false);
  EXPECT_EQ(refusal(unordered, worm_parameters()), "");
  EXPECT_THAT(refusal(unordered, at_once), HasSubstr("channel_order does not increase from "));
}

// Without rings one channel is enough, for more PEs than are searched, too. Rings of a torus may
// fill up.
TEST(OwnWorms, NeedOneChannelWhereThereIsNoRing) {
  for (const TopologyPtr& topology :
       {mesh(32, 32), tree(1000), complete(1000), hypercube(10), fat_tree(20, 10, 50), hyperx({32, 32}),
        hierarchy(mesh(8, 8), tree(16)), torus(32, 32), ring(1000)}) {
    EXPECT_EQ(refusal(topology, worm_parameters(1)), "") << topology->name();
  }
}

/// Of a HyperX three PEs send to PE 13, then PE 17 an empty message to PE 14. When it is there.
Ticks empty_message_is_there(int channels) {
  const Parameters machine{.ports = all_ports,
                           .switching = Switching::wormhole,
                           .injection = Injection::buffered,
                           .virtual_channels = channels,
                           .buffers = 1,
                           .ts = Ticks{1},
                           .tw = Ticks{1},
                           .th = Ticks{1},
                           .tick = Time{}};
  const Report report = Machine(hyperx({2, 3, 3}), machine).run([](Communicator& comm) {
    const std::vector<char> two(2), one(1), none;
    std::vector<char> from_8(2), from_14(2), from_17(1);
    if (comm.rank() == 8 || comm.rank() == 14) comm.send(13, two);
    if (comm.rank() == 17) {
      comm.send(13, one);
      comm.send(14, none);
    }
    if (comm.rank() == 14) static_cast<void>(comm.recv<char>(17));
    if (comm.rank() == 13)
      comm.round([&](Round& round) {
        round.recv(8, from_8);
        round.recv(14, from_14);
        round.recv(17, from_17);
      });
  });
  return report.pes[14].finish.time;
}

// All routes pass channel 0: with four, headers also take channel 2.
TEST(OwnWorms, TakeFurtherChannelsWhereRoutesNeedNoMoreThanTwo) {
  EXPECT_EQ(empty_message_is_there(2), Ticks{6});
  EXPECT_EQ(empty_message_is_there(4), Ticks{5});
  for (const TopologyPtr& topology :
       {fat_tree(4, 2, 2), hyperx({2, 3}), dragonfly({1, 2, 1, 3}), hierarchy(ring(4), fat_tree(2, 2, 2))})
    expect_to_run(topology, 4);
  EXPECT_EQ(dragonfly({1, 2, 1, 3})->virtual_channels(), 2);
  EXPECT_EQ(dragonfly({1, 2, 1, 3}, DragonflyRouting::valiant)->virtual_channels(), 3);
  EXPECT_FALSE(dragonfly({1, 2, 1, 3}, DragonflyRouting::valiant)->has_datelines()) << "each stays on its own";
}

// Two channels of the torus and a third for the detours are more than their routes need.
TEST(FailedLinkWorms, AreAdvisedTheFewestChannelsThatDo) {
  const TopologyPtr torus_without = with_failed_links(torus(4, 4), {{0, 1}});
  ASSERT_EQ(torus_without->virtual_channels(), 3);
  EXPECT_THAT(refusal(torus_without, worm_parameters(1)), testing::EndsWith("; give --virtual-channels 2"));
  EXPECT_EQ(refusal(torus_without, worm_parameters(2)), "");
}

// 0 - 1   without the link 0-1: 0 > 2 > 3 > 1, 4 + 3 + 5
// 2 - 3
TEST_F(DealtWorms, GoAroundFailedLinks) {
  const TopologyPtr square = with_failed_links(mesh(2, 2), {{0, 1}});
  const Report report = Machine(square, worm_parameters()).run([](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == 0) comm.send(1, body);
    if (comm.rank() == 1) comm.recv(0, body);
  });
  EXPECT_EQ(report.finish.time, Ticks{12});
  EXPECT_EQ(report.totals.detours, 1);

  expect_to_run(square, 2);
  expect_to_run(with_failed_links(mesh(3, 4), {{0, 1}, {5, 6}}), 4);
  expect_to_run(with_failed_links(ring(4), {{0, 1}}), 1);  // a line now
  EXPECT_THAT(refusal(with_failed_links(torus(4, 4), {{0, 1}}), worm_parameters(1)),
              HasSubstr("a cyclic dependency: "));
  expect_to_run(with_failed_links(torus(4, 4), {{0, 1}}), 4);
}

TEST_F(DealtWorms, RunOnWhatStandsInAnotherNetwork) {
  expect_to_run(embed(ring(8), mesh(2, 4), "snake"), 1);
  expect_to_run(embed(ring(8), hypercube(3), "gray"), 1);
  for (const int channels : {2, 3}) expect_to_run(embed(ring(16), torus(4, 4), "snake"), channels);
  expect_to_run(embed(ring(4), with_failed_links(mesh(2, 2), {{0, 1}}), "snake"), 2);
}

// Rank r stands on node r: all is as in the host, to the tick.
TEST_F(DealtWorms, InANetworkOfTheSameOrderAreThoseOfTheNetwork) {
  for (const int channels : {1, 2, 4}) {
    EXPECT_EQ(ends(embed(ring(8), line(8), "snake"), worm_parameters(channels)),
              ends(line(8), worm_parameters(channels)));
    const Parameters stored = buffers(Switching::store_and_forward, channels);
    EXPECT_EQ(ends(embed(ring(8), line(8), "snake"), stored), ends(line(8), stored));
  }
  EXPECT_EQ(ends(embed(line(8), ring(8), "snake"), worm_parameters(2)), ends(ring(8), worm_parameters(2)));
}

// One channel and no time between links: on a ring of 4 or more refused, as on the ring itself.
TEST_F(DealtWorms, OnOneChannelOfAHostsRingNeedTime) {
  Parameters at_once = worm_parameters(1);
  at_once.th = Ticks{0};
  EXPECT_THAT(refusal(embed(line(8), ring(8), "snake"), at_once), HasSubstr("a cyclic dependency: "));
  EXPECT_EQ(refusal(embed(ring(8), line(8), "snake"), at_once), "");
  EXPECT_EQ(refusal(embed(line(8), ring(8), "snake"), worm_parameters(1)), "");
}

}  // namespace
}  // namespace toruscope::test
