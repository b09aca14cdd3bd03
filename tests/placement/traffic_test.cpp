// SPDX-License-Identifier: Apache-2.0

#include "placement/traffic.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <gmock/gmock.h>

namespace toruscope::placement {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Traffic, OfARunIsWhatWasSentBothWays) {
  Execution execution;
  execution.record_events = true;
  const Report report = Machine(ring(4), Parameters{}, execution).run([](Communicator& comm) {
    std::vector<char> data(comm.rank() == 0 ? 10 : 3);
    if (comm.rank() == 0) comm.send(2, data);
    if (comm.rank() == 2) {
      std::vector<char> from_0(10);
      comm.recv(0, from_0);
      comm.send(0, data);
    }
    if (comm.rank() == 0) comm.recv(2, std::span(data).first(3));
    if (comm.rank() == 1) comm.send(3, std::span(data).first(0));
    if (comm.rank() == 3) comm.recv(1, std::span(data).first(0));
  });
  const Traffic traffic = traffic_of(report);
  EXPECT_THAT(traffic.of(0), ElementsAre(Pair(2, 13)));
  EXPECT_THAT(traffic.of(2), ElementsAre(Pair(0, 13)));
  EXPECT_THAT(traffic.of(1), ElementsAre(Pair(3, 1))) << "a message without bytes counts";
  EXPECT_EQ(link_bytes(traffic, {0, 1, 2, 3}, *ring(4)), 2 * 13 + 2 * 1);
  EXPECT_EQ(link_bytes(traffic, {0, 2, 1, 3}, *ring(4)), 13 + 1);
}

TEST(Traffic, IsReadFromTheTableThatARunWrites) {
  const Traffic traffic = read_traffic(
      "source,destination,messages,bytes,hops,link_wait\n0,1,2,100,2,0\n1,0,1,5,1,0\n2,2,1,9,0,0\n", "t.csv",
      3);
  EXPECT_THAT(traffic.of(0), ElementsAre(Pair(1, 105)));
  EXPECT_THAT(traffic.of(2), ElementsAre()) << "to oneself";
}

TEST(Traffic, RefusesWhatIsNoSuchTable) {
  const auto refusal = [](const char* text) {
    return test::message_of<ConfigError>([&] { read_traffic(text, "t.csv", 4); });
  };
  EXPECT_EQ(refusal("from,to\n0,1\n"),
            "embed: t.csv:1: no table of traffic, which begins with source,destination,messages,bytes; "
            "--traffic FILE.csv writes one");
  EXPECT_EQ(refusal(""), refusal("from,to\n"));
  const std::string heading = "source,destination,messages,bytes\n";
  EXPECT_EQ(refusal((heading + "0,1,1,8\n\n0,4,1,8\n").c_str()),
            "embed: t.csv:4: destination '4' is no whole number from 0 to 3");
  EXPECT_EQ(refusal((heading + "0,1,1\n").c_str()),
            "embed: t.csv:2: bytes '' is no whole number from 0 to 1125899906842624");
}

}  // namespace
}  // namespace toruscope::placement
